import Foundation

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

  /// The line at which a record begins; `nil` if it is not known. Lines and records count from 1.
  ///
  /// - Parameter layer: the layer of the record. If the file does not have it, the file's only layer counts.
  package func line(ofRecord record: Int, layer: String?) -> Int? {
    guard let found = layer.flatMap({ lines[$0] }) ?? lines[""] ?? (lines.count == 1 ? lines.values.first : nil) else {
      return nil
    }
    return found.indices.contains(record - 1) ? found[record - 1] : nil
  }

  // MARK: JSON

  private struct OpenValue {
    var isArray: Bool
    /// The key of an object's member that is being read or was read last.
    var key = ""
    var expectsKey = true
  }

  private mutating func findFeatures(in text: some Sequence<UInt8>) {
    var stack: [OpenValue] = []
    var line = 1
    // The text that is being read, if `isInString`. Only keys are of interest, and those are short.
    var string: [UInt8] = []
    var isInString = false
    var isEscaped = false
    var topLevel: [Int] = []
    for byte in text {
      if byte == 0x0A { line += 1 }
      if isInString {
        if byte == 0x22, !isEscaped {
          isInString = false
          if let last = stack.indices.last, !stack[last].isArray, stack[last].expectsKey {
            stack[last].key = String(decoding: string, as: UTF8.self)
            stack[last].expectsKey = false
          }
        } else if byte != 0x5C || isEscaped, string.count < 256 {
          string.append(byte)
        }
        isEscaped = byte == 0x5C && !isEscaped
        continue
      }
      switch byte {
      case 0x22: (string, isInString) = ([], true)
      case 0x7B, 0x5B:
        if byte == 0x7B {
          if stack.isEmpty { topLevel.append(line) }
          if let layer = Self.layer(stack) { lines[layer, default: []].append(line) }
        }
        stack.append(OpenValue(isArray: byte == 0x5B))
      case 0x7D, 0x5D: _ = stack.popLast()
      case 0x2C: if let last = stack.indices.last { stack[last].expectsKey = true }
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

  private mutating func findPlacemarks(in text: some Sequence<UInt8>) {
    var line = 1
    // The line at which the current tag begins. The tag may end in another line.
    var first = 1
    var tag: [UInt8]?
    var found: [Int] = []
    var ending: [UInt8] = []
    var last: [UInt8] = []
    for byte in text {
      if byte == 0x0A { line += 1 }
      if !ending.isEmpty {
        // Inside of a comment or a CDATA section.
        last.append(byte)
        if last.count > ending.count { last.removeFirst() }
        if last == ending { ending = [] }
        continue
      }
      if var name = tag {
        let isEnd = byte == 0x3E || byte == 0x2F || byte <= 0x20
        if isEnd {
          let local = name.split(separator: 0x3A).last.map(Array.init) ?? []
          if local == Array("Placemark".utf8), byte != 0x2F || !name.isEmpty { found.append(first) }
          tag = nil
        } else {
          name.append(byte)
          tag = name.count > 64 ? nil : name
          if name == Array("!--".utf8) { (ending, last, tag) = (Array("-->".utf8), [], nil) }
          if name == Array("![CDATA[".utf8) { (ending, last, tag) = (Array("]]>".utf8), [], nil) }
        }
      } else if byte == 0x3C {
        tag = []
        first = line
      }
    }
    lines[""] = found
  }
}
