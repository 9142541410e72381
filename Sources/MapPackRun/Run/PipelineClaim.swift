import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackFiles
import MapPackMerge
import MapPackNames
import MapPackSimplify

/// Keeps other processes from making a map from a pipeline file, for as long as this value lives. On a file system that
/// keeps no claims, it keeps nobody away.
final class PipelineClaim {
  private let file: OpenFile

  /// - Parameter isShared: whether others may claim the file in the same way.
  init(_ path: String, isShared: Bool) throws(StageError) {
    guard let file = OpenFile(path, O_RDONLY) else {
      throw StageError(.noInput, file: path, "there is no such file", remedy: "name a pipeline file")
    }
    guard file.claim(isShared: isShared) else {
      throw StageError(
        .cannotCreate, file: path, "another run is making this map", remedy: "wait until that run has ended")
    }
    self.file = file
  }

  deinit { file.release() }
}
