import ArgumentParser
import Foundation
import MapPack
import MapPackEmit
import MapPackFeatures
import MapPackNames

/// `mappack names`: from a list of municipalities to a name table.
struct Names: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a name table from a list of municipalities with their readings.",
    discussion: """
      The list is a spreadsheet (.xlsx) or a CSV with codes, names and kana, as
      総務省 publishes it for all of Japan. All sheets with such columns are joined;
      a CSV is in UTF-8 or CP932, and kana are of either width.
      Check digits are verified, codes get their five digits, and English names
      are added by the rules for road signs and maps. Correct the table by hand if
      you need to, and name it in a pipeline file: `names: { table: … }`. A column
      `case` names cases.

      EXAMPLES
        mappack names 000925835.xlsx -o Pipelines/names/japan.csv
        mappack names towns.csv wards.csv -o Pipelines/names/japan.csv
      """)

  @Argument(help: ArgumentHelp("Lists of municipalities.", valueName: "LIST"), completion: .table)
  var lists: [String]

  @OptionGroup var output: OutputOption

  @OptionGroup var talk: QuietOption

  func run() throws {
    try FileRoles.check(lists, to: output.output)
    var tables: [NameTable] = []
    for list in lists { tables.append(try NameTable(contentsOf: list, called: list)) }
    let table = try NameTable(joining: tables)
    talk.note(table.notes(on: []))
    try output.write(.data(Data(table.csv.utf8)))
    talk.print("\(output.output): \(Figures.counted(table.rows.count, "name"))")
  }
}

extension NameLockFile {
  /// The name lock of a pack's map: the first one with the pack's identity that can be read. It is looked for in the
  /// pack's folder, then in the folders `Pipelines` in it and beside it; in each, in the order of the names.
  static func lock(of pack: Pack, at path: String) -> NameLock? {
    let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent()
    let folders = [folder, folder.deletingLastPathComponent()].map { $0.appendingPathComponent("Pipelines") }
    let files = ([folder] + folders).lazy.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        .filter { $0.hasSuffix(ending) }.map { folder.appendingPathComponent($0).path }
    }
    // A lock that cannot be read is passed over.
    return files.compactMap { try? read($0) }.first { $0.identity(map: pack.mapName) == pack.identity }
  }
}
