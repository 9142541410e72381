import CMapPackShapelib
import Foundation
import TestSupport

/// The prefecture as an authority would publish it.
package enum Publication {
  package static let archive = "N03-sample_99_GML.zip"
  private static let stem = "N03-sample_99"

  /// The files of the archive.
  package static func members() throws -> [Member] {
    let files =
      try shapefile(Plan.prefecture.features()).files(stem: stem) + [
        Member(name: "KS-META-\(stem).xml", bytes: Array(metadata.utf8))
      ]
    return files.map { Member(name: "\(stem)_GML/\($0.name)", bytes: $0.bytes) }
  }

  private static func shapefile(_ features: [Feature]) -> Shapefile {
    Shapefile(
      type: SHPT_POLYGON,
      fields: [("N03_001", 10), ("N03_002", 20), ("N03_003", 20), ("N03_004", 20), ("N03_007", 5)],
      records: features.map { feature in
        // Shells clockwise, as the publisher has them: the other way round, and closed.
        Shapefile.Record(
          parts: feature.rings.map { [$0[0]] + $0.reversed() },
          values: ["見本県", nil, feature.district, feature.name, feature.code])
      })
  }

  /// Writes the archive of these files into a folder.
  package static func write(_ members: [Member], to folder: URL) throws {
    try zipArchive(
      members.map { (name: Array($0.name.utf8), data: $0.bytes) }, to: folder.appendingPathComponent(archive).path)
  }

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
