import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// Keeps the events of a stage.
private final class Recorder: @unchecked Sendable {
  // Guarded by `lock`: events may come from any thread.
  private var kept: [ProgressEvent] = []
  private let lock = NSLock()

  func record(_ event: ProgressEvent) { lock.withLock { kept.append(event) } }
  var events: [ProgressEvent] { lock.withLock { kept } }
}

@Test func `progress rises to the bytes of all sources, in few hundred steps`() throws {
  let folder = try TemporaryFolder()
  let shapes = try ShapefileFixture(
    fields: [.text("N")], shapes: (0..<90).map { number in .init([square(Double(number), 0)], ["\(number)"]) }
  ).write(to: folder)
  let element = #"{"type":"Feature","geometry":null}"#
  let json = try folder.write(
    #"{"type":"FeatureCollection","features":["# + Array(repeating: element, count: 900).joined(separator: ",") + "]}",
    to: "second.json")
  let total = try folder.bytes(of: "map.shp").count + folder.bytes(of: "second.json").count

  let recorder = Recorder()
  let table = try MapPackIngest.ingest([request(shapes), request(json)]) { recorder.record($0) }
  #expect(table.ledger.entries.count == 990)
  let events = recorder.events
  #expect(events.map(\.done) == events.map(\.done).sorted())
  #expect(events.last?.done == total)
  #expect(events.allSatisfy { $0.total == total && $0.unit == "bytes" && $0.activity == "reading" })
  #expect((10...210).contains(events.count))
}

@Test func `unpacking has a progress of its own, to the bytes of all files that are unpacked`() throws {
  let fixture = try ArchiveFixture()
  let shapes = try ArchiveFixture.shapefile("map", names: (0..<400).map { "\($0)" })
  let json = ArchiveFixture.file("map.json", ArchiveFixture.geoJSON(names: (0..<400).map { "\($0)" }))
  let paths = [try fixture.write(shapes, to: "a.zip"), try fixture.write([json], to: "b.zip")]

  let recorder = Recorder()
  _ = try MapPackIngest.ingest(paths.map { request($0) }) { recorder.record($0) }
  for (activity, total) in [
    ("unpacking", (shapes + [json]).map(\.data.count).reduce(0, +)),
    ("reading", shapes[0].data.count + json.data.count),
  ] {
    let events = recorder.events.filter { $0.activity == activity }
    #expect(events.map(\.done) == events.map(\.done).sorted())
    #expect(events.last?.done == total)
    #expect(events.allSatisfy { $0.total == total && $0.unit == "bytes" })
  }
}

@Test func `the progress of a file that is compressed ends at the bytes that came out of it`() throws {
  let fixture = try ArchiveFixture()
  let json = ArchiveFixture.geoJSON(names: (0..<900).map { "\($0)" })
  let member = gzipMember(json)
  let path = try fixture.folder.write(member, to: "map.geojson.gz")

  let recorder = Recorder()
  _ = try MapPackIngest.ingest([request(path), request(path)]) { recorder.record($0) }
  for (activity, total) in [("unpacking", 2 * member.count), ("reading", 2 * json.count)] {
    let events = recorder.events.filter { $0.activity == activity }
    #expect(events.map(\.done) == events.map(\.done).sorted())
    #expect(events.last?.done == total && events.last?.total == total)
  }
}
