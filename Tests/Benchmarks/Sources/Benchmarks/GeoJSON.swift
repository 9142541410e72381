import Foundation
import MapPack

/// The shapes of a GeoJSON file, as an app that has no pack would read them: decoded by `JSONDecoder` into arrays.
struct FeatureCollection: Decodable {
  var features: [Feature]

  struct Feature: Decodable {
    var geometry: Geometry
  }

  /// Polygons, rings, vertices, longitude and latitude.
  struct Geometry: Decodable {
    var coordinates: [[[[Double]]]]

    private enum CodingKeys: CodingKey {
      case type, coordinates
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "Polygon": coordinates = [try container.decode([[[Double]]].self, forKey: .coordinates)]
      default: coordinates = try container.decode([[[[Double]]]].self, forKey: .coordinates)
      }
    }
  }

  init(contentsOf url: URL) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: url))
  }

  var vertexCount: Int {
    features.reduce(0) { $0 + $1.geometry.coordinates.joined().reduce(0) { $0 + $1.count } }
  }
}

/// A pack's shapes at full detail as GeoJSON, in as many decimals as its lattice is worth.
func geoJSON(_ pack: Pack) -> String {
  // A cell on the equator in degrees.
  let degrees = pack.cell / WebMercator.worldSize * 360
  let decimals = max(1, Int((-log10(degrees)).rounded(.up)))
  var rings = RingBuffer()
  let features = pack.shapes.map { shape in
    rings.removeAll()
    shape.appendRings(to: &rings)
    let polygons = (0..<rings.polygonCount).map { polygon in
      let texts = (rings.polygonStart[polygon]..<rings.polygonStart[polygon + 1]).map { ring in
        let vertices = Array(rings.ringStart[ring]..<rings.ringStart[ring + 1])
        let positions = (vertices + vertices.prefix(1)).map { vertex in
          let longitude = rings.points[vertex].longitude
          let latitude = rings.points[vertex].latitude
          return String(format: "[%.*f,%.*f]", decimals, longitude, decimals, latitude)
        }
        return "[\(positions.joined(separator: ","))]"
      }
      return "[\(texts.joined(separator: ","))]"
    }
    return """
      {"type":"Feature","properties":{"code":"\(shape.code)"},\
      "geometry":{"type":"MultiPolygon","coordinates":[\(polygons.joined(separator: ","))]}}
      """
  }
  return "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}\n"
}
