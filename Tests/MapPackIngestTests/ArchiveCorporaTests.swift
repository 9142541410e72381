import Foundation
import MapPackFeatures
import Testing

@testable import MapPackIngest

private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"]

@Suite(.enabled(if: corpora != nil))
struct ArchiveCorporaTests {
  @Test func `the station's layers are listed, and each can be chosen`() throws {
    let path = try #require(corpora) + "/imdf-shp-jr-stations/shape_data/JRShinjukuSta_6677.zip"
    let error = try failure { () throws(StageError) in try ingest(path) }
    #expect(error.status == .usage)
    #expect(error.message == "the archive holds 16 layers")
    let names = try #require(error.remedy?.split(separator: ": ").last).split(separator: ", ").map(String.init)
    #expect(names.count == 16)
    for name in names {
      let layer = try ArchivedLayer(request(path, layer: name))
      #expect(layer.shapes.name == name)
      #expect(layer.parts.count == 4)
    }
  }
}
