import CMapPackIconv
import CMapPackShapelib
import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import Testing

@testable import MapPackIngest

/// The rows of a publisher's table as they are to be read, each with its rings, to be written as a Shapefile or as KML.
struct PublisherTable {
  struct Row {
    /// Per field its text; `nil`: blank.
    var values: [String?]
    /// Shells clockwise, closed.
    var rings: [[(Double, Double)]]

    init(_ values: [String?], _ rings: [(Double, Double)]...) {
      self.values = values
      self.rings = rings
    }
  }

  var fields: [ShapefileFixture.Field]
  var rows: [Row]

  /// Writes a Shapefile as shapelib does, its text in an encoding; the answer is the path of the .shp.
  func writeShapefile(
    to folder: TemporaryFolder, stem: String = "map", encoding: String, projection: String, codePage: String? = nil
  ) throws -> String {
    let path = try ShapefileFixture(
      fields: fields,
      shapes: rows.map { row in
        .init(row.rings, bytes: try row.values.map { try $0.map { try encoded($0, in: encoding) } })
      }
    ).write(to: folder, stem: stem)
    try folder.write(projection, to: stem + ".prj")
    if let codePage { try folder.write(codePage, to: stem + ".cpg") }
    return path
  }

  /// A KML document with a schema, as ogr2ogr and ArcGIS write it: the fields in SchemaData. `change` brings the
  /// coordinates to longitude and latitude.
  func kml(
    schema: String, namespace: String = "http://www.opengis.net/kml/2.2", encoding: String = "UTF-8",
    name: String? = nil, change: (Double, Double) -> (Double, Double) = { ($0, $1) }
  ) -> String {
    let names = fields.map(\.name)
    let declarations = names.map { #"<SimpleField name="\#($0)" type="string"/>"# }.joined(separator: "\n")
    let placemarks = rows.map { row in
      let data = zip(names, row.values).map { name, value in
        value.map { #"<SimpleData name="\#(name)">\#($0)</SimpleData>"# } ?? ""
      }
      let shape = row.rings.enumerated().map { index, ring in
        let positions = ring.map { change($0.0, $0.1) }.map { "\($0.0),\($0.1)" }.joined(separator: " ")
        let boundary = index == 0 ? "outerBoundaryIs" : "innerBoundaryIs"
        return "<\(boundary)><LinearRing><coordinates>\(positions)</coordinates></LinearRing></\(boundary)>"
      }
      let label = name.flatMap(names.firstIndex(of:)).flatMap { row.values[$0] }.map { "<name>\($0)</name>" } ?? ""
      return """
        <Placemark>\(label)
        <ExtendedData><SchemaData schemaUrl="#\(schema)">\(data.joined(separator: "\n"))</SchemaData></ExtendedData>
        <MultiGeometry><Polygon>\(shape.joined())</Polygon></MultiGeometry>
        </Placemark>
        """
    }
    return """
      <?xml version="1.0" encoding="\(encoding)"?>
      <kml xmlns="\(namespace)">
      <Document id="root_doc">
      <Schema name="\(schema)" id="\(schema)">
      \(declarations)
      </Schema>
      <Folder><name>\(schema)</name>
      \(placemarks.joined(separator: "\n"))
      </Folder>
      </Document>
      </kml>
      """
  }

  /// The texts of a field, by row.
  func texts(_ field: String) -> [String?] {
    fields.firstIndex { $0.name == field }.map { column in rows.map { $0.values[column] } } ?? []
  }
}

struct NotEncodable: Error {
  var text: String
}

/// A text's bytes in an encoding that iconv knows.
func encoded(_ text: String, in encoding: String) throws -> [UInt8] {
  if encoding == "UTF-8" { return Array(text.utf8) }
  // iconv_open's error is the pointer -1.
  guard let converter = iconv_open(encoding, "UTF-8"), Int(bitPattern: converter) != -1 else {
    throw NotEncodable(text: encoding)
  }
  defer { iconv_close(converter) }
  var source = text.utf8.map { CChar(bitPattern: $0) }
  var target = [CChar](repeating: 0, count: 4 * source.count + 8)
  let written = source.withUnsafeMutableBufferPointer { source in
    target.withUnsafeMutableBufferPointer { target -> Int? in
      var (from, fromLeft) = (source.baseAddress, source.count)
      var (to, toLeft) = (target.baseAddress, target.count)
      return iconv(converter, &from, &fromLeft, &to, &toLeft) == 0 ? target.count - toLeft : nil
    }
  }
  guard let written else { throw NotEncodable(text: text) }
  return target[..<written].map { UInt8(bitPattern: $0) }
}

/// A rectangle, clockwise and closed.
func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [(Double, Double)] {
  [(x, y), (x, y + height), (x + width, y + height), (x + width, y), (x, y)]
}

/// What a coverage holds of a region, to be compared with what was written.
struct RegionFacts: Equatable {
  var code: String
  var name: String
  var polygons: Int
}

extension Coverage {
  var facts: [RegionFacts] {
    regions.enumerated().map { number, region in
      RegionFacts(
        code: region.code, name: region.name, polygons: polygonStart[number + 1] - polygonStart[number])
    }
  }

  /// Rules under which features were left out, and how many.
  var dropped: [String: Int] {
    var counts: [String: Int] = [:]
    for entry in ledger.entries {
      if case .dropped(let rule) = entry.outcome { counts[rule.rawValue, default: 0] += 1 }
    }
    return counts
  }
}
