import Foundation
import MapPackEmit
import MapPackFeatures
import MapPackFiles
import MapPackPage

/// The answer to a request of the page.
package struct PreviewResponse: Sendable {
  /// The media type of an answer.
  package enum Content: String, Sendable {
    case html = "text/html; charset=utf-8"
    case json = "application/json"
    case bytes = "application/octet-stream"
  }

  /// The status code of HTTP.
  package var status: Int
  package var content: Content
  package var body: Data

  package init(status: Int = 200, _ content: Content, _ body: Data) {
    self.status = status
    self.content = content
    self.body = body
  }
}

extension PreviewResponse {
  static func refused(_ status: Int, _ words: String) -> PreviewResponse {
    let words = words.line(atMost: 500)
    return PreviewResponse(status: status, .json, Data(JSON.members([("error", .text(words))]).line.utf8))
  }

  /// What cannot be done, with the file's name, and apart from it what to do.
  static func refused(_ error: StageError) -> PreviewResponse {
    let file = error.file.map { URL(fileURLWithPath: $0) }
    var remedy = error.remedy?.words(for: .pipelineFile).line(atMost: 400)
    if let file {
      // A line to copy has the file's own name, and all of its layers.
      let target = file.deletingPathExtension().lastPathComponent + ".gpkg"
      let files = "\(ShellText.word(target)) \(ShellText.word(file.lastPathComponent))"
      for pattern in ["map.geojson SOURCE LAYER", "map.geojson SOURCE"] {
        remedy = remedy?.replacing(pattern, with: files)
      }
    }
    let words = ((error.location.name ?? error.location.code).map { "\($0): " } ?? "") + error.message.line(atMost: 400)
    let named = (file.map { $0.lastPathComponent + ": " } ?? "") + words
    // What is no map is told in one sentence.
    let what = file.map {
      words.hasPrefix("this is ") ? "\($0.lastPathComponent) \(words.dropFirst(5)), which isn’t read here." : named
    }
    // The pipeline file is that of the map that is shown.
    let isTold = file.map { $0.pathExtension == "yml" || words.contains($0.lastPathComponent) } ?? true
    let members: [(String, JSON)] = [
      ("error", .text((isTold ? words : named) + (remedy.map { "; " + $0 } ?? ""))), ("what", .text(what ?? named)),
      ("remedy", JSON(remedy)),
    ]
    return PreviewResponse(status: 422, .json, Data(JSON.members(members).known.line.utf8))
  }

  package static let nothing = refused(404, "nothing is here")
  static let nothingDropped = refused(404, "nothing was dropped yet")
  static let superseded = refused(409, "superseded")

  package static func json(_ value: some Encodable) throws(StageError) -> PreviewResponse {
    PreviewResponse(.json, try SortedJSON.encoded(value, isForReaders: false))
  }

  /// A map, with its figures if it was made by settings.
  package static func map(_ map: PageMap, _ figures: PreviewFigures? = nil) throws(StageError) -> PreviewResponse {
    PreviewResponse(.bytes, try PreviewMap(map: map, figures: figures).bytes)
  }
}
