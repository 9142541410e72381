import Foundation
import MapPackEmit
import MapPackFeatures
import MapPackFiles

/// A map and its figures in one block of bytes: the length of the JSON of both as a little-endian UInt32, the JSON, and
/// the shapes.
package struct PreviewMap: Encodable {
  package var map: PageMap
  package var figures: PreviewFigures?

  package init(map: PageMap, figures: PreviewFigures? = nil) {
    (self.map, self.figures) = (map, figures)
  }

  package var bytes: Data {
    get throws(StageError) {
      let json = try SortedJSON.encoded(self, isForReaders: false)
      var data = Data()
      for shift in [0, 8, 16, 24] { data.append(UInt8(truncatingIfNeeded: json.count >> shift)) }
      return data + json + map.shapes
    }
  }
}
