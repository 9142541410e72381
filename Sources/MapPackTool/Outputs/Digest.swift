import Foundation
import MapPackEmit
import MapPackFeatures

/// SHA-256 of files and bytes, as 64 lower-case hexadecimal digits. Source: FIPS 180-4.
///
/// `SHA256Digest` in MapPackEmit computes it. `InputSeal`, `Provenance` and `CommitJournal` tell files apart by it.
enum Digest {
  static func sha256(_ data: Data) -> String { hexadecimal(SHA256Digest.of(data)) }

  /// The digest of a file, which is read in pieces.
  ///
  /// - Parameter name: what messages call the file.
  /// - Throws: `noInput` if the file cannot be read.
  /// - Complexity: O(n) for n bytes.
  static func sha256(fileAt location: String, called name: String) throws(StageError) -> String {
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: location))
      defer { try? handle.close() }
      var digest = SHA256Digest()
      while let chunk = try handle.read(upToCount: 1 << 20), !chunk.isEmpty { digest.update(chunk) }
      return hexadecimal(digest.finalize())
    } catch {
      throw StageError(
        .noInput, file: name, "the file cannot be read: \(error.localizedDescription)", remedy: "check its permissions")
    }
  }

  private static func hexadecimal(_ digest: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
