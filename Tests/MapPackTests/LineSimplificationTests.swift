import Foundation
import MapPack
import TestSupport
import Testing

/// A route as a phone records it: an uneven walk, with pauses at one point and spikes of some hundred meters.
private func recordedRoute(_ count: Int, seed: UInt64, longitude: Double = 139, latitude: Double = 36) -> [MapPoint] {
  var random = SplitMix64(seed: seed)
  var (x, y, heading) = (longitude, latitude, 0.0)
  var points: [MapPoint] = []
  while points.count < count {
    heading += Double.random(in: -0.5...0.5, using: &random)
    (x, y) = (x + 1e-4 * cos(heading), y + 1e-4 * sin(heading))
    if x > 180 { x -= 360 }
    switch Int.random(in: 0..<200, using: &random) {
    case 0: points += Array(repeating: MapPoint(longitude: x, latitude: y), count: 9)
    case 1: points.append(MapPoint(longitude: x, latitude: y + 4e-3))
    default: points.append(MapPoint(longitude: x, latitude: y))
    }
  }
  return Array(points.prefix(count))
}

/// The method as its paper says it: of the whole line the farthest point, then both halves. Of equally far points, it is
/// the one nearest to the middle, then the first one.
private func textbookDouglasPeucker(_ points: ArraySlice<MapPoint>, tolerance: Double) -> [Int] {
  guard points.count > 2, let first = points.first, let last = points.last else { return Array(points.indices) }
  var (farthest, most) = (points.startIndex, 0.0)
  let middle = points.startIndex + points.endIndex - 1
  for index in points.indices.dropFirst().dropLast() {
    let distance = distanceInMapPoints(points[index], first, last)
    let isNearer = abs(2 * index - middle) < abs(2 * farthest - middle)
    if distance > most || (distance == most && isNearer) { (farthest, most) = (index, distance) }
  }
  let meters = most * WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: points[farthest].y)
  guard meters > tolerance else { return [points.startIndex, points.endIndex - 1] }
  return textbookDouglasPeucker(points[...farthest], tolerance: tolerance).dropLast()
    + textbookDouglasPeucker(points[farthest...], tolerance: tolerance)
}

/// From a point to the nearest of a segment.
private func distanceInMapPoints(_ point: MapPoint, _ a: MapPoint, _ b: MapPoint) -> Double {
  let (abX, abY, apX, apY) = (b.x - a.x, b.y - a.y, point.x - a.x, point.y - a.y)
  let length = abX * abX + abY * abY
  let share = length > 0 ? max(0, min(1, (apX * abX + apY * abY) / length)) : 0
  let (x, y) = (apX - share * abX, apY - share * abY)
  return (x * x + y * y).squareRoot()
}

/// The method as its paper says it: the smallest triangle first, all of them measured anew each time.
private func textbookVisvalingam(_ points: [MapPoint], tolerance: Double) -> [Int] {
  func area(_ a: MapPoint, _ b: MapPoint, _ c: MapPoint) -> Double {
    let meters = WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: b.y)
    return ((a.x - b.x) * (c.y - b.y) - (a.y - b.y) * (c.x - b.x)).magnitude / 2 * meters * meters
  }
  var left = Array(points.indices)
  var effective = [Double](repeating: 0, count: points.count)
  var floor = 0.0
  while left.count > 2 {
    var best: (index: Int, area: Double)?
    for index in 1..<left.count - 1 {
      let own = area(points[left[index - 1]], points[left[index]], points[left[index + 1]])
      let counted = max(own, effective[left[index]])
      if counted < best?.area ?? .infinity { best = (index, counted) }
    }
    guard let best, best.area < tolerance * tolerance || best.area == 0 else { break }
    floor = best.area
    for beside in [left[best.index - 1], left[best.index + 1]] { effective[beside] = max(floor, 0) }
    left.remove(at: best.index)
  }
  return left
}

