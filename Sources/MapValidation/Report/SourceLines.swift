import Foundation

/// At which lines of a text file its features begin: GeoJSON, lines and sequences of it, TopoJSON and KML.
///
/// It finds the beginnings and reads nothing else: a file that its reader refuses gives the lines up to the fault.
package struct SourceLines: Sendable {
  /// By the layer (an object of TopoJSON, else empty): the line of each record, in order.
  private var lines: [String: [Int]] = [:]

  /// Looks for features in a text in UTF-8.
  ///
  /// - Parameter isXML: whether it is KML, else it is JSON.
  /// - Complexity: O(bytes).
  package init(_ text: some Sequence<UInt8>, isXML: Bool) {
    if isXML { findPlacemarks(in: text) } else { findFeatures(in: text) }
  }

  /// The line of a record, from 1; `nil` where it is not known.
  package func line(ofRecord record: Int, layer: String?) -> Int? {
    guard let found = layer.flatMap({ lines[$0] }) ?? lines[""] ?? (lines.count == 1 ? lines.values.first : nil) else {
      return nil
    }
    return found.indices.contains(record - 1) ? found[record - 1] : nil
  }

  // MARK: JSON

  private struct Frame {
    var isArray: Bool
    /// The member whose value comes or has come; of an object.
    var key = ""
    var expectsKey = true
  }

  private mutating func findFeatures(in text: some Sequence<UInt8>) {
    var stack: [Frame] = []
    var line = 1
    var isEscaped = false
    var string: [UInt8]?
    var topLevel: [Int] = []
    for byte in text {
      if byte == 0x0A { line += 1 }
      if var read = string {
        string = nil
        if isEscaped {
          isEscaped = false
          read.append(byte)
          string = read
        } else if byte == 0x5C {
          isEscaped = true
          string = read
        } else if byte == 0x22 {
          if let last = stack.indices.last, !stack[last].isArray, stack[last].expectsKey {
            stack[last].key = String(decoding: read, as: UTF8.self)
            stack[last].expectsKey = false
          }
        } else {
          // Only keys are wanted, and none that is wanted is long.
          if read.count < 256 { read.append(byte) }
          string = read
        }
        continue
      }
      switch byte {
      case 0x22: string = []
      case 0x7B, 0x5B:
        if byte == 0x7B {
          if stack.isEmpty { topLevel.append(line) }
          if let layer = Self.layer(stack) { lines[layer, default: []].append(line) }
        }
        stack.append(Frame(isArray: byte == 0x5B))
      case 0x7D, 0x5D: _ = stack.popLast()
      case 0x2C: if let last = stack.indices.last { stack[last].expectsKey = true }
      default: break
      }
    }
    // A feature by itself, or one after another.
    if lines.isEmpty { lines[""] = topLevel }
  }

  /// The layer of an object that begins within some frames, where it is a feature of one.
  private static func layer(_ stack: [Frame]) -> String? {
    if stack.count == 2, stack[0].key == "features", !stack[0].isArray, stack[1].isArray { return "" }
    if stack.count == 4, stack[0].key == "objects", stack[2].key == "geometries", stack[3].isArray {
      return stack[1].key
    }
    return nil
  }

  // MARK: KML

  private mutating func findPlacemarks(in text: some Sequence<UInt8>) {
    var line = 1
    // Where the tag at hand begins: it may end in another line.
    var first = 1
    var tag: [UInt8]?
    var found: [Int] = []
    var ending: [UInt8] = []
    var last: [UInt8] = []
    for byte in text {
      if byte == 0x0A { line += 1 }
      if !ending.isEmpty {
        // In a comment or a marked section, up to its end.
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
