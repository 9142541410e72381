import Foundation
import MapPackFeatures

@testable import MapPackIngest

/// Opens bytes as an archive, chooses layers in it and unpacks them, within limits that bombs of this size exceed.
package enum ZipTarget: FuzzTarget {
  package static let name = "zip"

  private static let limits = ArchiveLimits(entries: 32, bytes: 1 << 18, ratio: 50, bytesWithoutRatio: 1 << 14)

  package static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    _ = mapsLink
    FuzzFolder.put(bytes, to: "archive.zip")
    unpackLayer(request("archive.kmz"))
    unpackLayer(request("archive.zip"))
    do throws(StageError) {
      let archive = try Archive(path: FuzzFolder.path(of: "archive.zip"), shownAs: "archive.zip", limits: limits)
      promise(archive.entries.count <= limits.entries, "\(archive.entries.count) entries")
      for entry in archive.entries {
        let folders = entry.path.split(separator: "/", omittingEmptySubsequences: false)
        promise(!folders.contains("..") && !folders.contains(""), "an entry leads to \(entry.path)")
      }
      for entry in archive.entries.prefix(3) { unpackLayer(request("archive.zip", layer: entry.stem)) }
      return true
    } catch {
      promiseWords(error, [.unreadableData])
      return false
    }
  }

  private static func request(_ file: String, layer: String? = nil) -> SourceRequest {
    SourceRequest(location: FuzzFolder.path(of: file), source: Source(path: file), layer: layer)
  }

  /// The same bytes under the name of a .kmz, whose layers are chosen in another way.
  private static let mapsLink: Void = {
    symlink("archive.zip", FuzzFolder.path(of: "archive.kmz"))
  }()

  private static func unpackLayer(_ request: SourceRequest) {
    do throws(StageError) {
      let layer = try ArchivedLayer(request, limits: limits)
      promise(layer.unpackedSize <= limits.bytes, "\(layer.unpackedSize) bytes are let in")
      var progress = ReadingProgress(nil, total: layer.unpackedSize)
      let unpacked = try UnpackedLayer(layer, in: FuzzFolder.path, progress: &progress)
      let folder = URL(fileURLWithPath: unpacked.kind.path).deletingLastPathComponent()
      promise(folder.deletingLastPathComponent().path == FuzzFolder.path, "unpacked in \(folder.path)")
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      promise(files.count == 1 + layer.parts.count, "\(files) were unpacked")
      let companions = [IMDFArchive.manifest, "level.geojson", "unit.geojson", "anchor.geojson"]
      promise(files.allSatisfy { $0.hasPrefix("layer.") || companions.contains($0) }, "\(files) were unpacked")
      let sizes = files.map { (try? Data(contentsOf: folder.appendingPathComponent($0)).count) ?? -1 }
      promise(sizes.reduce(0, +) == layer.unpackedSize, "\(sizes) bytes were unpacked of \(layer.unpackedSize)")
      _ = consume unpacked
      promise(!FileManager.default.fileExists(atPath: folder.path), "\(folder.path) is left")
    } catch {
      promiseWords(error, [.unreadableData, .usage])
    }
  }

  /// Pieces of a quarter of a mebibyte, what inflates them, and what was unpacked.
  package static func memoryLimit(_ count: Int) -> Int { 1 << 22 + 256 * count }
}
