import Foundation
import MapPackFeatures

// The features inside the file of a coverage: `mappack merge --keep-features` writes them (`stageFile(keeping:)`), and
// a later `merge` of several parts reads them (`StageInput`).
extension Coverage {
  /// The section of a coverage's file that keeps the features that the coverage was made of.
  static let featuresSection = "features"
}

extension FeatureTable {
  /// The features that the file of a coverage keeps, so that several coverages can be joined; `nil` if it keeps none.
  ///
  /// Coverages that were merged separately cannot be joined line by line: noding rounds crossings to the grid, and the
  /// result depends on every line nearby, including those of the other coverage. So the whole is merged from the
  /// features, which gives the bytes of a single merge of all of them.
  /// - Throws: `unreadableData` if the file is damaged, or is not a coverage's.
  package init?(keptByCoverage data: Data, file: String) throws(StageError) {
    let stage = try StageFile(data, kind: .coverage, file: file)
    guard stage.sectionNames.contains(Coverage.featuresSection) else { return nil }
    try self.init(encoded: stage.data(Coverage.featuresSection), file: file)
  }
}
