import ArgumentParser
package struct Validate: ParsableCommand { package init() {}; package func run() throws {} }
