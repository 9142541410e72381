import ArgumentParser
package struct Export: ParsableCommand { package init() {}; package func run() throws {} }
