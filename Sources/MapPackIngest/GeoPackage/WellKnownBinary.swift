import MapPackFeatures

/// Reads the geometries of GeoPackages: a header, and a geometry in well-known binary.
///
/// Heights and measures are not read. Of a collection, all geometries of the kind that is asked for are read. An empty
/// geometry adds nothing. The header's box and its mark for empty geometries are not used, and bytes behind the
/// geometry are not looked at.
///
/// Sources: OGC 12-128r19, clause 2.1.3 (the header); OGC 06-103r4, clause 8 (well-known binary), with the numbers of
/// ISO 13249-3 for heights and measures (1000, 2000 and 3000 are added), or the high bits for them that older programs
/// set.
struct WellKnownBinary {
  struct Failure: Error {
    /// What was found, without a full stop.
    var message: String
    var remedy: Remedy = FeatureTableBuilder.dropOrMend
  }

  private let kind: GeometryKind
  private let closedLines: ClosedLines
  private let end: Int
  private var position: Int
  private var isLittle = true

  /// How deep collections may be nested. Each level takes a call.
  private static let depthLimit = 32

  /// Reads the geometry in a range of bytes into an empty one.
  /// - Returns: the number of its coordinate system, which the header states.
  /// - Throws: if the bytes are cut off or malformed, or if the geometry has curves. What was added then is of no use.
  static func read(
    _ range: Range<Int>, of bytes: RawSpan, _ request: SourceRequest, into geometry: inout FeatureGeometry
  ) throws(Failure) -> Int {
    var reader = WellKnownBinary(request, end: range.upperBound, position: range.lowerBound)
    let system = try reader.readHeader(bytes)
    // A vertex takes at least two doubles.
    geometry.x.reserveCapacity((reader.end - reader.position) / 16)
    geometry.y.reserveCapacity((reader.end - reader.position) / 16)
    try reader.readGeometry(bytes, into: &geometry)
    return system
  }

  private init(_ request: SourceRequest, end: Int, position: Int) {
    kind = request.geometry
    closedLines = request.closedLines
    self.end = end
    self.position = position
  }

  // MARK: Header

  private mutating func readHeader(_ bytes: RawSpan) throws(Failure) -> Int {
    guard end - position >= 8, bytes.byte(at: position) == UInt8(ascii: "G"),
      bytes.byte(at: position + 1) == UInt8(ascii: "P")
    else { throw Failure(message: "its geometry does not begin as those of a GeoPackage do") }
    let version = bytes.byte(at: position + 2)
    guard version == 0 else {
      throw Failure(message: "its geometry is of version \(version + 1), and 1 is the only one that is known")
    }
    let flags = bytes.byte(at: position + 3)
    guard flags & 0x20 == 0 else {
      throw Failure(message: "its geometry is of an extended type, which only its own program reads")
    }
    isLittle = flags & 1 == 1
    let system = bytes.number(at: position + 4, isLittle: isLittle)
    let boxes = [0, 32, 48, 48, 64]
    let box = Int(flags >> 1 & 7)
    guard boxes.indices.contains(box), end - position - 8 >= boxes[box] else {
      throw Failure(message: "the header of its geometry is cut off, or of an unknown form")
    }
    position += 8 + boxes[box]
    return Int(Int32(bitPattern: system))
  }

  // MARK: Geometries

  /// The types of geometries, by their numbers.
  private enum Shape: UInt32 {
    case point = 1
    case line, polygon, multiPoint, multiLine, multiPolygon, collection

    var name: String {
      switch self {
      case .point: "Point"
      case .line: "LineString"
      case .polygon: "Polygon"
      case .multiPoint: "MultiPoint"
      case .multiLine: "MultiLineString"
      case .multiPolygon: "MultiPolygon"
      case .collection: "GeometryCollection"
      }
    }

    /// The kind of geometry that it is, or whose parts are; `nil` if they may be of several.
    var kind: GeometryKind? {
      switch self {
      case .point, .multiPoint: .points
      case .line, .multiLine: .lines
      case .polygon, .multiPolygon: .areas
      case .collection: nil
      }
    }

    /// What its parts are; `nil` if it has none, or if they may be anything.
    var part: Shape? {
      switch self {
      case .multiPoint: .point
      case .multiLine: .line
      case .multiPolygon: .polygon
      case .point, .line, .polygon, .collection: nil
      }
    }
  }

  /// Types that are not read, from 8 on.
  private static let unread = [
    "CircularString", "CompoundCurve", "CurvePolygon", "MultiCurve", "MultiSurface", "Curve", "Surface",
    "PolyhedralSurface", "TIN", "Triangle",
  ]

  /// - Parameter whole: the geometry of which this is a part; `nil` if it may be anything.
  private mutating func readGeometry(
    _ bytes: RawSpan, in whole: Shape? = nil, depth: Int = 0, into geometry: inout FeatureGeometry
  ) throws(Failure) {
    guard depth <= Self.depthLimit else {
      throw Failure(message: "its geometry has more than \(Self.depthLimit) collections in one another")
    }
    let (shape, stride) = try readType(bytes)
    if let whole, shape != whole.part {
      throw Failure(message: "its geometry is malformed: a \(whole.name) holds a \(shape.name)")
    }
    switch shape {
    case .point: try readPoint(bytes, stride, into: &geometry)
    case .line: try readLine(bytes, stride, into: &geometry)
    case .polygon: try readPolygon(bytes, stride, into: &geometry)
    case .multiPoint, .multiLine, .multiPolygon, .collection:
      // A part has at least the order of its bytes, its type and a number.
      let count = try readCount(bytes, of: "parts", size: 9)
      let others = geometry.others
      for _ in 0..<count {
        try readGeometry(bytes, in: shape == .collection ? nil : shape, depth: depth + 1, into: &geometry)
      }
      // A geometry of several parts is one geometry.
      if shape != .collection { geometry.others = min(geometry.others, others + 1) }
    }
  }

