import MapPackCoverage
import MapPackFeatures

/// What the page draws and shows of the number that regions are colored by.
///
/// The properties are keys of JSON, which the scripts of the page read under the same names. Classes count from the
/// least; the index after the last is for regions without a value. Lists of regions are in the order of their codes.
package struct PageColoring: Encodable {
  private let number: String
  /// What it is, as users write it in `legend` if they write nothing else: `POP_EST per km²`.
  private let title: String
  /// Per region: its class.
  private let classes: [Int]
  /// Per region: its value in words; an empty text if it has none.
  private let words: [String]
  /// Of each class, and of no value: how many regions have it.
  private let counts: [Int]
  /// Where each class but the first begins, and that in words.
  private let breaks: [Double]
  private let breakWords: [String]
  /// `nil` if no legend is wanted.
  private let legend: Legend?
  /// Of each class, and of no value.
  private let light: ClassColors
  private let dark: ClassColors

  private struct Legend: Encodable {
    var title: String
    /// The highest class first.
    var entries: [Entry]
  }

  private struct Entry: Encodable {
    var index: Int
    var words: String
  }

  /// `nil` if the options name no number.
  /// - Throws: `usage` if the map has not the number.
  package init?(_ coverage: Coverage, options: PictureOptions) throws(StageError) {
    guard let look = options.number else { return nil }
    let found = try NumberClasses(look, of: coverage)
    (number, title) = (look.name, found.title)
    (classes, counts, breaks) = (found.classOfRegion, found.counts, found.breaks)
    words = found.values.map { $0.map(NumberClasses.words) ?? "" }
    breakWords = breaks.map(NumberClasses.words)
    legend = found.title(options.legend).map { title in
      Legend(title: title, entries: found.legend.map { Entry(index: $0.index, words: $0.words) })
    }
    let ramp = MapRamp(options.ramp)
    (light, dark) = (ramp.light.colors(ofClasses: found.count), ramp.dark.colors(ofClasses: found.count))
  }
}
