import MapPackIngest

/// The lines of a text file at which its features begin, as its reader counts them.
package struct SourceLines: Sendable {
  /// Per layer (the name of an object of TopoJSON, else empty): the line of each record, in order.
  private let lines: [String: [Int?]]

  /// Reads a file. No line is known if it is not text or cannot be read; of a broken file, those before the fault are.
  ///
  /// - Parameter locations: the paths at which the file may be, of which the first that can be read counts.
  package init(at locations: [String]) {
    lines = locations.lazy.map(SourceFormat.lines(ofFile:)).first { !$0.isEmpty } ?? [:]
  }

  /// The line at which a record begins; `nil` if it is not known. Lines and records count from 1.
  ///
  /// - Parameter layer: the layer of the record. If the file does not have it, the file's only layer counts.
  package func line(ofRecord record: Int, layer: String?) -> Int? {
    guard let found = layer.flatMap({ lines[$0] }) ?? lines[""] ?? (lines.count == 1 ? lines.values.first : nil) else {
      return nil
    }
    return found.indices.contains(record - 1) ? found[record - 1] : nil
  }
}
