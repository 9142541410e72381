import ArgumentParser
import MapPackFeatures
import MapPackFiles
import MapPackProject

/// `mappack schemas`: the schemas that a pipeline file can name.
struct Schemas: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the schemas that a pipeline file can name instead of fields.",
    discussion: """
      With `schema: n03`, a pipeline file need not say the key, the name, the
      credits and what is left out; what it does say wins. The edition of a source
      is known by its fields. `mappack help pipeline` lists all keys.

      EXAMPLES
        mappack schemas
        mappack schemas n03 n03-cities
        mappack schemas --pipeline-file > Pipelines/mappack.schema.json
      """)

  @Argument(help: ArgumentHelp("The schemas to show. All if none is named.", valueName: "SCHEMA"), completion: .schemas)
  var names: [String] = []

  @Flag(
    help: "Print the JSON Schema of pipeline files instead, with which editors complete keys; `init` writes it too.")
  var pipelineFile = false

  func validate() throws {
    try require(!pipelineFile || names.isEmpty, "--pipeline-file prints one schema; name no others.")
  }

  func run() throws {
    guard !pipelineFile else {
      Console.current.output(String(decoding: try PipelineSchema.encoded(), as: UTF8.self))
      return
    }
    let schemas =
      names.isEmpty ? SourceSchema.known : try names.map { name in try SourceSchema.named(name) }
    Console.current.output(schemas.map(\.description).joined(separator: "\n"))
  }
}

extension SourceSchema {
  fileprivate var description: String {
    var lines = ["\(id): \(title)"]
    for edition in editions {
      lines.append("  \(edition.title), with the fields \(edition.fields.joined(separator: ", "))")
      let key = edition.key.isEmpty ? "each feature is a region" : "key \(edition.key.joined(separator: " or "))"
      lines.append("    \(key), name \(edition.name.joined(separator: " or "))")
    }
    if let geometry { lines.append("  geometry: \(geometry.rawValue)") }
    if let group, layeredBy == nil { lines.append("  group \(group)") }
    if let excluded {
      let codes = excludedCodeEnding.map { ", and codes that end in \($0)" } ?? ""
      lines.append("  no region: \(excluded.field) = \(excluded.value)\(codes); merge.keyless says what becomes of it")
    }
    if let layeredBy { lines.append("  a map has one value of \(layeredBy.field): select: { \(layeredBy.field): 0 }") }
    if let bounds {
      lines.append(
        "  expected between \(Int(bounds.west))° and \(Int(bounds.east))° E, \(Int(bounds.south))° and "
          + "\(Int(bounds.north))° N")
    }
    if let publisher { lines.append("  \(publisher)" + (license.map { ", \($0)" } ?? "")) }
    if let attribution { lines.append("  credit: \(attribution)") }
    for words in [restriction, advice].compactMap(\.self) { lines.append("  \(words)") }
    return lines.joined(separator: "\n") + "\n"
  }
}
