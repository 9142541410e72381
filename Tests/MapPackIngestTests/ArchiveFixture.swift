import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// Makes archives in a folder of one test, and reads them with a folder for temporary files of their own.
struct ArchiveFixture {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A name in an archive and its bytes.
  typealias File = (name: [UInt8], data: [UInt8])

  static func file(_ name: String, _ data: [UInt8]) -> File { (Array(name.utf8), data) }

  /// A Shapefile of one square for each name, as files in the folder `path` of an archive.
  static func shapefile(_ path: String, names: [String], extensions: [String] = ["shp", "shx", "dbf"]) throws -> [File]
  {
    let folder = try TemporaryFolder()
    let shapes = names.enumerated().map { number, name in
      ShapefileFixture.Shape([square(Double(number % 50 * 3), 0)], [name])
    }
    try ShapefileFixture(fields: [.text("NAME")], shapes: shapes).write(to: folder)
    return try extensions.map { file(path + "." + $0, try folder.bytes(of: "map." + $0.lowercased())) }
  }

  static func geoJSON(names: [String]) -> [UInt8] {
    let features = names.map { name in
      #"{"type":"Feature","properties":{"NAME":"\#(name)"},"geometry":{"type":"Polygon","#
        + #""coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}"#
    }
    return Array(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#.utf8)
  }

  @discardableResult
  func write(_ files: [File], to name: String = "a.zip", isStored: Bool = false) throws -> String {
    let path = folder.path(name)
    try zipArchive(files, to: path, isStored: isStored)
    return path
  }

  /// The names of the features of the layer that is asked for. Whether it can be read or not, no temporary file is left.
  func names(_ archive: String = "a.zip", layer: String? = nil) throws -> [AttributeValue] {
    try table(archive, layer: layer).column("NAME")
  }

  func table(_ archive: String = "a.zip", layer: String? = nil) throws -> FeatureTable {
    let scratch = folder.path("scratch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    defer { #expect((try? FileManager.default.contentsOfDirectory(atPath: scratch)) == []) }
    return try MapPackIngest.ingest([request(folder.path(archive), layer: layer)], temporaryFolder: scratch)
  }

  /// The error of an archive that cannot be read.
  func failure(_ archive: String = "a.zip", layer: String? = nil) throws -> StageError {
    do {
      _ = try table(archive, layer: layer)
    } catch let error as StageError {
      return error
    }
    return try #require(nil as StageError?, "no error was thrown")
  }

  /// Changes the bytes of an archive.
  func patch(_ archive: String = "a.zip", _ change: (inout ArchiveBytes) throws -> Void) throws {
    var bytes = ArchiveBytes(try folder.bytes(of: archive))
    try change(&bytes)
    try folder.write(bytes.bytes, to: archive)
  }
}

/// The bytes of an archive, with its directory to be changed. Source: APPNOTE.TXT 6.3.10, sections 4.3.12 and 4.3.16.
struct ArchiveBytes {
  /// A field of an entry of the directory: its position and its width.
  enum Field {
    case system, flags, method, checksum, size, attributes, startOfName

    var position: Int {
      switch self {
      case .system: 5
      case .flags: 8
      case .method: 10
      case .checksum: 16
      case .size: 24
      case .attributes: 38
      case .startOfName: 46
      }
    }

    var width: Int {
      switch self {
      case .system, .startOfName: 1
      case .flags, .method: 2
      case .checksum, .size, .attributes: 4
      }
    }
  }

  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func value(at position: Int, width: Int) -> Int {
    (0..<width).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
  }

  /// Where the record at the archive's end begins, without a comment after it.
  var end: Int { bytes.count - 22 }

  private func start(of entry: Int) -> Int {
    var position = value(at: end + 16, width: 4)
    for _ in 0..<entry {
      position +=
        46 + value(at: position + 28, width: 2) + value(at: position + 30, width: 2)
        + value(at: position + 32, width: 2)
    }
    return position
  }

  mutating func set(_ value: Int, at position: Int, width: Int) {
    for byte in 0..<width { bytes[position + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
  }

  /// What the directory says of an entry.
  subscript(entry: Int, field: Field) -> Int {
    get { value(at: start(of: entry) + field.position, width: field.width) }
    set { set(newValue, at: start(of: entry) + field.position, width: field.width) }
  }

  /// Makes an entry a symbolic link of Unix.
  mutating func makeLink(_ entry: Int) {
    self[entry, .system] = 3
    self[entry, .attributes] = 0o120777 << 16
  }
}
