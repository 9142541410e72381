import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackSimplify

/// What the page is told once: the map, its settings, and what the page can do.
///
/// The properties are keys of JSON, which the scripts of the page read under the same names.
package struct PreviewState: Encodable {
  package var map = ""
  /// Whether nothing was dropped on the page yet; then the rest says nothing.
  package var isEmpty = true
  /// `areas`, `lines` or `points`.
  package var kind = GeometryKind.areas.rawValue
  /// Whether the map is simplified, so that there is nothing to set.
  package var isFinished = false
  /// The pipeline file that is saved to; `nil` if there is none.
  package var saves: String?
  /// Whether Save makes a pipeline file, and asks for the name of the map.
  package var isDraft = false
  /// What the features were read from; `nil` without them.
  package var source: PreviewOrigin?
  /// Whether features were read, so that their fields can be chosen from.
  package var hasTable = false
  /// What the pipeline file says, as an object in JSON with every text as it is written: those of its keys that the
  /// page can change.
  package var values = "{}"
  /// The methods of simplification: what users write, and a title. The first is the default.
  var methods = SimplifyOptions.Method.allCases.map { [$0.rawValue, $0.title] }
  package var credits: [String] = []
  /// What the sliders can be set to: those of the ways of asking, and `repair`; empty if nothing can be set.
  package var sliders: [String: PreviewSlider] = [:]
  /// The ids of the schema with wards, and with wards merged into their city; `nil` if the source knows no wards.
  package var wards: [String]?
  /// Whether there is a former edition to compare with.
  package var hasFormer = false
  package var hasChanges = false
  package var level = 0
  /// The colors that can be chosen.
  var palettes = MapPalette.all
  var ramps = MapRamp.all
  /// How the map is drawn at first.
  var look = PageLook(PictureOptions())

  /// An empty page.
  package init() {}

  package init(_ coverage: Coverage, map: String) {
    self.map = map.line(atMost: 255)
    isEmpty = false
    kind = coverage.kind.rawValue
    if case .mercator = coverage.plane { isFinished = true } else { isFinished = false }
    credits = Attribution.lines(of: coverage.sources).map { $0.line(atMost: 500) }
  }

  /// Takes how the map is drawn at first.
  package mutating func take(_ options: PictureOptions) { look = PageLook(options) }
}

extension Coverage {
  /// In meters on the ground: the side of a square with the area of all land, or the length of the region with the
  /// longest lines; 0 for points.
  package var side: Double {
    kind == .areas
      ? regions.reduce(0) { $0 + $1.area }.squareRoot() : regions.reduce(0) { max($0, $1.length ?? 0) }
  }
}
