import Foundation
import MapPackEmit
import MapPackFeatures

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

  static let nothing = refused(404, "nothing is here")
  static let nothingDropped = refused(404, "nothing was dropped yet")
  static let superseded = refused(409, "superseded")

  static func json(_ value: some Encodable) throws(StageError) -> PreviewResponse {
    PreviewResponse(.json, try SortedJSON.encoded(value, isForReaders: false))
  }

  /// A map, with its figures if it was made by settings.
  static func map(_ map: PageMap, _ figures: PreviewFigures? = nil) throws(StageError) -> PreviewResponse {
    PreviewResponse(.bytes, try PreviewMap(map: map, figures: figures).bytes)
  }
}

/// A map and its figures in one block of bytes: the length of the JSON of both as a little-endian UInt32, the JSON, and
/// the shapes.
struct PreviewMap: Encodable {
  var map: PageMap
  var figures: PreviewFigures?

  var bytes: Data {
    get throws(StageError) {
      let json = try SortedJSON.encoded(self, isForReaders: false)
      var data = Data()
      for shift in [0, 8, 16, 24] { data.append(UInt8(truncatingIfNeeded: json.count >> shift)) }
      return data + json + map.shapes
    }
  }
}
