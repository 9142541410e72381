import ArgumentParser
import MapPackFeatures
import MapPackIngest

/// Which features `ingest` reads: `--select` and `--drop`, like the keys of the same names in a pipeline file.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read only features with this value; repeat it for other fields (and) or values (or). FIELD= stands for a missing value.",
      valueName: "FIELD=VALUE"))
  var select: [String] = []

  @Option(
    help: ArgumentHelp("Leave out features with this value, after --select.", valueName: "FIELD=VALUE"))
  var drop: [String] = []

  func validate() throws {
    for term in select + drop where !(term.firstIndex(of: "=").map { $0 > term.startIndex } ?? false) {
      throw ValidationError("“\(term)” is not FIELD=VALUE.")
    }
  }

  /// The filters that the flags describe; `nil` without such a flag.
  var filters: (select: FeatureFilter?, drop: FeatureFilter?) { (Self.filter(select), Self.filter(drop)) }

  /// The filter that texts such as FIELD=VALUE describe; an empty value stands for a missing one. A feature must have
  /// one of the values of each field. The first `=` ends the field's name.
  private static func filter(_ texts: [String]) -> FeatureFilter? {
    guard !texts.isEmpty else { return nil }
    var terms: [(field: String, values: [String?])] = []
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { continue }
      let value = parts[1].isEmpty ? nil : parts[1]
      if let index = terms.firstIndex(where: { $0.field == parts[0] }) {
        terms[index].values.append(value)
      } else {
        terms.append((parts[0], [value]))
      }
    }
    return FeatureFilter(terms: terms)
  }
}
