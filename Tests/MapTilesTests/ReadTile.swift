import SwiftProtobuf
import Testing

@testable import MapTiles

/// A vector tile as a reader of the specification sees it.
struct ReadTile {
  struct Feature {
    var id: UInt64
    var fields: [String: String]
    /// Rings, lines or points, in the order in which they are written.
    var parts: [[Point]]
  }

  struct Point: Hashable, Comparable {
    var x: Int
    var y: Int

    static func < (a: Point, b: Point) -> Bool { (a.x, a.y) < (b.x, b.y) }
  }

  var layers: [String: [Feature]] = [:]

  init(_ bytes: [UInt8]) throws {
    for layer in try VectorTileTile(serializedBytes: bytes).layers {
      #expect(layer.version == 2 && layer.extent == 4096)
      #expect(layers[layer.name] == nil, "a layer's name stands once")
      layers[layer.name] = try layer.features.map { feature in
        var fields: [String: String] = [:]
        for pair in stride(from: 0, to: feature.tags.count, by: 2) {
          let value = layer.values[Int(feature.tags[pair + 1])]
          let key = layer.keys[Int(feature.tags[pair])]
          #expect(fields[key] == nil, "a feature has a key once")
          fields[key] = value.hasStringValue ? value.stringValue : String(value.uintValue)
        }
        return Feature(id: feature.id, fields: fields, parts: try Self.parts(feature.geometry, feature.type))
      }
    }
  }

  private static func parts(_ numbers: [UInt32], _ type: VectorTileTile.GeomType) throws -> [[Point]] {
    var parts: [[Point]] = []
    var cursor = Point(x: 0, y: 0)
    var index = 0
    func move() {
      func step(_ number: UInt32) -> Int { Int(Int32(bitPattern: number >> 1) ^ -Int32(bitPattern: number & 1)) }
      cursor.x += step(numbers[index])
      cursor.y += step(numbers[index + 1])
      index += 2
    }
    while index < numbers.count {
      let (command, count) = (numbers[index] & 7, numbers[index] >> 3)
      index += 1
      try #require(count > 0)
      switch command {
      case 1:
        for _ in 0..<count {
          move()
          parts.append([cursor])
        }
      case 2:
        for _ in 0..<count {
          move()
          #expect(parts[parts.count - 1].last != cursor, "no line has a length of zero")
          parts[parts.count - 1].append(cursor)
        }
      default:
        try #require(command == 7 && type == .polygon)
      }
    }
    return parts
  }
}

extension ReadTile.Feature {
  /// The polygons, each with its outer ring first: that is one with a positive area.
  var polygons: [[[ReadTile.Point]]] {
    var polygons: [[[ReadTile.Point]]] = []
    for ring in parts {
      if doubledArea(ring) > 0 { polygons.append([ring]) } else { polygons[polygons.count - 1].append(ring) }
    }
    return polygons
  }

  /// By the surveyor's formula.
  func doubledArea(_ ring: [ReadTile.Point]) -> Int {
    zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
  }
}
