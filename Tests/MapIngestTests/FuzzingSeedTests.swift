import Foundation
import MapFeatures
import TestSupport
import Testing

@testable import MapIngest

/// Puts an input where a source would be.
private func source(_ input: URL, _ target: String, in folder: TemporaryFolder) throws -> SourceRequest {
  let bytes = try [UInt8](Data(contentsOf: input))
  guard ["shapefile", "projected", "dbf"].contains(target) else {
    return request(try folder.write(bytes, to: input.lastPathComponent))
  }
  var files = ShapefileInput(bytes)
  var system: String?
  if target == "projected" {
    system = files.projectedSystem
    files.parts[3] = []
  }
  if target == "dbf" {
    files = ShapefileInput([])
    files.parts[0] = ShapefileInput.shapesWithoutRecord
    files.parts[2] = bytes
  }
  for (fileExtension, part) in zip(ShapefileInput.extensions, files.parts)
  where fileExtension == "shp" || !part.isEmpty {
    try folder.write(part, to: "map." + fileExtension)
  }
  return request(folder.path("map.shp"), system: system)
}

@Test(arguments: ["shapefile", "projected", "dbf", "geojson", "topojson", "kml", "zip", "gzip"])
private func `what the fuzzer begins with and has found gives a table or an error`(target: String) throws {
  var tables = 0
  for input in try FuzzingInputs.all(of: target) {
    let folder = try TemporaryFolder()
    let request = try source(input, target, in: folder)
    do throws(StageError) {
      let table = try ingest([request])
      #expect(table.brokenPromises == [], "\(input.lastPathComponent)")
      tables += 1
    } catch {
      // Of an archive the layer has to be named, of a topology the object.
      let mayAsk = ["zip", "topojson"].contains(target) && error.status == .usage
      #expect(error.status == .unreadableData || mayAsk, "\(input.lastPathComponent)")
      #expect(error.file != nil, "\(input.lastPathComponent)")
    }
  }
  // What is refused at once is nothing to begin with.
  #expect(tables > 1)
}

@Test func `what the fuzzer begins with and has found in well-known text is read without its identifiers`() throws {
  let inputs = try FuzzingInputs.all(of: "wkt")
  #expect(inputs.count > 10)
  for input in inputs {
    let text = String(decoding: try Data(contentsOf: input), as: UTF8.self)
    _ = CoordinateSystem.described(by: text)
    guard WellKnownText(text) != nil else { continue }
    let rest = WellKnownText.withoutIdentifiers(text)
    #expect(WellKnownText(rest) != nil, "\(input.lastPathComponent)")
    #expect(!rest.contains("AUTHORITY[") && !rest.contains(",ID["), "\(input.lastPathComponent)")
  }
}

@Test(arguments: ["shapefile", "projected", "dbf", "geojson", "topojson", "kml", "zip", "gzip", "wkt"])
private func `what the fuzzer begins with is small`(target: String) throws {
  for input in try FuzzingInputs.all(of: target) {
    #expect(try Data(contentsOf: input).count <= 4096, "\(input.lastPathComponent)")
  }
}
