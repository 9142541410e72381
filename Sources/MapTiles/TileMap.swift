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
    /// In km².
    var area: UInt64
    var code: String
  }

  let coverage: Coverage
  let grid: PackGrid
  let members: [Member]

  /// - Precondition: `coverage` is the pack's.
  init(_ pack: Pack, _ coverage: Coverage, on grid: PackGrid) {
    self.coverage = coverage
    self.grid = grid
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
        area: UInt64(exactly: (shape.area / 1e6).rounded()) ?? 0, code: shape.code)
    }
  }

  /// The bytes of a tile; nil if the map has nothing there.
  ///
  /// Layer `regions` has the regions as polygons, `borders` the lines between them and round them, with the field `kind`
  /// (`border` or `coast`), and `labels` a point for each region's name.
  /// - Parameters:
  ///   - rings: clipped to the tile's box.
  ///   - labels: of the regions whose names go into this tile.
  /// - Throws: `StageError` if it cannot be encoded.
  func tile(_ rings: TileRings, labels: [Int], x: Int32, y: Int32, in grid: TileGrid) throws(StageError) -> [UInt8]? {
    let box = TileBox(x: x, y: y, zoom: grid.zoom, in: grid)
    let land = arrange(rings.claims, regionCount: members.count, jobs: 1) {
      $0.filter { $0.count > 0 }.map(\.claim)
    }
    var regions = TileLayer("regions")
    var polygons = land.polygons[...]
    while let region = polygons.first?.region {
      var geometry = TileGeometry(tileX: x, tileY: y)
      while let polygon = polygons.first, polygon.region == region {
        for ring in polygon.rings { geometry.append(ring: ring) }
        polygons.removeFirst()
      }
      let member = members[Int(region)]
      regions.append(.polygon, geometry, id: member.id, member.fields)
    }
    var tile = VectorTileTile()
    if !regions.message.features.isEmpty { tile.layers.append(regions.message) }
    let borders = borderLayer(land.arcs, x: x, y: y, box)
    if !borders.message.features.isEmpty { tile.layers.append(borders.message) }
    if !labels.isEmpty { tile.layers.append(labelLayer(labels, x: x, y: y, in: grid).message) }
    guard !tile.layers.isEmpty else { return nil }
    do {
      return try tile.serializedBytes()
    } catch {
      throw StageError(.internalFault, "the tile \(grid.zoom)/\(x)/\(y) cannot be encoded: \(error)")
    }
  }

  private func borderLayer(_ arcs: ArcTable, x: Int32, y: Int32, _ box: TileBox) -> TileLayer {
    var layer = TileLayer("borders")
    for kind in ["border", "coast"] {
      var geometry = TileGeometry(tileX: x, tileY: y)
      for arc in 0..<arcs.count {
        let isCoast = arcs.left[arc] == ArcTable.none || arcs.right[arc] == ArcTable.none
        guard isCoast == (kind == "coast") else { continue }
        var points = arcs.vertices(of: arc).map(arcs.point)
        if arcs.isClosed[arc], let first = points.first { points.append(first) }
        // What runs along a side of the box is where the map was cut.
        for line in points.split(between: { box.hasOnSide($0, $1) }) { geometry.append(line: line) }
      }
      guard !geometry.numbers.isEmpty else { continue }
      layer.append(.linestring, geometry, [TileField(key: "kind", value: .text(kind))])
    }
    return layer
  }

  private func labelLayer(_ labels: [Int], x: Int32, y: Int32, in grid: TileGrid) -> TileLayer {
    var layer = TileLayer("labels")
    // The larger region first: renderers give room to what comes first.
    let order = labels.sorted { (members[$1].area, $0) < (members[$0].area, $1) }
    for region in order {
      let member = members[region]
      var geometry = TileGeometry(tileX: x, tileY: y)
      geometry.append(grid.point(of: member.label))
      layer.append(
        .point, geometry, id: member.id, member.fields + [TileField(key: "area", value: .number(member.area))])
    }
    return layer
  }
}

extension Array {
  /// The runs of two elements or more in which no two neighbors are apart.
  fileprivate func split(between isApart: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var runs: [ArraySlice<Element>] = []
    var first = startIndex
    for index in indices {
      let isEnd = index + 1 == endIndex || isApart(self[index], self[index + 1])
      guard isEnd else { continue }
      if index > first { runs.append(self[first...index]) }
      first = index + 1
    }
    return runs
  }
}
