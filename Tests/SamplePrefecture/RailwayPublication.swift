import CMapPackShapelib
import Foundation

/// The prefecture's railways, stations and a recorded ride: a Shapefile of lines in the schema of N02, and two GPX files.
package enum RailwayPublication {
  /// The files of the folder.
  package static func files() throws -> [Member] {
    let sections = Shapefile(
      type: SHPT_ARC, fields: [("N02_001", 2), ("N02_002", 1), ("N02_003", 40), ("N02_004", 40)],
      records: Railways.sections().map { section in
        let line = section.line
        return Shapefile.Record(
          parts: [section.points], values: [line.railwayClass, line.companyClass, line.name, line.company])
      })
    return try sections.files(stem: "N02-sample_RailroadSection") + [
      Member(name: "stations.gpx", bytes: Array(stations.utf8)),
      Member(name: "coast-ride.gpx", bytes: Array(ride.utf8)),
    ]
  }

  private static var stations: String {
    gpx(
      Railways.stations.map { station in
        """
          <wpt \(attributes(station.position))>
            <name>\(station.name)駅</name>
            <desc>\(station.lines.map(\.name).joined(separator: "、"))</desc>
            <sym>\(station.lines.count > 1 ? "Junction" : "Station")</sym>
          </wpt>

        """
      }.joined())
  }

  private static var ride: String {
    let segments = Ride().segments.map { segment in
      let points = segment.map { point in
        "      <trkpt \(attributes(point.position))><ele>\(decimal(point.height, places: 1))</ele>"
          + "<time>2024-05-03T\(clock(point.time))Z</time></trkpt>\n"
      }
      return "    <trkseg>\n\(points.joined())    </trkseg>\n"
    }
    return gpx("  <trk>\n    <name>海岸サイクリング</name>\n    <type>cycling</type>\n\(segments.joined())  </trk>\n")
  }

  private static func gpx(_ content: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="MapPack SamplePrefecture" xmlns="http://www.topografix.com/GPX/1/1">
      <metadata><desc>実在しません。Invented: no such land, railway or ride exists.</desc></metadata>
    \(content)</gpx>

    """
  }

  private static func attributes(_ position: Position) -> String {
    "lat=\"\(decimal(position.latitude, places: 6))\" lon=\"\(decimal(position.longitude, places: 6))\""
  }

  /// A number that is not negative, with so many digits behind the point.
  private static func decimal(_ value: Double, places: Int) -> String {
    let unit = (0..<places).reduce(1) { unit, _ in unit * 10 }
    let whole = Int((value * Double(unit)).rounded())
    let digits = String(unit + whole % unit).dropFirst()
    return "\(whole / unit).\(digits)"
  }

  private static func clock(_ seconds: Int) -> String {
    [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { String(100 + $0).dropFirst() }.joined(separator: ":")
  }
}
