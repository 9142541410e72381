import TestSupport

/// The railways of the prefecture: smooth lines from station to station.
struct Railways {
  /// A line of an operator, in the classes of the real publication.
  struct Line {
    var name: String
    var company: String
    /// `N02_001`: 11 is an ordinary railway of the former state railways, 12 another one.
    var railwayClass: String
    /// `N02_002`: 2 is a former state railway, 3 a public one, 4 a private one, 5 one that both own.
    var companyClass: String
    /// The stations from end to end; a loop ends where it begins.
    var stops: [String]

    init(_ name: String, _ company: String, _ railwayClass: String, _ companyClass: String, _ stops: String...) {
      (self.name, self.company, self.stops) = (name, company, stops)
      (self.railwayClass, self.companyClass) = (railwayClass, companyClass)
    }
  }

  /// What of a line lies between two stations.
  struct Section {
    var line: Line
    var points: [Position]
  }

  struct Station {
    var name: String
    var position: Position
    /// The lines that stop there.
    var lines: [Line]
  }

  private static let towns: [(name: String, position: Position)] = [
    ("七ヶ瀬", Position(x: -5, y: 55.5)), ("北灘", Position(x: 2, y: 53)), ("磯﨑", Position(x: 7, y: 45)),
    ("髙嶺", Position(x: 19, y: 42)), ("鈴音", Position(x: 18, y: 35)), ("雲ノ平", Position(x: 26, y: 21)),
    ("上見本", Position(x: 20, y: 10)), ("見本", Position(x: 12, y: 2)), ("南見本", Position(x: 16, y: -10)),
    ("飛ヶ浦", Position(x: 20, y: -26)), ("岬口", Position(x: 23, y: -36)), ("ミソラ", Position(x: 21, y: -46)),
    ("西見本", Position(x: 4, y: 5)), ("汐入", Position(x: -6, y: 6)), ("渚", Position(x: -12, y: -4)),
    ("潮岬", Position(x: -12, y: -24)), ("浜街道", Position(x: 30, y: 14)), ("表浜", Position(x: 38, y: 17)),
    ("灯台前", Position(x: 45, y: 14)), ("城北", Position(x: 14, y: 8)), ("港", Position(x: 6, y: -2)),
    ("東町", Position(x: 17, y: 3)), ("空港", Position(x: 5, y: -5)),
  ]

  static let lines = [
    Line(
      "見本本線", "見本旅客鉄道", "11", "2", "磯﨑", "髙嶺", "鈴音", "雲ノ平", "上見本", "見本", "南見本", "飛ヶ浦", "岬口", "ミソラ"),
    Line("北灘線", "見本旅客鉄道", "11", "2", "磯﨑", "北灘", "七ヶ瀬"),
    Line("汐入線", "見本旅客鉄道", "11", "2", "見本", "西見本", "汐入", "渚", "潮岬"),
    Line("表浜線", "表浜電気鉄道", "12", "4", "上見本", "浜街道", "表浜", "灯台前"),
    Line("環状線", "見本市交通局", "12", "3", "見本", "東町", "城北", "西見本", "港", "見本"),
    // It runs on the rails of the main line as far as 南見本.
    Line("空港線", "見本空港鉄道", "12", "5", "見本", "南見本", "空港"),
  ]

  /// How long a piece of a line is, in kilometers, about.
  private static let step = 0.12
  private static let bendEast = Noise(seed: 83, wavelength: 12, octaves: 3)
  private static let bendNorth = Noise(seed: 97, wavelength: 12, octaves: 3)

  static var stations: [Station] {
    towns.map { name, position in
      Station(name: name, position: bent(position), lines: lines.filter { $0.stops.contains(name) })
    }
  }

  /// All sections, in an order that scatters those of a line over the file, and some against the line's direction. Lines that
  /// run between the same two stations have the same points there.
  static func sections() -> [Section] {
    var random = SplitMix64(seed: 5)
    var drawn: [Set<String>: [Position]] = [:]
    var sections: [Section] = []
    for line in lines {
      let stops = line.stops.map { stop in towns.first { $0.name == stop }?.position ?? Position(x: 0, y: 0) }
      for index in 0..<stops.count - 1 {
        let ends = Set(line.stops[index...index + 1])
        var points = drawn[ends] ?? curve(stops, from: index)
        drawn[ends] = points
        if random.next().isMultiple(of: 3) { points.reverse() }
        sections.append(Section(line: line, points: points))
      }
    }
    return sections.map { (random.next(), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The curve from a stop to the next one: by E. Catmull and R. Rom, "A class of local interpolating splines" (1974).
  static func curve(_ stops: [Position], from index: Int) -> [Position] {
    let isLoop = stops.first == stops.last
    func stop(_ index: Int) -> Position {
      if isLoop { return stops[(index + stops.count - 1) % (stops.count - 1)] }
      return stops[min(max(index, 0), stops.count - 1)]
    }
    let (a, b, c, d) = (stop(index - 1), stop(index), stop(index + 1), stop(index + 2))
    let count = max(1, Int((b.distance(to: c) / step).rounded(.up)))
    return (0...count).map { number in
      let t = Double(number) / Double(count)
      func value(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
        (2 * b + t * ((c - a) + t * ((2 * a - 5 * b + 4 * c - d) + t * (3 * b - a - 3 * c + d)))) / 2
      }
      return bent(Position(x: value(a.x, b.x, c.x, d.x), y: value(a.y, b.y, c.y, d.y)))
    }
  }

  /// A line that is straight on the plan has to go round hills.
  private static func bent(_ position: Position) -> Position {
    Position(
      x: position.x + 1.1 * bendEast.height(at: position), y: position.y + 1.1 * bendNorth.height(at: position))
  }
}
