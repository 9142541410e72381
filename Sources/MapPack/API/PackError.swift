import Foundation

/// Why a pack does not open, or what a full check found wrong with it.
///
/// `Pack` and `RegionMap` throw it when they are opened, and `Pack.verify()` when it checks a pack.
///
/// ```swift
/// do {
///   let map = try RegionMap(NewEngland.self)
///   print(map.regions.count)
/// } catch where error.code == .wrongMap {
///   // The pack and the enum come from different runs: copy both of them again.
/// } catch {
///   print(error)
/// }
/// ```
public struct PackError: Error, Hashable, Sendable {
  /// A kind of error. Later versions may have more of them, so a `switch` needs a `default`.
  public struct Code: Hashable, Sendable {
    private let name: String

    /// The file cannot be read, or the bundle has no such file.
    public static let unreadable = Code(name: "unreadable")
    /// The bytes do not begin as a pack does.
    public static let notAPack = Code(name: "notAPack")
    /// The pack needs a newer version of MapPack.
    public static let tooNew = Code(name: "tooNew")
    /// The pack ends before what its header promises, or contradicts itself or a checksum.
    public static let damaged = Code(name: "damaged")
    /// The pack belongs to another enum, or to another edition of it.
    public static let wrongMap = Code(name: "wrongMap")
  }

  /// The kind of error.
  public let code: Code
  /// What is wrong and what to do, for a log.
  public let description: String
  /// The system's reason why a file cannot be read, for the messages of the tools; nil for all other errors.
  package private(set) var systemReason: String?

  private init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}

extension PackError: CustomStringConvertible, LocalizedError {
  public var errorDescription: String? { description }
}

extension PackError {
  /// The system cannot read the file, for this reason.
  package static func unreadable(path: String, reason: String) -> PackError {
    var error = PackError(.unreadable, "\(path) cannot be read: \(reason)")
    error.systemReason = reason
    return error
  }

  /// The bundle has no pack of this name.
  static func missing(_ resource: String, in bundle: String) -> PackError {
    PackError(
      .unreadable,
      "\(bundle) has no \(resource).mappack: add the pack to the resources of the target; in a Swift package, also say in: .module"
    )
  }

  /// The bytes do not begin as a pack does.
  package static let notAPack = PackError(.notAPack, "these bytes are not a pack: they do not begin with MAPPACK")

  /// The pack has another major version of the format.
  package static func unsupportedVersion(found: Int, understood: Int) -> PackError {
    PackError(.tooNew, "the pack has format version \(found), this reader understands version \(understood)")
  }

  /// The pack has a section that readers must understand, and this reader does not know it.
  package static func unknownSection(_ tag: String) -> PackError {
    PackError(.tooNew, "the pack has a section “\(tag)” that must be understood; a newer version of MapPack reads it")
  }

  /// The pack has a plane that this reader does not know, or a number above a limit of this reader.
  package static func unsupported(what: String, found: Int) -> PackError {
    PackError(
      .tooNew, "the pack's \(what) is \(found), which this reader does not know; a newer version of MapPack may")
  }

  /// The bytes end before what the header promises.
  package static func truncated(needed: Int, found: Int) -> PackError {
    PackError(.damaged, "the pack has been cut off: \(needed) bytes are promised, \(found) are there")
  }

  /// The header or the directory of sections contradicts its checksum or itself.
  package static func damagedHeader(_ reason: String) -> PackError {
    PackError(.damaged, "the pack's header is damaged: \(reason)")
  }

  /// A section is missing, contradicts its checksum, or holds impossible values.
  package static func damagedSection(_ tag: String, reason: String) -> PackError {
    PackError(.damaged, "the pack's section \(tag) is damaged: \(reason)")
  }

  /// The pack has another identity than the enum.
  package static func identityMismatch(found: UInt64, expected: UInt64) -> PackError {
    PackError(
      .wrongMap,
      """
      the pack's identity is \(hexadecimal(found)), the enum's \(hexadecimal(expected)): \
      generate both in one run and ship them together
      """)
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// A dataset that a pack was made from, as its publisher wants it named. Texts that are not known are empty.
///
/// `Pack.sources` lists them. The lines that an app shows are made of them already: `RegionMap.credits`.
public struct PackSource: Hashable, Sendable {
  /// Who published it, as in `US Census Bureau`.
  public var publisher: String
  /// The license, as in `CC BY 4.0`.
  public var license: String
  /// The edition, often a date.
  public var edition: String
  /// The line that an app has to show.
  public var attribution: String

  /// A dataset by what its publisher says of it.
  public init(publisher: String, license: String, edition: String, attribution: String) {
    self.publisher = publisher
    self.license = license
    self.edition = edition
    self.attribution = attribution
  }
}
