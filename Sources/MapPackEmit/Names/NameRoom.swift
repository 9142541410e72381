import MapPackCoverage

/// The room that a part of a region has for a name: its own land and that of other regions, in small squares round it.
struct NameRoom {
  /// The box of the part, in columns and rows.
  let box: Box
  /// What is looked at: the box and some of what lies round it.
  private let window: Box
  /// Sums of land over all squares north and west of a corner; a square is 1.
  private var own: [Double]
  private var others: [Double]
  /// The land of the part, in square cells.
  private(set) var area = 0.0

  struct Box: Equatable {
    var west: Double
    var north: Double
    var width: Double
    var height: Double
  }

  /// The number of squares along each side.
  private static let side = 96
  /// As much as this share of its width or height may a name reach beyond its part.
  private static let surplus = 0.25
  /// The least share of a name's box that lies on its part, and the most that lies on other regions.
  private static let (leastOwn, mostOthers) = (0.8, 0.03)
  /// The largest box, as a share of the part's area.
  private static let largest = 0.95

  /// - Parameters:
  ///   - isOwn: whether a polygon is a piece of the part.
  ///   - isOther: whether a polygon is another region's.
  ///   - box: of the part; it may reach beyond the eastern edge of the world.
  init(_ rows: LandRows, in box: Box, world: Double, isOwn: (Int) -> Bool, isOther: (Int) -> Bool) {
    self.box = box
    let (wide, high) = (Self.surplus * box.width, Self.surplus * box.height)
    window = Box(
      west: box.west - wide, north: box.north - high, width: box.width + 2 * wide, height: box.height + 2 * high)
    let count = Self.side
    own = [Double](repeating: 0, count: (count + 1) * (count + 1))
    others = own
    for row in 0..<count {
      var y = window.north + (Double(row) + 0.5) / Double(count) * window.height
      // Between vertices, so that no row meets one.
      if y == y.rounded() { y += 1.0 / 1_024 }
      for shift in [-world, 0, world] where window.west < world + shift && window.west + window.width > shift {
        rows.forEachStretch(inRow: y, from: window.west - shift, to: window.west + window.width - shift) {
          polygon, from, to in
          let (start, end) = (column(from + shift), column(to + shift))
          if isOwn(polygon) {
            Self.add(start, end, row, to: &own)
          } else if isOther(polygon) {
            Self.add(start, end, row, to: &others)
          }
        }
      }
    }
    Self.sum(&own)
    Self.sum(&others)
    area = own[own.count - 1] * window.width * window.height / Double(count * count)
  }

  private static func add(_ start: Double, _ end: Double, _ row: Int, to land: inout [Double]) {
    var square = max(0, Int(start))
    while square < side, Double(square) < end {
      land[(row + 1) * (side + 1) + square + 1] += min(end, Double(square + 1)) - max(start, Double(square))
      square += 1
    }
  }

  private static func sum(_ land: inout [Double]) {
    for row in 1...side {
      var before = 0.0
      for column in 1...side {
        before += land[row * (side + 1) + column]
        land[row * (side + 1) + column] = land[(row - 1) * (side + 1) + column] + before
      }
    }
  }

  /// In squares.
  private func column(_ x: Double) -> Double { (x - window.west) / window.width * Double(Self.side) }
  private func row(_ y: Double) -> Double { (y - window.north) / window.height * Double(Self.side) }

  /// The land in a box, in squares; none lies beyond the window.
  private func land(_ sums: [Double], _ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Double {
    func sum(_ x: Double, _ y: Double) -> Double {
      let (x, y) = (min(max(x, 0), Double(Self.side)), min(max(y, 0), Double(Self.side)))
      let (column, row) = (min(Int(x), Self.side - 1), min(Int(y), Self.side - 1))
      let (right, down) = (x - Double(column), y - Double(row))
      let at = row * (Self.side + 1) + column
      let above = sums[at] * (1 - right) + sums[at + 1] * right
      let below = sums[at + Self.side + 1] * (1 - right) + sums[at + Self.side + 2] * right
      return above * (1 - down) + below * down
    }
    return sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top)
  }

  /// Whether a place is on the part.
  func hasLand(at x: Double, _ y: Double) -> Bool {
    // The land of one square.
    let (column, row) = (Int(column(x).rounded(.down)), Int(row(y).rounded(.down)))
    guard 0..<Self.side ~= column, 0..<Self.side ~= row else { return false }
    let at = row * (Self.side + 1) + column
    return own[at + Self.side + 2] - own[at + Self.side + 1] - own[at + 1] + own[at] > 0.5
  }

  private func holds(_ lines: NameLines, size: Double, at x: Double, _ y: Double) -> Bool {
    let (wide, high) = (lines.width * size / 2, lines.height * size / 2)
    let (left, right, top, bottom) = (column(x - wide), column(x + wide), row(y - high), row(y + high))
    let box = (right - left) * (bottom - top)
    return 4 * wide * high <= Self.largest * area && land(own, left, top, right, bottom) >= Self.leastOwn * box
      && land(others, left, top, right, bottom) <= Self.mostOthers * box
  }

  /// The largest size of a name whose middle is at a place, in cells, so that there is room for it and for all smaller
  /// ones; 0 if there is none, or none above a least one.
  func largestSize(of lines: NameLines, at x: Double, _ y: Double, above least: Double = 0) -> Double {
    guard least == 0 || holds(lines, size: least, at: x, y) else { return 0 }
    let most = (Self.largest * area / lines.width / lines.height).squareRoot()
    var (held, next) = (0.0, most / 16)
    while next <= most, holds(lines, size: next, at: x, y) { (held, next) = (next, next * 1.25) }
    guard held * 1.25 > least else { return 0 }
    for _ in 0..<5 {
      let middle = (held + min(next, most)) / 2
      if holds(lines, size: middle, at: x, y) { held = middle } else { next = middle }
    }
    return held > least ? held : 0
  }
}
