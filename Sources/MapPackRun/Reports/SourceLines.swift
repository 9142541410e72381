import Foundation
import MapPackIngest

/// The lines of a text file at which its features begin. The file is GeoJSON, GeoJSON lines or a GeoJSON sequence,
/// TopoJSON or KML.
///
/// Only the beginnings of features are looked for, so a broken file gives the lines up to the fault.
package struct SourceLines: Sendable {
  /// Per layer (the name of an object of TopoJSON, else empty): the line of each record, in order.
  private var lines: [String: [Int]] = [:]

  /// - Parameter isXML: whether the text, which is UTF-8, is KML, not JSON.
  package init(_ text: some Sequence<UInt8>, isXML: Bool) {
    if isXML { findPlacemarks(in: text) } else { findFeatures(in: text) }
  }

  /// Reads a file. No line is known if it is not text or cannot be read.
  ///
  /// - Parameter locations: the paths at which the file may be, of which the first that can be read counts.
  package init(of file: String, at locations: [String]) {
    guard let isXML = SourceFormat.of(ending: URL(fileURLWithPath: file).pathExtension.lowercased())?.isXML,
      let data = locations.lazy.compactMap({ try? Data(contentsOf: URL(fileURLWithPath: $0), options: .mappedIfSafe) })
        .first
    else {
      self.init([], isXML: false)
      return
    }
    self.init(data, isXML: isXML)
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

  /// The bytes of a text, and the line of the byte that was read last.
  private struct Reader<Bytes: IteratorProtocol<UInt8>>: IteratorProtocol {
    var bytes: Bytes
    var line = 1

    mutating func next() -> UInt8? {
      let byte = bytes.next()
      if byte == UInt8(ascii: "\n") { line += 1 }
      return byte
    }
  }

  // MARK: JSON

  private struct OpenValue {
    var isArray: Bool
    /// The key of an object's member that is being read or was read last.
    var key = ""
  }

  private mutating func findFeatures(in text: some Sequence<UInt8>) {
    var reader = Reader(bytes: text.makeIterator())
    var stack: [OpenValue] = []
    // The last text. Only keys are of interest, and those are short.
    var string: [UInt8] = []
    var topLevel: [Int] = []
    while let byte = reader.next() {
      switch byte {
      case UInt8(ascii: "\""):
        string.removeAll(keepingCapacity: true)
        while var letter = reader.next(), letter != UInt8(ascii: "\"") {
          if letter == UInt8(ascii: "\\") { letter = reader.next() ?? letter }
          if string.count < 256 { string.append(letter) }
        }
      case UInt8(ascii: ":"):
        if let last = stack.indices.last { stack[last].key = String(decoding: string, as: UTF8.self) }
      case UInt8(ascii: "{"):
        if stack.isEmpty { topLevel.append(reader.line) }
        if let layer = Self.layer(stack) { lines[layer, default: []].append(reader.line) }
        stack.append(OpenValue(isArray: false))
      case UInt8(ascii: "["): stack.append(OpenValue(isArray: true))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = stack.popLast()
      default: break
      }
    }
    // The file is a feature, or a sequence of features.
    if lines.isEmpty { lines[""] = topLevel }
  }

  /// `nil` if the object is no feature.
  private static func layer(_ stack: [OpenValue]) -> String? {
    if stack.count == 2, stack[0].key == "features", !stack[0].isArray, stack[1].isArray { return "" }
    if stack.count == 4, stack[0].key == "objects", stack[2].key == "geometries", stack[3].isArray {
      return stack[1].key
    }
    return nil
  }

  // MARK: KML

  /// What begins like a tag, and how it ends: a comment, and a CDATA section.
  private static let passedOver = [Array("!--".utf8): Array("-->".utf8), Array("![CDATA[".utf8): Array("]]>".utf8)]

  private mutating func findPlacemarks(in text: some Sequence<UInt8>) {
    var reader = Reader(bytes: text.makeIterator())
    var found: [Int] = []
    while let byte = reader.next() {
      guard byte == UInt8(ascii: "<") else { continue }
      // The tag may end in another line.
      let line = reader.line
      var name: [UInt8] = []
      var ending = Self.passedOver[name]
      while ending == nil, name.count <= 64, let letter = reader.next(), letter > UInt8(ascii: " "),
        letter != UInt8(ascii: ">"), letter != UInt8(ascii: "/")
      {
        name.append(letter)
        ending = Self.passedOver[name]
      }
      if name.split(separator: UInt8(ascii: ":")).last?.elementsEqual("Placemark".utf8) == true { found.append(line) }
      var last: [UInt8] = []
      while let ending, last != ending, let letter = reader.next() {
        last.append(letter)
        if last.count > ending.count { last.removeFirst() }
      }
    }
    lines[""] = found
  }
}
