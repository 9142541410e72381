import MapArrangement
import MapFeatures
import MapGeometry
import MapPack
import MapTopology

/// A pack's map, with the names and fields that tiles show. `TilePyramid` makes one and asks it for each tile.
struct TileMap: Sendable {
  /// What a region is called in a tile, and where its name goes.
  struct Member: Sendable {
    /// The raw value plus one, because 0 means no id.
    var id: UInt64
    /// The fields of all features of the region: `code`, `name`, `group` if it has one, and the pack's other texts,
    /// under the keys of `AttributeKeys`.
    var fields: [TileField]
    /// The location of the label, in map points: units of Web Mercator, of which the world is 2²⁸ wide and high; y
    /// grows to the south. It may lie past the world's eastern edge (`TileGrid.point(of:)`).
    var label: MapPoint
    /// The region's published size, rounded to a whole number: `area` in km² in a map of areas, `length` in meters in a
    /// map of lines; `nil` in a map of points. Only its label has this field.
    var size: TileField?
    var code: String

    /// The number in `size`; 0 without a size.
    fileprivate var amount: UInt64 {
      guard case .number(let amount)? = size?.value else { return 0 }
      return amount
    }
  }

  let coverage: Coverage
  /// The grid on which the coverage lies.
  let grid: PackGrid
  /// The members by region index, in the order of `coverage.regions`: both are sorted by the UTF-8 bytes of the codes.
  let members: [Member]
  /// The layers that tiles may have, with the keys of their fields in order and the type of each: `String` or `Number`.
  /// `tile(_:labels:x:y:in:)` says what they are.
  let layers: [(name: String, fields: [(key: String, type: String)])]

  /// - Precondition: the coverage is that of the pack.
  /// - Parameters:
  ///   - coverage: the pack's coverage.
  ///   - grid: the pack grid.
  init(_ pack: Pack, _ coverage: Coverage, on grid: PackGrid) {
    self.coverage = coverage
    self.grid = grid
    let kind = coverage.kind
    let sizeKey = Self.sizeKey(kind)
    let fixed = pack.groups.isEmpty ? ["code", "name"] : ["code", "name", "group"]
    let texts = AttributeKeys(
      pack.textKinds.filter { !["code", "name"].contains($0) }, besides: Set(fixed + [sizeKey].compactMap(\.self)))
    let fields = (fixed + texts.pairs.map(\.key)).map { (key: $0, type: "String") }
    let labels = (name: "labels", fields: fields + (sizeKey.map { [(key: $0, type: "Number")] } ?? []))
    switch kind {
    case .areas: layers = [("regions", fields), ("borders", [(key: "kind", type: "String")]), labels]
    case .lines: layers = [("lines", fields), labels]
    case .points: layers = [("points", fields), labels]
    }
    members = pack.shapes.map { shape in
      var fields = [
        TileField(key: "code", value: .text(shape.code)), TileField(key: "name", value: .text(shape.name)),
      ]
      if let group = shape.group { fields.append(TileField(key: "group", value: .text(group))) }
      for (kind, key) in texts.pairs {
        if let text = shape.text(kind) { fields.append(TileField(key: key, value: .text(text))) }
      }
      let size = sizeKey.map { key in
        let amount = kind == .areas ? shape.area / 1e6 : shape.length ?? 0
        return TileField(key: key, value: .number(UInt64(exactly: amount.rounded()) ?? 0))
      }
      return Member(
        id: UInt64(shape.rawValue) + 1, fields: fields, label: shape.labelPoint, size: size, code: shape.code)
    }
  }

  /// The key of `Member.size`; `nil` if regions have none.
  private static func sizeKey(_ kind: GeometryKind) -> String? {
    switch kind {
    case .areas: "area"
    case .lines: "length"
    case .points: nil
    }
  }

  /// The bytes of a tile; `nil` if nothing of the map lies in it.
  ///
  /// A tile has these layers:
  /// - `regions`: polygons of a map of areas;
  /// - `borders`: the lines between areas and round them, with the field `kind` (`border` or `coast`);
  /// - `lines`: the lines of a map of lines;
  /// - `points`: the points of a map of points;
  /// - `labels`: a point for the name of each region, the largest region first; of regions of one size, and of points,
  ///   the first by its code.
  ///
  /// A layer without features is left out. `layers` lists the layers and their fields: change both.
  ///
  /// - Parameters:
  ///   - content: the content of the zoom, clipped to the tile's box.
  ///   - labels: the indices of the regions whose names go into this tile.
  ///   - x: the tile's column.
  ///   - y: the tile's row.
  ///   - grid: the grid of the tile's zoom.
  /// - Throws: `internalFault` if the tile cannot be encoded.
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
    // Larger regions come first, because renderers place labels in order. Indices have the order of codes.
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
