import MapPackFeatures
import Testing

@Suite struct SourcePlaceTests {
  @Test(
    arguments: [
      ("rides/2024/a.gpx", "a", "2024"), ("a.gpx", "a", nil), ("./a.gpx", "a", nil), ("x/a.geojson.gz", "a", "x"),
      ("x/a.gz", "a", "x"), ("x/N03-20_13.shp", "N03-20_13", "x"), ("x/a.b.kml", "a.b", "x"),
      ("x/.hidden", ".hidden", "x"),
      ("x/data", "data", "x"), ("data/all.zip/in/a.shp", "a", "in"), ("data/all.zip/a.shp", "a", "data"),
      ("all.KMZ/doc.kml", "doc", nil), ("/a.gpx", "a", nil), ("", "", nil),
    ] as [(String, String, String?)])
  func `a path says which file and folder it is`(path: String, file: String, folder: String?) {
    var source = Source(path: path)
    #expect(SourcePlace.file.text(of: source) == file && SourcePlace.folder.text(of: source) == folder)
    #expect(SourcePlace.layer.text(of: source) == file)
    source.layer = "towns"
    #expect(SourcePlace.layer.text(of: source) == "towns" && SourcePlace.file.text(of: source) == file)
  }

  @Test func `only a place that is asked for is a column, and a field of its name wins`() {
    var table = FeatureTable()
    table.sources = [Source(path: "x/a.gpx"), Source(path: "b.gpx")]
    (table.source, table.record, table.identifier) = ([0, 1, 1], [1, 1, 2], [nil, nil, nil])
    (table.fields, table.values) = (["layer "], [[.null, .null, .null]])
    #expect(table.addingPlaces(among: ["name", "files"]).fields == ["layer "])
    let added = table.addingPlaces(among: ["folder", "layer", "file", "file"])
    #expect(added.fields == ["layer ", "file", "folder"])
    #expect(added.values[1...] == [[.text("a"), .text("b"), .text("b")], [.text("x"), .null, .null]])
  }
}
