import Foundation
import MapFeatures

extension Coverage {
  /// The section in which a coverage's file keeps the features that it was made of.
  static let featuresSection = "features"
}

extension FeatureTable {
  /// The features that the file of a coverage keeps, so that several coverages can be joined; `nil` if it keeps none.
  ///
  /// Two coverages that were merged each for itself cannot be joined line by line: if borders cross, noding rounds the
  /// crossings to the grid, and where it rounds to hangs on every line around, those of the neighbor too. So the whole is
  /// merged from the features, and is what one merge of all gives, byte for byte.
  ///
  /// - Throws: `unreadableData` if the file is not that of a coverage, or is damaged.
  package init?(keptByCoverage data: Data, file: String) throws(StageError) {
    let stage = try StageFile(data, kind: .coverage, file: file)
    guard stage.sectionNames.contains(Coverage.featuresSection) else { return nil }
    try self.init(encoded: stage.data(Coverage.featuresSection), file: file)
  }
}