  /// The type of the next geometry, and how many bytes a vertex takes.
  private mutating func readType(_ bytes: RawSpan) throws(Failure) -> (Shape, stride: Int) {
    guard end - position >= 5 else { throw cutOff }
    let order = bytes.byte(at: position)
    guard order <= 1 else {
      throw Failure(message: "its geometry is malformed: the order of its bytes is \(order), and 0 and 1 are known")
    }
    isLittle = order == 1
    let number = bytes.number(at: position + 1, isLittle: isLittle)
    position += 5
    let code = number & 0x0FFF_FFFF
    let dimensions = code / 1000
    // The highest bits: heights, measures, and a number of a coordinate system, which no geometry of a package has.
    let hasZ = number & 0x8000_0000 != 0 || dimensions == 1 || dimensions == 3
    let hasM = number & 0x4000_0000 != 0 || dimensions == 2 || dimensions == 3
    if number & 0x3000_0000 == 0, dimensions <= 3 {
      if let shape = Shape(rawValue: code % 1000) { return (shape, 16 + (hasZ ? 8 : 0) + (hasM ? 8 : 0)) }
      let index = Int(code % 1000) - 8
      if Self.unread.indices.contains(index) {
        let isSurface = index >= 7
        throw Failure(
          message: "its geometry is a \(Self.unread[index]), and only straight edges and polygons are read",
          remedy: "convert the layer: ogr2ogr -nlt \(isSurface ? "MULTIPOLYGON" : "CONVERT_TO_LINEAR") "
            + "straight.gpkg SOURCE LAYER")
      }
    }
    throw Failure(message: "its geometry is malformed: no type has the number \(number)")
  }

  private mutating func readPoint(
    _ bytes: RawSpan, _ stride: Int, into geometry: inout FeatureGeometry
  ) throws(Failure) {
    guard end - position >= stride else { throw cutOff }
    let begin = geometry.x.count
    let (x, y) = (bytes.double(at: position, isLittle: isLittle), bytes.double(at: position + 8, isLittle: isLittle))
    position += stride
    // The only form that an empty point has.
    if x.isNaN, y.isNaN { return }
    guard kind == .points else {
      geometry.others += 1
      return
    }
    geometry.x.append(x)
    geometry.y.append(y)
    geometry.endLine(from: begin)
  }

  private mutating func readLine(
    _ bytes: RawSpan, _ stride: Int, into geometry: inout FeatureGeometry
  ) throws(Failure) {
    let count = try readCount(bytes, of: "vertices", size: stride)
    guard count > 0 else { return }
    guard kind == .lines || kind == .areas && closedLines == .areas else {
      position += count * stride
      geometry.others += 1
      return
    }
    let begin = geometry.x.count
    readVertices(bytes, count, stride, into: &geometry)
    if kind == .lines { return geometry.endLine(from: begin) }
    if !geometry.endArea(from: begin) { geometry.others += 1 }
  }

  private mutating func readPolygon(
    _ bytes: RawSpan, _ stride: Int, into geometry: inout FeatureGeometry
  ) throws(Failure) {
    let count = try readCount(bytes, of: "rings", size: 4)
    let first = geometry.rings.count
    for _ in 0..<count {
      let vertices = try readCount(bytes, of: "vertices", size: stride)
      let begin = geometry.x.count
      if kind == .areas {
        readVertices(bytes, vertices, stride, into: &geometry)
        geometry.endRing(from: begin)
      } else {
        position += vertices * stride
      }
    }
    if kind != .areas {
      if count > 0 { geometry.others += 1 }
    } else if first < geometry.rings.count {
      geometry.appendPolygon(first..<geometry.rings.count)
    }
  }

  /// Reads a number of things, each of which takes at least `size` bytes. There are as many bytes.
  private mutating func readCount(_ bytes: RawSpan, of things: String, size: Int) throws(Failure) -> Int {
    guard end - position >= 4 else { throw cutOff }
    let count = Int(bytes.number(at: position, isLittle: isLittle))
    position += 4
    guard count <= (end - position) / size else {
      throw Failure(
        message: "its geometry is cut off: it says that it has \(Figures.grouped(count)) \(things), and "
          + "\(Figures.counted(end - position, "byte")) are left")
    }
    return count
  }

  /// - Precondition: there are as many bytes.
  private mutating func readVertices(
    _ bytes: RawSpan, _ count: Int, _ stride: Int, into geometry: inout FeatureGeometry
  ) {
    for _ in 0..<count {
      geometry.x.append(bytes.double(at: position, isLittle: isLittle))
      geometry.y.append(bytes.double(at: position + 8, isLittle: isLittle))
      position += stride
    }
  }

  private var cutOff: Failure { Failure(message: "its geometry is cut off") }
}

// These are called unsafe because any type can be asked for. For integers, every pattern of bits is a value, and the
// span itself traps at a position outside its bytes.
extension RawSpan {
  @inline(__always)
  fileprivate func byte(at offset: Int) -> UInt8 { unsafeLoad(fromByteOffset: offset, as: UInt8.self) }

  @inline(__always)
  fileprivate func number(at offset: Int, isLittle: Bool) -> UInt32 {
    let number = unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
    return isLittle ? UInt32(littleEndian: number) : UInt32(bigEndian: number)
  }

  @inline(__always)
  fileprivate func double(at offset: Int, isLittle: Bool) -> Double {
    let word = unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    return Double(bitPattern: isLittle ? UInt64(littleEndian: word) : UInt64(bigEndian: word))
  }
}
