import MapPackFeatures

@testable import MapPackIngest

/// Unpacks bytes as a file compressed with gzip, within limits that bombs of this size exceed, and reads what comes out.
package enum GzipTarget: FuzzTarget {
  package static let name = "gzip"

  private static let limits = ArchiveLimits(entries: 1, bytes: 1 << 18, ratio: 50, bytesWithoutRatio: 1 << 14)

  package static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    FuzzFolder.put(bytes, to: "layer.geojson.gz")
    let path = FuzzFolder.path(of: "layer.geojson.gz")
    // None is written over.
    FuzzFolder.put(nil, to: "unpacked")
    do throws(StageError) {
      let file = try GzipFile(path: path, shownAs: "layer.geojson.gz")
      let output = try ScratchFile(path: FuzzFolder.path(of: "unpacked"), shownAs: "unpacked")
      let size = try file.unpack(to: output, limits: limits) { position in
        promise(position <= bytes.count, "position \(position) of \(bytes.count)")
      }
      promise(size <= limits.bytes, "\(size) bytes were unpacked")
      promise(size <= max(limits.bytesWithoutRatio, limits.ratio * (bytes.count + 1)), "\(size) of \(bytes.count)")
      return FeatureReading.read(
        SourceRequest(location: path, source: Source(path: "layer.geojson.gz")), refusals: [.unreadableData, .usage])
    } catch {
      promiseWords(error, [.unreadableData])
      return false
    }
  }

  /// Pieces of a quarter of a mebibyte, what inflates them, and what reads what comes out.
  package static func memoryLimit(_ count: Int) -> Int { 1 << 25 + 16_384 * count }

  /// PROJ looks through all ways between two datums.
  package static let secondsLimit = 5.0
}
