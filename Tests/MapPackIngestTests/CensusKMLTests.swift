import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import Testing

@testable import MapPackIngest

// A cartographic boundary file of the US Census as KML: a Schema, SimpleData, and the attributes once more as an HTML
// table in the description.

private let names = ["STATEFP", "COUNTYFP", "COUNTYNS", "AFFGEOID", "GEOID", "NAME", "LSAD", "ALAND", "AWATER"]

private func county(_ number: String, _ name: String, lsad: String, _ shape: String) -> String {
  let values = ["24", number, "01702381", "0500000US24\(number)", "24\(number)", name, lsad, "1549740652", "1797365"]
  let rows = zip(names, values).map { "<tr><th>\($0)</th>\n<td>\($1)</td></tr>" }.joined(separator: "\n")
  let data = zip(names, values).map { #"<SimpleData name="\#($0)">\#($1)</SimpleData>"# }.joined(separator: "\n")
  return """
    <Placemark id="kml_\(number)">
      <name><![CDATA[<at><openparen>\(name)<closeparen>]]></name>
      <visibility>1</visibility>
      <description><![CDATA[<center><table><tr><th colspan='2' align='center'><em>Attributes</em></th></tr>
    <tr bgcolor="#E3E3F3">\(rows)</tr></table></center>]]></description>
      <styleUrl>#KMLStyler</styleUrl>
      <ExtendedData>
        <SchemaData schemaUrl="#kml_schema_ft_cb_2016_us_county_500k">
    \(data)
        </SchemaData>
      </ExtendedData>
    \(shape)
    </Placemark>
    """
}

private func area(_ shell: String, hole: String? = nil) -> String {
  let inner = hole.map {
    "<innerBoundaryIs><LinearRing><coordinates>\($0)</coordinates></LinearRing></innerBoundaryIs>"
  }
  return """
    <Polygon><extrude>0</extrude><tessellate>1</tessellate><altitudeMode>clampToGround</altitudeMode>
    <outerBoundaryIs><LinearRing><coordinates>\(shell)</coordinates></LinearRing></outerBoundaryIs>
    \(inner ?? "")</Polygon>
    """
}

@Test func `Census KML gives its counties by GEOID, one in another of the same name`() throws {
  let city = "-76.6,39.3,0.0 -76.6,39.4,0.0 -76.5,39.4,0.0 -76.5,39.3,0.0 -76.6,39.3,0.0"
  let around = "-76.8,39.2,0.0 -76.8,39.6,0.0 -76.4,39.6,0.0 -76.4,39.2,0.0 -76.8,39.2,0.0"
  let island = "-76.3,39.2,0.0 -76.3,39.25,0.0 -76.25,39.25,0.0 -76.3,39.2,0.0"
  let text = """
    <?xml version="1.0" encoding="utf-8" ?>
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
    <name>cb_2016_us_county_500k</name>
    <open>1</open>
    <Style id="KMLStyler"><IconStyle><scale>0.8</scale></IconStyle><PolyStyle><fill>0</fill></PolyStyle></Style>
    <Schema name="cb_2016_us_county_500k" id="kml_schema_ft_cb_2016_us_county_500k">
    \(names.map { #"<SimpleField type="xsd:string" name="\#($0)"><displayName>\#($0)</displayName></SimpleField>"# }
      .joined(separator: "\n"))
    </Schema>
    <Folder id="kml_ft_cb_2016_us_county_500k"><name>cb_2016_us_county_500k</name>
    \(county("510", "Baltimore", lsad: "25", area(city)))
    \(county("005", "Baltimore", lsad: "06", "<MultiGeometry>\(area(around, hole: city))\(area(island))</MultiGeometry>"))
    </Folder></Document></kml>
    """
  let folder = try TemporaryFolder()
  let table = try ingest(try folder.write(text, to: "cb_2016_us_county_500k.kml"))
  #expect(table.fields == ["Folder", "name", "description"] + names)
  #expect(table.identifier == ["kml_510", "kml_005"])
  #expect(
    table.column("name") == [
      .text("<at><openparen>Baltimore<closeparen>"), .text("<at><openparen>Baltimore<closeparen>"),
    ])
  #expect(table.column("GEOID") == [.text("24510"), .text("24005")])
  #expect(table.column("ALAND") == [.text("1549740652"), .text("1549740652")])
  #expect(table.column("description").allSatisfy { $0.displayText?.hasPrefix("<center><table>") == true })
  #expect(table.ringCounts == [[1], [2, 1]])
  #expect(table.findings == [] && table.brokenPromises == [])

  let coverage = try merge(
    table, options: MergeOptions(key: try Template("GEOID"), name: try Template("NAME"), clean: .none))
  #expect(
    coverage.facts == [
      RegionFacts(code: "24005", name: "Baltimore", polygons: 2),
      RegionFacts(code: "24510", name: "Baltimore", polygons: 1),
    ])
  // A degree squared there, less the enclave, and the island's triangle.
  let degree = coverage.regions[1].area / 0.01
  #expect(abs(coverage.regions[0].area / degree / (0.16 - 0.01 + 0.00125) - 1) < 0.01)
}
