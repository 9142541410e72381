import CMapPack
import MapPackFeatures

/// The shapes of a .shp, read by shapelib. The corresponding C type is `SHPHandle`. `ShapeReader` reads features with
/// it, and `ShapefileReader` the box of all.
///
/// Coordinates are those of the file, in the unit of its system; heights and measures are not read. One thread at a
/// time may use it.
struct ShapeSequence: ~Copyable {
  private let handle: SHPHandle
  /// The kind of shapes to read.
  let kind: GeometryKind

  /// What a record holds.
  enum Content {
    /// A null shape, or a shape without a vertex.
    case nothing
    /// A shape of the kind that is asked for: polygons of type 5, 15 or 25, lines of type 3, 13 or 23, or points of
    /// type 1, 8, 11, 18, 21 or 28.
    case rings
    /// Any other shape, such as a multipatch.
    case other
  }

  /// Opens a .shp with an index of its records.
  /// - Throws: `unreadableData` with the words of shapelib if shapelib refuses the file.
  init(path: String, shownAs file: String, index: ShapefileIndex, _ kind: GeometryKind) throws(StageError) {
    shapelib_shim_forget()
    let bytes = index.encoded()
    guard let handle = shapelib_shim_open_shapes(path, bytes, bytes.count) else {
      throw StageError(
        .unreadableData, file: file, "it cannot be read as a .shp: " + String(cString: shapelib_shim_message()),
        remedy: "get the file again")
    }
    self.handle = handle
    self.kind = kind
    // shapelib uses one object for all records: its arrays are valid until the next record is read.
    SHPSetFastModeReadObject(handle, 1)
  }

  /// Reads a record, and fills the vertices and rings of `geometry`, but no polygons; only the vertices if the shape is
  /// of another kind. Points are the vertices of one ring.
  ///
  /// A null shape, and a record that shapelib cannot read, leave `geometry` as it is.
  /// - Parameters:
  ///   - record: the index of the record, from 0.
  ///   - geometry: the geometry to fill.
  /// - Returns: what the record holds; `nil` if it is corrupt.
  func read(_ record: Int, into geometry: inout FeatureGeometry) -> Content? {
    shapelib_shim_forget()
    guard let object = SHPReadObject(handle, Int32(truncatingIfNeeded: record)) else { return nil }
    defer { SHPDestroyObject(object) }
    let shape = object.pointee
    guard shape.nSHPType != SHPT_NULL else { return .nothing }
    geometry.removeAll()
    let vertices = Int(shape.nVertices)
    let isAskedFor = isAskedFor(shape.nSHPType)
    guard vertices > 0, let x = shape.padfX, let y = shape.padfY else { return isAskedFor ? .nothing : .other }
    // shapelib's arrays have nVertices coordinates and nParts starts.
    geometry.x.append(contentsOf: UnsafeBufferPointer(start: x, count: vertices))
    geometry.y.append(contentsOf: UnsafeBufferPointer(start: y, count: vertices))
    guard isAskedFor else { return .other }
    let starts = UnsafeBufferPointer(start: shape.panPartStart, count: Int(shape.nParts))
    if starts.isEmpty { geometry.rings.append(0..<vertices) }
    for (part, start) in starts.enumerated() {
      let end = part + 1 < starts.count ? Int(starts[part + 1]) : vertices
      guard start >= 0, Int(start) <= end, end <= vertices else { return nil }
      geometry.rings.append(Int(start)..<end)
    }
    return .rings
  }

  private func isAskedFor(_ type: Int32) -> Bool {
    switch type {
    case SHPT_POLYGON, SHPT_POLYGONZ, SHPT_POLYGONM: kind == .areas
    case SHPT_ARC, SHPT_ARCZ, SHPT_ARCM: kind == .lines
    case SHPT_POINT, SHPT_POINTZ, SHPT_POINTM, SHPT_MULTIPOINT, SHPT_MULTIPOINTZ, SHPT_MULTIPOINTM: kind == .points
    default: false
    }
  }

  /// What shapelib said about the last record; empty if it said nothing.
  var message: String { String(cString: shapelib_shim_message()) }

  deinit { SHPClose(handle) }
}
