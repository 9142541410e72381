import Foundation
import MapPackEmit
import MapPackFeatures

/// SHA-256 of files and bytes, as 64 lower-case hexadecimal digits. Source: FIPS 180-4.
package enum Digest {
  package static func sha256(_ data: Data) -> String { text(SHA256Digest.of(data)) }

  package static func sha256(fileAt location: String, called name: String) throws(StageError) -> String {
    guard FileReading.isFolder(location) != nil else {
      throw StageError(
        .noInput, file: name, "there is no such file", remedy: "put it there, or correct its path in the pipeline file")
    }
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: location))
      defer { try? handle.close() }
      var digest = SHA256Digest()
      // Pieces of this size stay in the cache of a processor between their reading and their digest.
      while let chunk = try handle.read(upToCount: 1 << 17), !chunk.isEmpty { digest.update(chunk) }
      return text(digest.finalize())
    } catch {
      throw StageError(
        .noInput, file: name, "the file cannot be read: \(error.localizedDescription)", remedy: "check its permissions")
    }
  }

  private static func text(_ digest: [UInt8]) -> String { digest.map { hexadecimal($0, digits: 2) }.joined() }
}
