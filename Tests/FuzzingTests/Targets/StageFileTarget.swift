import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import TestSupport

/// Reads bytes as a stage file.
///
/// JSON need not stand in a file as it is written, so what is read need not be written as the same bytes; but what is
/// written then is read and written as the same.
package protocol StageFileTarget: FuzzTarget {
  associatedtype Contents: StageContents
}

package enum FeaturesTarget: StageFileTarget {
  package typealias Contents = FeatureTable
  package static let name = "features"
}

package enum CoverageTarget: StageFileTarget {
  package typealias Contents = Coverage
  package static let name = "coverage"
}

extension StageFileTarget {
  package static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do throws(StageError) {
      let contents = try Contents(encoded: Data(bytes), file: "input")
      StageFilePromises.ask(contents.encoded(), Contents.self)
      return true
    } catch {
      promiseWords(error, [.unreadableData])
      return false
    }
  }

  /// Foundation's JSON takes most: of a byte a value, a key and a slot in the dictionary.
  package static func memoryLimit(_ count: Int) -> Int { 1 << 20 + 1024 * count }

  package static func mutated(
    _ bytes: [UInt8], limit: Int, _ random: inout SplitMix64, byteMutation: ByteMutation
  ) -> [UInt8] {
    StageFileMutation.mutated(
      bytes, kind: Contents.stageKind, limit: limit, &random, byteMutation: byteMutation)
  }
}