@Suite struct LineSimplificationTests {
  @Test(arguments: 0..<20 as Range<UInt64>, [0, 1, 10, 100])
  func `what stays is what the method as published keeps`(seed: UInt64, tolerance: Double) {
    let route = recordedRoute(400, seed: seed)
    #expect(
      LineSimplification.douglasPeucker.indices(of: route, tolerance: tolerance)
        == textbookDouglasPeucker(route[...], tolerance: tolerance))
    #expect(
      LineSimplification.visvalingam.indices(of: route, tolerance: tolerance)
        == textbookVisvalingam(route, tolerance: tolerance))
  }

  @Test func `a route of 23,000 points at 10 m is the textbook's, point for point`() {
    let route = recordedRoute(23_000, seed: 7)
    let staying = LineSimplification.douglasPeucker.indices(of: route, tolerance: 10)
    #expect(staying == textbookDouglasPeucker(route[...], tolerance: 10))
    #expect(staying.count < 6_000)
  }

  @Test(arguments: LineSimplification.allCases)
  func `the ends stay, the order stays, and a higher tolerance keeps no more`(method: LineSimplification) {
    let route = recordedRoute(3_000, seed: 3)
    var last = route.count + 1
    for tolerance in [0.0, 1, 5, 25, 125, 1e9] {
      let staying = method.indices(of: route, tolerance: tolerance)
      #expect(staying.first == 0 && staying.last == route.count - 1)
      #expect(zip(staying, staying.dropFirst()).allSatisfy { $0 < $1 })
      #expect(staying.count < last)
      last = staying.count
    }
    #expect(last == 2)
  }

  @Test func `no point that goes lies farther from the line than the tolerance`() {
    let route = recordedRoute(3_000, seed: 5)
    let staying = LineSimplification.douglasPeucker.indices(of: route, tolerance: 20)
    for (start, end) in zip(staying, staying.dropFirst()) {
      for index in start...end {
        let meters =
          distanceInMapPoints(route[index], route[start], route[end]) * WebMercator.metersPerMapPointAtEquator
          * WebMercator.cosineOfLatitude(y: route[index].y)
        // Points of one part have nearly one latitude.
        #expect(meters <= 20 * 1.001)
      }
    }
  }

  @Test(arguments: LineSimplification.allCases)
  func `a route across the 180th meridian is simplified as the same one elsewhere`(method: LineSimplification) {
    let across = recordedRoute(2_000, seed: 11, longitude: 179.99, latitude: 0)
    let elsewhere = across.map { point in
      let x = point.x + (point.x < WebMercator.worldSize / 2 ? WebMercator.worldSize : 0)
      return MapPoint(x: x - WebMercator.worldSize / 4, y: point.y)
    }
    #expect(across.contains { $0.x < 1e6 } && across.contains { $0.x > WebMercator.worldSize - 1e6 })
    #expect(method.indices(of: across, tolerance: 10) == method.indices(of: elsewhere, tolerance: 10))
  }

  @Test(arguments: LineSimplification.allCases)
  func `lines that are hardly any, and points that are no number, are no trouble`(method: LineSimplification) {
    let (a, b) = (MapPoint(longitude: 1, latitude: 1), MapPoint(longitude: 2, latitude: 2))
    let none = MapPoint(x: .nan, y: 0)
    #expect(method.indices(of: [], tolerance: 1) == [])
    #expect(method.indices(of: [none, none], tolerance: 1) == [])
    #expect(method.indices(of: [a], tolerance: 1) == [0])
    #expect(method.indices(of: [a, a], tolerance: 1) == [0, 1])
    #expect(method.indices(of: [a, a, a, a], tolerance: 0) == [0, 3])
    #expect(method.indices(of: [none, a, none, b, none], tolerance: 1) == [1, 3])
    #expect(method.indices(of: [a, b, a], tolerance: .nan).count == 3 - (method == .visvalingam ? 1 : 0))
    let huge = MapPoint(x: 1e300, y: -1e300)
    #expect(method.indices(of: [a, huge, b, huge, a], tolerance: 1).count <= 5)
  }

  @Test func `a route that ends where it began keeps its far side`() {
    let circle = (0...100).map {
      MapPoint(x: 1e8 + 1e4 * cos(Double($0 % 100) * .pi / 50), y: 1e8 + 1e4 * sin(Double($0 % 100) * .pi / 50))
    }
    let staying = LineSimplification.douglasPeucker.indices(of: circle, tolerance: 100)
    #expect(staying.count > 8 && staying.contains(50))
  }

  @Test func `elements of any kind are simplified by where they lie`() {
    struct Fix: Equatable {
      var time: Int
      var latitude: Double
    }
    let fixes = (0..<100).map { Fix(time: $0, latitude: $0 == 50 ? 36.1 : 36) }
    let staying = fixes.simplified(tolerance: 10) {
      MapPoint(longitude: 139 + Double($0.time) / 1000, latitude: $0.latitude)
    }
    #expect(staying.map(\.time) == [0, 49, 50, 51, 99])
    let points = recordedRoute(100, seed: 1)
    #expect(
      points.simplified(tolerance: 5)
        == LineSimplification.douglasPeucker.indices(of: points, tolerance: 5).map { points[$0] })
  }
}
