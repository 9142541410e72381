import ArgumentParser
import Foundation
import MapPackFeatures

/// `mappack names`: from a list of municipalities to a name table. `NameTable` reads, joins and checks the lists.
package struct Names: ParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Make a name table from a list of municipalities with their readings.",
    discussion: """
      The list is a CSV with codes, names and kana, as 総務省 publishes it for all of
      Japan (save the spreadsheet as CSV; UTF-8 or CP932, kana of either width).
      Check digits are verified, codes get their five digits, and English names
      are added by the rules for road signs and maps. Correct the table by hand if
      you need to, and name it in a pipeline file: `names: { table: … }`.

      EXAMPLES
        mappack names 000925835.csv -o Pipelines/names/japan.csv
        mappack names towns.csv wards.csv -o Pipelines/names/japan.csv
      """,
    version: ToolVersion.current)

  @Argument(help: ArgumentHelp("Lists of municipalities.", valueName: "LIST.csv"), completion: .table)
  var lists: [String]

  @OptionGroup var output: OutputOption

  @Flag(name: .shortAndLong, help: "Print nothing but results.")
  var quiet = false

  package init() {}

  package func run() throws {
    var roles = FileRoles()
    try roles.read(lists)
    try roles.write(output.output, at: output.output)
    var tables: [NameTable] = []
    for list in lists { tables.append(try NameTable(contentsOf: list, called: list)) }
    let table = try NameTable(joining: tables)
    try output.write(Data(table.csv.utf8))
    if !quiet {
      Console.current.print("\(output.output): \(Figures.counted(table.rows.count, "name"))")
    }
  }
}
