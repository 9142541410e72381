import Foundation
import MapFeatures
import MapTopology

/// Reads bytes as a stage file.
///
/// JSON need not stand in a file as it is written, so what is read need not be written as the same bytes; but what is
/// written then is read and written as the same.
protocol StageFileTarget: FuzzTarget {
  associatedtype Contents: StageContents
}

enum FeaturesTarget: StageFileTarget {
  typealias Contents = FeatureTable
  static let name = "features"
}

enum CoverageTarget: StageFileTarget {
  typealias Contents = Coverage
  static let name = "coverage"
}

extension StageFileTarget {
  static func read(_ bytes: UnsafeRawBufferPointer) {
    do throws(StageError) {
      let contents = try Contents(encoded: Data(bytes), file: "input")
      StageFilePromises.ask(contents.encoded(), Contents.self)
    } catch {
      promiseWords(error, [.unreadableData])
    }
  }

  /// Foundation's JSON takes most: of a byte a value, a key and a place in the dictionary.
  static func memoryLimit(_ count: Int) -> Int { 1 << 20 + 1024 * count }

  static func mutate(_ bytes: UnsafeMutableRawBufferPointer, count: Int, _ random: inout SplitMix64) -> Int {
    let result = StageFileMutation.mutated(
      Array(bytes.prefix(count)), kind: Contents.stageKind, limit: bytes.count, &random
    ) { bytes, limit in defaultMutation(bytes, limit: limit) }
    bytes.copyBytes(from: result)
    return result.count
  }
}
