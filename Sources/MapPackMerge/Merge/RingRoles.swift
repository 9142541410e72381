import MapPackGeometry

/// Which ring is a shell and of which polygon, by the claims that rings make on the faces of a divided plane. The claims
/// of a polygon are consecutive, and so are the polygons of a feature.
///
/// A polygon claims a face that lies in its shell and in none of its holes, by non-zero winding of each ring.
struct RingRoles: Sendable {
  /// Per claim: its polygon.
  var polygon: ContiguousArray<Int32> = []
  /// Per claim: whether the ring is its polygon's shell.
  var isShell: ContiguousArray<Bool> = []

  /// How often the rings of one polygon wind round a face.
  struct Winding {
    var polygon: Int
    var shell: Int64 = 0
    var holes: Int64 = 0
    var isInHole = false

    /// Whether the polygon claims the face.
    var isClaimed: Bool { shell != 0 && !isInHole }
  }

  /// Calls `body` for each polygon that has a ring round a face.
  func forEachWinding(_ label: [ClaimCount], _ body: (Winding) -> Void) {
    var next = 0
    while next < label.count {
      var winding = Winding(polygon: Int(polygon[Int(label[next].claim)]))
      while next < label.count, Int(polygon[Int(label[next].claim)]) == winding.polygon {
        let count = Int64(label[next].count)
        if isShell[Int(label[next].claim)] {
          winding.shell += count
        } else {
          winding.holes += count
          winding.isInHole = true
        }
        next += 1
      }
      body(winding)
    }
  }

  /// What the rings of one feature make of a face that an odd number of them enclose.
  struct OddFace {
    var feature: Int
    /// Whether one of its polygons claims the face.
    var isClaimed: Bool
    /// Whether no polygon claims the face, and it lies in a hole that reaches beyond its shell.
    var isBeyondShell: Bool
  }

  /// Calls `body` for each feature of whose rings an odd number enclose a face: it is land of the feature, as published.
  /// - Parameter featureOfPolygon: per polygon: its feature.
  func forEachOddFace(
    _ label: [ClaimCount], _ featureOfPolygon: ContiguousArray<Int32>, _ body: (OddFace) -> Void
  ) {
    var current: OddFace?
    var count: Int64 = 0
    func end() {
      if let current, count & 1 == 1 {
        body(
          OddFace(
            feature: current.feature, isClaimed: current.isClaimed,
            isBeyondShell: current.isBeyondShell && !current.isClaimed))
      }
    }
    forEachWinding(label) { winding in
      let feature = Int(featureOfPolygon[winding.polygon])
      if current?.feature != feature {
        end()
        current = OddFace(feature: feature, isClaimed: false, isBeyondShell: false)
        count = 0
      }
      count += winding.shell + winding.holes
      if winding.isClaimed { current?.isClaimed = true }
      if winding.shell == 0 { current?.isBeyondShell = true }
    }
    end()
  }
}
