import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// Archives that are hostile, damaged or not for this program: one error in words each, and nothing left behind.
@Suite struct ArchiveDamageTests {
  private let fixture: ArchiveFixture

  init() throws { fixture = try ArchiveFixture() }

  private static let layer = ArchiveFixture.file("map.geojson", ArchiveFixture.geoJSON(names: ["x", "y"]))

  @Test(arguments: ["../map.geojson", "a/../../x", "/etc/map.geojson", "\\x", "..\\x", "C:\\x", "c:x", "__MACOSX/../x"])
  func `a path that leads out of the archive is refused`(path: String) throws {
    try fixture.write([Self.layer, ArchiveFixture.file(path, [1])])
    let error = try fixture.failure()
    #expect(error.status == .unreadableData)
    #expect(
      error.description
        == "a.zip: error: the path of “\(path)” leads out of the archive; get the archive again from its publisher")
  }

  @Test(arguments: ["a..b/map.geojson", "a/...b.geojson", "ab:c.geojson"])
  func `dots and colons in names lead nowhere`(path: String) throws {
    try fixture.write([Self.layer, ArchiveFixture.file(path, Self.layer.data)])
    #expect(try fixture.names(layer: "map") == [.text("x"), .text("y")])
  }

  @Test func `a link is not followed`() throws {
    try fixture.write(try ArchiveFixture.shapefile("map", names: ["x"]))
    try fixture.patch { $0.makeLink(2) }
    let error = try fixture.failure()
    #expect(error.status == .unreadableData)
    #expect(
      error.description
        == "a.zip/map.dbf: error: this is a symbolic link, and none is followed in an archive; pack the file itself")
    // One that is no part of the layer is in nobody's way.
    try fixture.write([Self.layer, ArchiveFixture.file("readme", Array("/etc/passwd".utf8))])
    try fixture.patch { $0.makeLink(1) }
    #expect(try fixture.names() == [.text("x"), .text("y")])
  }

  @Test func `an encrypted file is refused`() throws {
    try fixture.write([Self.layer])
    try fixture.patch { $0[0, .flags] |= 1 }
    let error = try fixture.failure()
    #expect(error.status == .unreadableData)
    #expect(error.message == "the file is encrypted")
  }

  @Test(arguments: [(9, "Deflate64"), (98, "PPMd"), (77, "number 77")])
  func `a method of compression that is not known is named`(method: Int, name: String) throws {
    try fixture.write([Self.layer])
    try fixture.patch { $0[0, .method] = method }
    let error = try fixture.failure()
    #expect(error.status == .unreadableData)
    #expect(
      error.message == "the file is compressed by the method \(name), which this system's libzip does not read")
  }

  @Test func `two files of one name are ambiguous`() throws {
    try fixture.write([Self.layer, ArchiveFixture.file("lap.geojson", [1])])
    try fixture.patch { $0[1, .startOfName] = Int(UInt8(ascii: "m")) }
    #expect(try fixture.failure().message == "the archive holds two files of this name")
  }

  // MARK: Bombs

  @Test(arguments: [false, true])
  func `a size in the directory that is not the file's is an error`(isStored: Bool) throws {
    for difference in [-100, -1, 1, 300] {
      try fixture.write([Self.layer], isStored: isStored)
      try fixture.patch { $0[0, .size] += difference }
      let error = try fixture.failure()
      #expect(error.status == .unreadableData)
      #expect(
        error.message == "the archive is damaged: the file is not what the list of its files says", "\(difference)")
    }
  }

  @Test func `no byte beyond the size in the directory is written`() throws {
    // Fifty megabytes that say they are ten bytes.
    let path = try fixture.write([ArchiveFixture.file("map.json", [UInt8](repeating: 32, count: 50_000_000))])
    try fixture.patch { $0[0, .size] = 10 }
    let archive = try Archive(path: path, shownAs: "a.zip")
    let target = fixture.folder.path("out")
    let output = try ScratchFile(path: target, shownAs: "out")
    var written = 0
    #expect(throws: StageError.self) { try archive.unpack(archive.entries[0], to: output) { written += $0 } }
    #expect(written == 0)
    #expect(try fixture.folder.bytes(of: "out") == [])
  }

  @Test func `a layer over the limits is refused before it is unpacked`() throws {
    let path = try fixture.write(
      try ArchiveFixture.shapefile("map", names: (0..<4000).map { _ in "" }, extensions: ["shp", "dbf"]))
    let layer = try ArchivedLayer(request(path))
    let size = layer.unpackedSize
    func message(_ change: (inout ArchiveLimits) -> Void) throws -> String {
      var limits = ArchiveLimits()
      change(&limits)
      do throws(StageError) {
        _ = try ArchivedLayer(request(path), limits: limits)
      } catch {
        #expect(error.status == .unreadableData)
        return error.message
      }
      return "nothing"
    }
    #expect(try message { $0.bytes = size } == "nothing")
    #expect(
      try message { $0.bytes = size - 1 }
        == "the layer would unpack to \(Figures.grouped(size)) bytes, more than \(Figures.grouped(size - 1))")
    #expect(try message { $0.bytes = 10 } == "the layer would unpack to more than 10 bytes")
    let archiveSize = try fixture.folder.bytes(of: "a.zip").count
    let ratio = size / archiveSize
    #expect(ratio > 3)
    #expect(try message { ($0.ratio, $0.bytesWithoutRatio) = (ratio + 1, 0) } == "nothing")
    #expect(try message { ($0.ratio, $0.bytesWithoutRatio) = (1, size) } == "nothing")
    #expect(
      try message { ($0.ratio, $0.bytesWithoutRatio) = (ratio - 1, size - 1) }
        == "the layer would unpack to \(Figures.grouped(size)) bytes, \(Figures.grouped(ratio)) times the archive's own size"
    )
    #expect(try message { $0.entries = 2 } == "nothing")
    #expect(try message { $0.entries = 1 } == "the archive holds 2 files, more than 1")
  }

  @Test func `a directory that says gigabytes is refused at once`() throws {
    try fixture.write([Self.layer])
    try fixture.patch { $0[0, .size] = 0xFFFF_FFF0 }
    let error = try fixture.failure()
    #expect(error.message.hasPrefix("the layer would unpack to 4,294,967,280 bytes, "))
    #expect(error.remedy == "if that is right, unpack the archive, and name the file")
  }

  // MARK: Damage

  @Test func `a checksum that is wrong is an error`() throws {
    try fixture.write([Self.layer])
    try fixture.patch { $0[0, .checksum] ^= 1 }
    let error = try fixture.failure()
    #expect(error.status == .unreadableData)
    #expect(
      error.description
        == "a.zip/map.geojson: error: the archive is damaged: the file's checksum is wrong; get the archive again")
  }

  @Test func `what is no archive, empty, cut off or one of several volumes says so`() throws {
    func message(_ bytes: [UInt8]) throws -> String {
      try fixture.folder.write(bytes, to: "a.zip")
      let error = try fixture.failure()
      #expect(error.status == .unreadableData)
      #expect(error.file == "a.zip")
      return error.message
    }
    #expect(try message([]) == "the file is empty")
    #expect(try message(Array("<!DOCTYPE html>".utf8)) == "this is not a zip archive")
    #expect(try message([0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)) == "the archive holds no file")
    try fixture.write([Self.layer])
    let whole = try fixture.folder.bytes(of: "a.zip")
    #expect(
      try message(Array(whole.dropLast(30)))
        == "the archive is cut off: the list of its files, at its end, is missing")
    var volume = ArchiveBytes(whole)
    volume.set(1, at: volume.end + 4, width: 2)
    #expect(try message(volume.bytes) == "the archive is one volume of several")
    #expect(try fixture.failure("absent.zip").status == .noInput)
  }

  @Test func `an archive cut at any byte is an error`() throws {
    try fixture.write(try ArchiveFixture.shapefile("map", names: ["x"]))
    let whole = try fixture.folder.bytes(of: "a.zip")
    for count in whole.indices {
      try fixture.folder.write(whole[..<count], to: "a.zip")
      #expect(try fixture.failure().status == .unreadableData, "\(count)")
    }
  }

  // MARK: Temporary files

  @Test func `temporary files are only the user's, and go after reading and after an error`() throws {
    do {
      let scratch = try ScratchFolder(in: fixture.folder.url.path)
      let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
      let file = scratch.path + "/x"
      _ = try ScratchFile(path: file, shownAs: "x")
      let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(permissions == 0o600)
      // A file that is there is not written over.
      #expect(throws: StageError.self) { _ = try ScratchFile(path: file, shownAs: "x") }
      _ = consume scratch
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path) == [])
  }

  @Test func `a folder for temporary files that is not there is an error in words`() throws {
    let path = try fixture.write([Self.layer])
    let absent = fixture.folder.path("absent")
    do throws(StageError) {
      _ = try MapPackIngest.ingest([request(path)], temporaryFolder: absent)
      Issue.record("no error was thrown")
    } catch {
      #expect(error.status == .cannotCreate)
      #expect(error.message == "no folder for temporary files can be made in \(absent): No such file or directory")
    }
  }

  #if os(Linux)
    @Test func `a full disk is an error in words`() throws {
      let path = try fixture.write([Self.layer])
      let archive = try Archive(path: path, shownAs: "a.zip")
      let full = try ScratchFile(path: "/dev/full", shownAs: "a.zip/map.geojson", isNew: false)
      do throws(StageError) {
        try archive.unpack(archive.entries[0], to: full) { _ in }
        Issue.record("no error was thrown")
      } catch {
        #expect(error.status == .cannotWrite)
        #expect(
          error.message == "it cannot be unpacked into the folder for temporary files: No space left on device")
      }
    }
  #endif
}
