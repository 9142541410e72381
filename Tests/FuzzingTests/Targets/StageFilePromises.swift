import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackMerge

/// What stands in a stage file.
package protocol StageContents {
  static var stageKind: StageFile.Kind { get }
  init(encoded data: Data, file: String) throws(StageError)
  func encoded() -> Data
}

extension FeatureTable: StageContents {
  package static var stageKind: StageFile.Kind { .features }
}

extension Coverage: StageContents {
  package static var stageKind: StageFile.Kind { .coverage }
}

enum StageFilePromises {
  /// What a stage has written is read, and written again gives the same bytes.
  static func ask<Contents: StageContents>(_ written: Data, _ type: Contents.Type) {
    do throws(StageError) {
      promise(try Contents(encoded: written, file: "written").encoded() == written, "other bytes were written again")
    } catch {
      promise(false, "what was written is refused: \(error)")
    }
  }
}
