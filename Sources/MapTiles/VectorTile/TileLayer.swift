/// A layer of a vector tile while it is filled. Each key and each value is stored once.
/// `TileMap.tile` says which layers a tile has.
///
/// Source: Mapbox Vector Tile Specification 2.1, sections 4.1, 4.2 and 4.4.
struct TileLayer {
  private(set) var message = VectorTileTile.Layer()
  private var keys: [String: UInt32] = [:]
  private var values: [TileValue: UInt32] = [:]

  init(_ name: String) {
    message.version = 2
    message.name = name
    message.extent = UInt32(TileGrid.extent)
  }

  /// Adds a feature.
  ///
  /// - Parameters:
  ///   - type: what the geometry is: points, lines or polygons. It is not checked.
  ///   - id: the feature's id; 0 for none.
  ///   - fields: its fields; no key occurs twice.
  mutating func append(
    _ type: VectorTileTile.GeomType, _ geometry: TileGeometry, id: UInt64 = 0, _ fields: [TileField]
  ) {
    var feature = VectorTileTile.Feature()
    if id > 0 { feature.id = id }
    feature.type = type
    feature.geometry = geometry.numbers
    for field in fields {
      feature.tags.append(Self.index(of: field.key, in: &keys, &message.keys) { $0 })
      feature.tags.append(Self.index(of: field.value, in: &values, &message.values, message: \.message))
    }
    message.features.append(feature)
  }

  private static func index<Key: Hashable, Message>(
    of key: Key, in known: inout [Key: UInt32], _ messages: inout [Message], message: (Key) -> Message
  ) -> UInt32 {
    if let index = known[key] { return index }
    let index = UInt32(truncatingIfNeeded: messages.count)
    known[key] = index
    messages.append(message(key))
    return index
  }
}

/// A key and a value that describe a feature.
struct TileField: Hashable, Sendable {
  var key: String
  var value: TileValue
}

/// The value of a field.
enum TileValue: Hashable, Sendable {
  case text(String)
  /// A whole number that is not negative.
  case number(UInt64)

  fileprivate var message: VectorTileTile.Value {
    var value = VectorTileTile.Value()
    switch self {
    case .text(let text): value.stringValue = text
    case .number(let number): value.uintValue = number
    }
    return value
  }
}
