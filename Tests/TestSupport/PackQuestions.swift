import MapPack

/// Asks a pack all questions that it can answer, and checks what the reader promises for any bytes: it does not crash,
/// and no answer is larger than a multiple of the pack's size.
package struct PackQuestions {
  private let pack: Pack
  /// The number of bytes of the pack.
  private let size: Int
  private let promise: Promise

  /// Called for each promise, with whether it is kept and, if not, how it was broken.
  package typealias Promise = (_ isKept: Bool, _ broken: @autoclosure () -> String) -> Void

  package init(_ pack: Pack, size: Int, promise: @escaping Promise) {
    self.pack = pack
    self.size = size
    self.promise = promise
  }

  /// The most regions that are asked one by one; more would take long and find nothing new.
  private static let regionLimit = 24

  /// Asks all questions.
  package func ask() {
    let isSound = (try? pack.verify()) != nil
    promise(pack.regionCount <= 8 * size, "\(pack.regionCount) regions")
    let texts =
      [pack.mapName] + pack.textKinds + pack.groups + pack.numberNames
      + pack.sources.flatMap { [$0.publisher, $0.license, $0.edition, $0.attribution] }
    // A byte that is not UTF-8 is replaced by three bytes.
    promise(texts.reduce(0) { $0 + $1.utf8.count } <= 3 * 4 * size, "the texts are longer than the pack")
    if let regions = try? pack.cases()?.regions {
      let successors = regions.flatMap(\.successors)
      promise(successors.allSatisfy { regions.indices.contains(Int($0) - 1) }, "a successor that is no region")
    }
    _ = (pack.bounds, pack.mainBounds, pack.cell, pack.identity, pack.contentDigest, pack.sectionLengths)
    for level in -1...pack.levelCount { promise(pack.tolerance(level: level) >= 0, "a tolerance below 0") }

    var rawValues = Set<UInt16>([0, 1, 2, 3, 4, .max])
    for shape in pack.shapes.prefix(Self.regionLimit) { rawValues.insert(shape.rawValue) }
    var buffer = RingBuffer()
    var points = [
      MapPoint(x: .nan, y: 0), MapPoint(x: 0, y: .infinity), MapPoint(x: -1, y: WebMercator.worldSize),
    ]
    for rawValue in rawValues.sorted() {
      guard let shape = pack[rawValue: rawValue] else { continue }
      ask(shape, &buffer, &points, isSound: isSound)
    }
    for point in points { ask(point, isSound: isSound) }
    askLines()
    for text in ["", "01", "02", "FJI", "\u{0}", "\u{10FFFF}"] {
      _ = (pack.shape(code: text)?.rawValue, pack.shape(name: text)?.rawValue)
    }
    let regions = Array(pack.shapes.prefix(Self.regionLimit))
    for bounds in [pack.bounds(of: regions, \.bounds), pack.bounds(of: regions, \.mainBounds)] {
      promise(bounds.width >= 0 && bounds.height >= 0, "bounds of regions below 0")
    }
    for group in pack.groups.prefix(4) + ["none"] {
      promise(pack.shapes(inGroup: group).count <= pack.regionCount, "a group of more regions than there are")
    }
    guard isSound else { return }
    promise(pack.shapes.allSatisfy { !$0.isEmpty }, "a region without a shape")
  }

  /// Asks for the regions at a point, near it and around it.
  private func ask(_ point: MapPoint, isSound: Bool) {
    let found = pack.shape(at: point)
    for distance in [0, 1000, Double.infinity] {
      let nearest = pack.shape(nearest: point, withinMapPoints: distance)
      promise(nearest?.mapPoints ?? 0 <= distance, "a region farther away than was asked for")
      promise(!isSound || found == nil || nearest?.shape == found, "another region is nearer than that at the point")
    }
    for width in [0, 500, 2 * WebMercator.worldSize] {
      let shapes = pack.shapes(in: MapRect(minX: point.x, minY: point.y, width: width, height: width / 2))
      promise(!isSound || shapes.count <= pack.regionCount, "more regions in a rectangle than there are")
    }
  }

  /// Asks for all borders, in every way, at the coarsest and the finest level.
  private func askLines() {
    var lines = LineBuffer()
    for level in [pack.levelCount - 1, 0] {
      lines.removeAll()
      pack.appendCoast(level: level, to: &lines)
      check(lines)
      pack.appendInnerBorders(level: level, to: &lines)
      check(lines)
      lines.removeAll()
      pack.appendOutline(of: pack.shapes.prefix(2), level: level, to: &lines)
      check(lines)
      var path = PathLength()
      lines.draw(in: MapFrame(pack.bounds, width: 100, height: 100), to: &path)
      promise(path.steps <= 3 * (lines.points.count + lines.lineCount), "\(path.steps) steps of a path")
    }
  }

  /// Asks a region that has lines or points for them, and for the point on them that is nearest to others.
  private func askLines(of shape: RegionShape, _ others: [MapPoint], isSound: Bool) {
    for level in 0..<pack.levelCount {
      let lines = shape.lines(level: level)
      check(lines)
      promise(!isSound || level > 0 || lines.lineCount == shape.polygonCount, "a line is missing")
    }
    let points = shape.points()
    promise(points.count <= 12 * size, "\(points.count) points from \(size) bytes")
    promise(!isSound || pack.kind != .points || points.count == shape.polygonCount, "a point is missing")
    promise(shape.length ?? 0 >= 0, "a length below 0")
    let lineCount = shape.lines().lineCount
    for other in others.suffix(4) + [MapPoint(x: .nan, y: 0), MapPoint(x: 1e300, y: -.infinity)] {
      guard let nearest = shape.nearestPoint(to: other) else { continue }
      promise(nearest.mapPoints >= 0, "a point at the distance \(nearest.mapPoints)")
      promise(-1e-9...1 + 1e-9 ~= nearest.fraction, "the fraction \(nearest.fraction) of a line")
      promise(0..<lineCount ~= nearest.line, "line \(nearest.line) of \(lineCount)")
    }
  }

  private func check(_ lines: LineBuffer) {
    promise(lines.points.count <= 24 * size, "lines of \(lines.points.count) vertices from \(size) bytes")
    var vertices = 0
    lines.forEachLine { _, line in
      promise(line.lowerBound == vertices, "a line does not begin where the one before ends")
      vertices = line.upperBound
    }
    promise(vertices == lines.points.count, "vertices belong to no line")
  }

  private func ask(
    _ shape: RegionShape, _ buffer: inout RingBuffer, _ points: inout [MapPoint], isSound: Bool
  ) {
    for text in [shape.code, shape.name, shape.group ?? ""] + pack.textKinds.prefix(4).compactMap(shape.text) {
      promise(text.utf8.count <= 3 * size, "a text is longer than the pack")
    }
    promise(!isSound || pack.shape(code: shape.code) == shape, "a code leads elsewhere")
    _ = (pack.shape(code: shape.code)?.rawValue, pack.shape(name: shape.name)?.rawValue)
    promise(shape.area >= 0, "an area below 0")
    for name in pack.numberNames.prefix(4) { promise(shape.number(name)?.isFinite ?? true, "an infinite number") }
    promise(0...8 * size ~= shape.polygonCount, "\(shape.polygonCount) polygons")
    promise(shape.neighbors.count <= pack.regionCount || !isSound, "more neighbors than regions")
    let parts = shape.parts
    promise(parts.reduce(0) { $0 + $1.polygons.count } <= 8 * size, "parts of more polygons than there are")
    _ = shape.level(mapPointsPerPixel: 1)
    for bounds in [shape.bounds, shape.mainBounds] {
      promise(bounds.width >= 0 && bounds.height >= 0, "bounds below 0")
      points.append(MapPoint(x: bounds.minX, y: bounds.minY))
      points.append(MapPoint(x: bounds.maxX, y: bounds.maxY))
    }
    points.append(shape.labelPoint)
    for level in (0..<pack.levelCount).reversed() {
      buffer.removeAll()
      shape.appendRings(level: level, to: &buffer)
      promise(buffer.points.count <= 12 * size, "\(buffer.points.count) vertices from \(size) bytes")
      promise(buffer.ringCount <= 8 * size, "\(buffer.ringCount) rings from \(size) bytes")
      var vertices = 0
      buffer.forEachRing { _, ring in
        promise(ring.lowerBound == vertices, "a ring does not begin where the one before ends")
        vertices = ring.upperBound
      }
      promise(vertices == buffer.points.count, "vertices belong to no ring")
    }
    // Lines and points have neither rings nor parts.
    let polygonCount = pack.kind == .areas ? shape.polygonCount : 0
    promise(!isSound || buffer.polygonCount == polygonCount, "\(buffer.polygonCount) polygons of \(polygonCount)")
    promise(!isSound || parts.reduce(0) { $0 + $1.polygons.count } == polygonCount, "a part is missing")
    if pack.kind != .areas { askLines(of: shape, points, isSound: isSound) }
    var path = PathLength()
    buffer.draw(in: MapFrame(shape.bounds, width: 100, height: 100), to: &path)
    promise(path.steps <= 3 * (buffer.points.count + buffer.ringCount), "\(path.steps) steps of a path")
    for vertex in 0..<min(8, buffer.points.count) {
      points.append(buffer.points[vertex])
    }
  }
}

/// Counts the steps of a path.
private struct PathLength: PathSink {
  var steps = 0

  mutating func move(toX x: Double, y: Double) { steps += 1 }
  mutating func addLine(toX x: Double, y: Double) { steps += 1 }
  mutating func closeSubpath() { steps += 1 }
}
