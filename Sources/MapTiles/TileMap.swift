import MapArrangement
import MapFeatures
import MapGeometry
import MapPack
import MapTopology

/// A pack's map as tiles show it.
struct TileMap: Sendable {
  /// What a region is called in a tile, and where its name goes.
  struct Member: Sendable {
    /// Its raw value and one, because 0 stands for none.
    var id: UInt64
    var fields: [TileField]
    var label: MapPoint
    /// How large it is: what labels say of it, and by what they are sorted; `nil` of a point.
    var size: TileField?
    var code: String

    fileprivate var amount: UInt64 {
      guard case .number(let amount)? = size?.value else { return 0 }
      return amount
    }
  }

  let coverage: Coverage
  let grid: PackGrid
  let members: [Member]

  /// - Precondition: `coverage` is the pack's.
  init(_ pack: Pack, _ coverage: Coverage, on grid: PackGrid) {
    self.coverage = coverage
    self.grid = grid
    let kind = coverage.kind
    members = pack.shapes.map { shape in
      var fields = [
        TileField(key: "code", value: .text(shape.code)), TileField(key: "name", value: .text(shape.name)),
      ]
      if let group = shape.group { fields.append(TileField(key: "group", value: .text(group))) }
      for kind in pack.textKinds where !["code", "name"].contains(kind) {
        if let text = shape.text(kind) { fields.append(TileField(key: kind, value: .text(text))) }
      }
      return Member(
        id: UInt64(shape.rawValue) + 1, fields: fields, label: shape.labelPoint,
        size: Self.size(of: shape, kind), code: shape.code)
    }
  }

  /// An area in km², the length of lines in m.
  private static func size(of shape: RegionShape, _ kind: GeometryKind) -> TileField? {
    func field(_ key: String, _ size: Double) -> TileField {
      TileField(key: key, value: .number(UInt64(exactly: size.rounded()) ?? 0))
    }
    switch kind {
    case .areas: return field("area", shape.area / 1e6)
    case .lines: return field("length", shape.length ?? 0)
    case .points: return nil
    }
  }

  /// The bytes of a tile; nil if the map has nothing there.
  ///
  /// Layer `regions` has areas as polygons and `borders` the lines between them and round them, with the field `kind`
  /// (`border` or `coast`); `lines` has the lines of a map of lines, `points` the points of one of points; `labels` has a
  /// point for each region's name.
  /// - Parameters:
  ///   - content: clipped to the tile's box.
  ///   - labels: of the regions whose names go into this tile.
  /// - Throws: `StageError` if it cannot be encoded.
  func tile(
    _ content: some TileContent, labels: [Int], x: Int32, y: Int32, in grid: TileGrid
  ) throws(StageError) -> [UInt8]? {
    let box = TileBox(x: x, y: y, zoom: grid.zoom, in: grid)
    var tile = VectorTileTile()
    for layer in content.layers(of: members, x: x, y: y, box) where !layer.message.features.isEmpty {
      tile.layers.append(layer.message)
    }
    if !labels.isEmpty { tile.layers.append(labelLayer(labels, x: x, y: y, in: grid).message) }
    guard !tile.layers.isEmpty else { return nil }
    do {
      return try tile.serializedBytes()
    } catch {
      throw StageError(.internalFault, "the tile \(grid.zoom)/\(x)/\(y) cannot be encoded: \(error)")
    }
  }

  private func labelLayer(_ labels: [Int], x: Int32, y: Int32, in grid: TileGrid) -> TileLayer {
    var layer = TileLayer("labels")
    // The larger region first: renderers give room to what comes first.
    let order = labels.sorted { (members[$1].amount, $0) < (members[$0].amount, $1) }
    for region in order {
      let member = members[region]
      var geometry = TileGeometry(tileX: x, tileY: y)
      geometry.append(grid.point(of: member.label))
      layer.append(.point, geometry, id: member.id, member.fields + (member.size.map { [$0] } ?? []))
    }
    return layer
  }
}
