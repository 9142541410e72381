import MapPack
import MapPackFeatures
import MapPackGeometry

extension Coverage {
  /// Whether all of a polygon's vertices lie in a box at level 0.
  /// - Complexity: O(n) for n vertices of the shell
  package func isPolygon(_ polygon: Int, within box: Bounds) -> Bool {
    var isWithin = true
    forEachVertex(ofRing: shell(of: polygon), level: 0) { point in
      let (longitude, latitude) = plane.degrees(of: point)
      isWithin = isWithin && box.contains(longitude: longitude, latitude: latitude)
    }
    return isWithin
  }

  /// The land masses of a map: polygons that share a border, or meet along the cut at ±180°. Each is a list of polygons
  /// in ascending order; they are in the order of their first polygons. Lines and points are masses of their own.
  /// - Complexity: O(n log n) for n arc references and vertices along the cut
  package var landMasses: [[Int]] {
    var sets = DisjointSets(count: polygonCount)
    var polygonOfArc = [Int](repeating: -1, count: arcs.count)
    for region in regions.indices {
      for part in parts(of: region) {
        for polygon in part.polygons {
          sets.unite(part.polygons[0], polygon)
          for reference in references(ofPolygon: polygon) {
            if polygonOfArc[reference.arc] >= 0 { sets.unite(polygonOfArc[reference.arc], polygon) }
            polygonOfArc[reference.arc] = polygon
          }
        }
      }
    }
    var masses: [[Int]] = []
    var massOfSet: [Int: Int] = [:]
    for polygon in 0..<polygonCount {
      let set = sets.find(polygon)
      if let mass = massOfSet[set] {
        masses[mass].append(polygon)
      } else {
        massOfSet[set] = masses.count
        masses.append([polygon])
      }
    }
    return masses
  }
}
