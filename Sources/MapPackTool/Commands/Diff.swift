import ArgumentParser
import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackProject
import MapPackRun

/// `mappack diff`: what differs between two editions of a map.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what differs between two editions of a map: regions, borders, islands, size.",
    discussion: """
      Regions are matched by code, by name and by the land that they cover, so
      that a merger, a division, a new name or a new code is reported as what it
      is. A border counts as moved if land changed hands that is wider than the
      tolerances of both maps explain. If the lines were drawn anew, that land
      must also be eight times as wide as they lie apart in the median, and at
      least --share of the smaller region. Another order of features, or another
      start of a ring, is not reported. Exits 1 if there is a difference.

      Lines and points are matched by code and by name. Their names, numbers and
      lengths are compared, and not where they lie.

      Each of the two is a pack, a .coverage, a pipeline file, or features with
      --key, or with --schema, which reads each edition by its own fields.

      EXAMPLES
        mappack diff Old/World.mappack Output/World.mappack
        mappack diff 2013.coverage 2023.coverage
        mappack diff N03-2023.zip N03-2024.zip --schema n03
        mappack diff 2013.json 2023.json --key NATCODE --name NAMEFIN \\
          --old-key natcode --old-name namefin
        mappack diff 2010.coverage 2016.coverage --share 0.5%
        mappack diff 2023.gpx 2024.gpx --geometry lines --key name
        git show main:Output/World.mappack > /tmp/main.mappack
        mappack diff /tmp/main.mappack Output/World.mappack --format markdown
        mappack diff old.mappack new.mappack --format json | jq .recoded
      """)

  @Argument(help: ArgumentHelp("The edition before.", valueName: "OLD"), completion: .file())
  var old: String

  @Argument(help: ArgumentHelp("The edition after.", valueName: "NEW"), completion: .file())
  var new: String

  @Option(help: ArgumentHelp("How the difference is printed: text, markdown, json.", valueName: "FORMAT"))
  var format: Format = .text

  // The help texts repeat two numbers of `RedrawingNoise`: the default of the share, and `swing` (eight times).
  @Option(
    help: ArgumentHelp(
      "How much of the smaller region has to change hands if lines were drawn anew. (default: 2%)",
      valueName: "SHARE"),
    transform: QuantityArguments.share)
  var share: Double?

  @Option(help: .merge("key", "TEMPLATE"), transform: QuantityArguments.template)
  var key: Template?

  @Option(help: .merge("name", "TEMPLATE"), transform: QuantityArguments.template)
  var name: Template?

  @Option(
    help: ArgumentHelp("The same as --key, for OLD, if its fields have different names.", valueName: "TEMPLATE"),
    transform: QuantityArguments.template)
  var oldKey: Template?

  @Option(
    help: ArgumentHelp("The same as --name, for OLD.", valueName: "TEMPLATE"),
    transform: QuantityArguments.template)
  var oldName: Template?

  @Option(
    help: ArgumentHelp("The schema of both editions, which knows key and name: see `schemas`.", valueName: "SCHEMA"),
    completion: .schemas)
  var schema: String?

  @OptionGroup var source: SourceOptions
  @OptionGroup var jobs: JobsOption

  @OptionGroup var talk: QuietOption

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, json
  }

  func run() throws {
    let difference = try talk.withProgress(compare)
    switch format {
    case .text: Console.current.output(difference.text())
    case .markdown: Console.current.output(difference.markdown())
    case .json: Console.current.output(try difference.json())
    }
    if difference.isDifferent { throw ExitCode(ExitStatus.findings.rawValue) }
  }

  /// A flag that names a field of one edition, its value, and that of the other edition's flag, which holds without it.
  private typealias FieldFlag = (name: String, own: Template?, other: Template?)

  private func compare(_ progress: ProgressHandler?) throws(StageError) -> MapDifference {
    let schema = try schema.map { id throws(StageError) in try SourceSchema.named(id) }
    func edition(
      _ which: String, _ path: String, key: FieldFlag, name: FieldFlag
    ) throws(StageError) -> Edition {
      do {
        let stage = EditionStage(
          key: key.own ?? key.other, name: name.own ?? name.other, schema: schema, reading: source.reading,
          jobs: jobs.jobs)
        return try stage.run(path, progress: progress)
      } catch {
        var error = error
        for flag in [key, name] where flag.own == nil {
          guard let field = error.missingField, flag.other?.fields.contains(field) == true else { continue }
          error.remedy = "if it has another name in \(which), name it with \(flag.name): \(error.remedy ?? "")"
        }
        throw error
      }
    }
    let before = try edition("OLD", old, key: ("--old-key", oldKey, key), name: ("--old-name", oldName, name))
    let after = try edition("NEW", new, key: ("--key", key, oldKey), name: ("--name", name, oldName))
    let (former, present) = (before.coverage.kind, after.coverage.kind)
    guard former == present else {
      throw StageError(
        .usage, file: new, "it has \(present.rawValue), and \(old) has \(former.rawValue)",
        remedy: "compare maps of one kind; if a source has several, --geometry says which to read")
    }
    if share != nil, present != .areas {
      throw StageError(
        .usage, file: new, "--share is for areas, and both editions have \(present.rawValue)",
        remedy: "leave out --share")
    }
    progress?(ProgressEvent(activity: "comparing", done: 0, total: after.coverage.regions.count, unit: "regions"))
    return MapDifference(before, after, share: share ?? RedrawingNoise.defaultShare, jobs: jobs.jobs)
  }
}
