import CMapPack
import Foundation
import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackFiles
import MapPackProject

/// The maps that an empty page offers: those that were made in the folder lately, and examples.
struct PreviewShelf: Encodable {
  private let recent: [Card]
  private let examples: [Card]

  struct Card: Encodable {
    var title: String
    var words: String
    /// An SVG.
    var picture: String
    /// Whether the picture goes to the edges of the card.
    var fills: Bool
    /// What opens it: a pipeline file, or an example with its files.
    var map: String?
    var example: String?
    var files: [String] = []

    init(_ title: String, _ words: String, _ pack: Pack) throws(StageError) {
      (self.title, self.words) = (title, words)
      var options = PictureOptions()
      options.hasNames = false
      options.coastGrowth = 2.3
      var coverage = Coverage(pack)
      // At this size nobody reads whose data it is.
      coverage.sources = []
      let svg = try svg(coverage, level: coverage.levels.count - 1, options: options, pack: pack)
      picture = String(decoding: svg, as: UTF8.self)
      fills = coverage.kind != .areas || pack.mainBounds.width > 0.9 * WebMercator.worldSize
    }
  }

  /// How many maps of the folder are shown, and how large their packs may be in bytes.
  private static let (count, size) = (3, 4_000_000)

  /// - Parameter pipelines: those of the folder. One without a sound pack is left out.
  init(_ pipelines: PipelineFolder = PipelineFolder(ofProject: ".")) {
    let made = pipelines.files.compactMap { file -> (path: String, pack: String, date: Date)? in
      let path = "\(pipelines.folder)/\(file)"
      guard let pipeline = try? PipelineFile(contentsOf: path) else { return nil }
      let pack = pipeline.project.location(of: pipeline.output.pack)
      let attributes = try? FileManager.default.attributesOfItem(atPath: pack)
      guard let date = attributes?[.modificationDate] as? Date, (attributes?[.size] as? Int ?? .max) <= Self.size
      else { return nil }
      return (path, pack, date)
    }
    let dates = DateFormatter()
    dates.locale = Locale(identifier: "en_US_POSIX")
    dates.dateFormat = "d MMMM yyyy"
    recent = made.sorted { ($1.date, $0.path) < ($0.date, $1.path) }.prefix(Self.count).compactMap { path, pack, date in
      guard let pack = try? OpenPack.verified(pack) else { return nil }
      let words = "\(Figures.counted(pack.shapes.count, "region")) · \(dates.string(from: date))"
      var card = try? Card(pack.mapName.line(atMost: 60), words, pack)
      card?.map = path
      return card
    }
    examples = PreviewExample.all.compactMap { example in
      guard let pack = try? OpenPack.made(PreviewExample.bytes(example.pack)) else { return nil }
      var card = try? Card(example.title, example.words, pack)
      card?.example = example.title
      card?.files = example.files.map(\.name)
      return card
    }
  }
}

/// A map to try the page with. Its files are in the program, as are those of the page.
struct PreviewExample {
  let title: String
  let words: String
  fileprivate let pack: example_file
  let files: [(name: String, file: example_file)]

  static let all = [
    PreviewExample(
      title: "World", words: "Natural Earth, 242 countries", pack: EXAMPLE_WORLD_PACK,
      files: [("ne_50m_admin_0_countries.zip", EXAMPLE_WORLD)]),
    PreviewExample(
      title: "New England", words: "US Census Bureau, 67 counties", pack: EXAMPLE_COUNTIES_PACK,
      files: [
        ("cb_2016_new_england_county_500k.shp", EXAMPLE_COUNTIES_SHP),
        ("cb_2016_new_england_county_500k.dbf", EXAMPLE_COUNTIES_DBF),
        ("cb_2016_new_england_county_500k.prj", EXAMPLE_COUNTIES_PRJ),
      ]),
    PreviewExample(
      title: "Sample prefecture", words: "Made up, 12 municipalities", pack: EXAMPLE_PREFECTURE_PACK,
      files: [("N03-sample_99_GML.zip", EXAMPLE_PREFECTURE)]),
  ]

  static func bytes(_ file: example_file) -> Data {
    var size = 0
    guard let start = example_bytes(file, &size) else { return Data() }
    // Unsafe: this is a constant of C, which lives as long as the process.
    return Data(bytes: start, count: size)
  }
}
