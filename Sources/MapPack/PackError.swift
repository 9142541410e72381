import Foundation

/// Why a pack does not open, what a full check found wrong with it, or why it has no shape of a region.
public enum PackError: Error, Hashable, Sendable {
  /// The file cannot be read; the system's reason.
  case unreadable(path: String, reason: String)
  /// The bytes do not begin as a pack does.
  case notAPack
  /// The pack has a major version other than the one this reader understands.
  case unsupportedVersion(found: Int, understood: Int)
  /// The pack has a section that must be understood and is not: a newer reader is needed.
  case unknownSection(String)
  /// The pack lies on a plane, or uses a feature, that this reader does not know.
  case unsupported(what: String, found: Int)
  /// The bytes end before what the header promises.
  case truncated(needed: Int, found: Int)
  /// The pack has another identity than the reference: it belongs to another enum, or to another edition of it.
  case identityMismatch(found: UInt64, expected: UInt64)
  /// The header or the directory of sections contradicts its checksum or itself.
  case damagedHeader(String)
  /// A section is missing, contradicts its checksum, or holds what cannot be.
  case damagedSection(String, reason: String)
  /// The region is retired: the map has it no more, and the pack no shape of it. Its code and name, and the codes of the
  /// regions that took over its land.
  case retired(code: String, name: String, successors: [String])
}

extension PackError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "\(path) cannot be read: \(reason)"
    case .notAPack:
      "these bytes are not a pack: they do not begin with MAPPACK"
    case .unsupportedVersion(let found, let understood):
      "the pack has format version \(found), this reader understands version \(understood)"
    case .unknownSection(let tag):
      "the pack has a section “\(tag)” that must be understood; a newer version of MapPack reads it"
    case .unsupported(let what, let found):
      "the pack's \(what) is \(found), which this reader does not know; a newer version of MapPack may"
    case .truncated(let needed, let found):
      "the pack has been cut off: \(needed) bytes are promised, \(found) are there"
    case .identityMismatch(let found, let expected):
      """
      the pack's identity is \(Self.hexadecimal(found)), the enum's \(Self.hexadecimal(expected)): \
      generate both in one run and ship them together
      """
    case .damagedHeader(let reason):
      "the pack's header is damaged: \(reason)"
    case .damagedSection(let tag, let reason):
      "the pack's section \(tag) is damaged: \(reason)"
    case .retired(let code, let name, let successors):
      successors.isEmpty
        ? "\(code) \(name) is retired and has no shape"
        : "\(code) \(name) is retired and has no shape; its land went to \(successors.joined(separator: ", "))"
    }
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension PackError: LocalizedError {
  public var errorDescription: String? { description }
}
