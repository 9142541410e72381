import MapPackFeatures
import Testing

@Suite struct ImpliedFieldTests {
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
    func texts() -> [String?] {
      [ImpliedField.file, .folder, .layer].map { $0.text(of: source, identifier: nil) }
    }
    #expect(texts() == [file, folder, file])
    source.layer = "towns"
    #expect(texts() == [file, folder, "towns"])
  }

  @Test(arguments: [("4", "4"), (" 04 ", "04"), ("-99", nil), ("", nil), (nil, nil)] as [(String?, String?)])
  func `an id is a text, but what stands for a missing one is not`(identifier: String?, text: String?) {
    #expect(ImpliedField.id.text(of: Source(path: "a.json"), identifier: identifier) == text)
  }

  @Test(arguments: [
    (["0", "1", "2"], true), (["ID_07", "ID_08", "ID_09"], true), (["towns.1", "towns.2"], true),
    (["towns.fid-6a_1", "towns.fid-6a_5"], true), (["4", "8", "12"], false), (["01", "02", "04"], false),
    (["3", "5", "6", "8", "9", "12", "13", "14", "17", "18"], true), (["US-CA", "US-NV"], false), (["7"], false),
  ])
  func `ids that a program counted are told`(ids: [String], areCounted: Bool) {
    #expect(ImpliedField.areCounted(ids) == areCounted)
  }

  @Test func `only a place that is asked for is a column, and a field of its name wins`() {
    var table = FeatureTable()
    table.sources = [Source(path: "x/a.gpx"), Source(path: "b.gpx")]
    (table.source, table.record, table.identifier) = ([0, 1, 1], [1, 1, 2], [nil, nil, nil])
    (table.fields, table.values) = (["layer "], [[.null, .null, .null]])
    #expect(table.addingImpliedFields(among: ["name", "files"]).fields == ["layer "])
    let added = table.addingImpliedFields(among: ["folder", "layer", "file", "file"])
    #expect(added.fields == ["layer ", "file", "folder"])
    #expect(table.addingImpliedFields(among: ["id"]).fields == ["layer "])
    table.identifier = ["1", "-99", nil]
    #expect(table.addingImpliedFields(among: ["id"]).values.last == [.text("1"), .null, .null])
    #expect(added.values[1...] == [[.text("a"), .text("b"), .text("b")], [.text("x"), .null, .null]])
  }
}
