import Foundation
import TestSupport

/// The prefecture as an authority would publish it.
package enum Publication {
  package static let archive = "N03-sample_99_GML.zip"
  private static let stem = "N03-sample_99"

  /// The files of the archive.
  package static func members() throws -> [Member] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mappack-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Shapefile(prefecture: "見本県", features: Plan.prefecture.features()).write(to: folder, stem: stem)
    let written = try ["shp", "shx", "dbf"].map { type in
      Member(
        name: "\(stem)_GML/\(stem).\(type)",
        bytes: Array(try Data(contentsOf: folder.appendingPathComponent("\(stem).\(type)"))))
    }
    return written + [
      Member(name: "\(stem)_GML/\(stem).prj", bytes: Array(coordinateSystem.utf8)),
      Member(name: "\(stem)_GML/KS-META-\(stem).xml", bytes: Array(metadata.utf8)),
    ]
  }

  /// Writes the archive of these files into a folder.
  package static func write(_ members: [Member], to folder: URL) throws {
    try zipArchive(
      members.map { (name: Array($0.name.utf8), data: $0.bytes) }, to: folder.appendingPathComponent(archive).path)
  }

  /// JGD2011 in ESRI's words.
  private static let coordinateSystem = """
    GEOGCS["GCS_JGD_2011",DATUM["D_JGD_2011",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],\
    UNIT["Degree",0.0174532925199433]]
    """

  private static let metadata = """
    <?xml version="1.0" encoding="UTF-8"?>
    <metadata>
      <title>見本県 行政区域（架空）</title>
      <abstract>実在しない県です。An invented prefecture: no such land, municipality or code exists.</abstract>
      <coordinateSystem>JGD2011</coordinateSystem>
      <licence>CC0 1.0</licence>
    </metadata>

    """
}
