import Foundation

/// Text of a format as bytes, written from front to back. A literal is text of the format already; what is interpolated
/// becomes a value of it.
protocol FormatText: ExpressibleByStringInterpolation, StringInterpolationProtocol {
  var bytes: ContiguousArray<UInt8> { get set }

  init()
}

extension FormatText {
  init(literalCapacity: Int, interpolationCount: Int) { self.init() }

  init(stringLiteral text: String) {
    self.init()
    appendLiteral(text)
  }

  init(stringInterpolation text: Self) { self = text }

  var data: Data { Data(bytes) }

  static func += (text: inout Self, more: Self) { text.bytes.append(contentsOf: more.bytes) }

  mutating func appendLiteral(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
