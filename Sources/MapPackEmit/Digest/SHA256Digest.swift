import Foundation
import MapPackNames

#if canImport(CryptoKit)
  import CryptoKit
#else
  import CMapPackCrypto
#endif

/// The SHA-256 digest (FIPS 180-4) of bytes that come in pieces, however they are cut. CryptoKit computes it on Apple's
/// systems, OpenSSL's libcrypto elsewhere. If libcrypto fails, the program traps.
package struct SHA256Digest: ~Copyable {
  #if canImport(CryptoKit)
    private var hash = SHA256()

    package init() {}

    /// Takes in the next bytes.
    package mutating func update(_ bytes: Data) { hash.update(data: bytes) }

    /// The 32 bytes of the digest.
    package consuming func finalize() -> [UInt8] { Array(hash.finalize()) }
  #else
    private let context: OpaquePointer

    package init() {
      // Fails only if there is no memory, or if the system's policy forbids SHA-256.
      guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
        preconditionFailure("libcrypto does not offer SHA-256")
      }
      self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Takes in the next bytes.
    package mutating func update(_ bytes: Data) {
      // Unsafe: the C function takes a pointer; it reads within the bytes, and only during the call.
      let status = bytes.withUnsafeBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
      precondition(status == 1, "libcrypto could not take \(bytes.count) bytes")
    }

    /// The 32 bytes of the digest.
    package consuming func finalize() -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: 32)
      let status = EVP_DigestFinal_ex(context, &digest, nil)
      precondition(status == 1, "libcrypto could not finish a digest")
      return digest
    }
  #endif

  /// The 32 bytes of the digest of bytes that come in one piece.
  package static func of(_ bytes: Data) -> [UInt8] {
    var digest = SHA256Digest()
    digest.update(bytes)
    return digest.finalize()
  }
}
