import MapPack

/// The data of a path in SVG, to a hundredth of the picture's unit.
struct PathData: PathSink {
  private(set) var text = ""

  mutating func move(toX x: Double, y: Double) { text += "M\(hundredths(x)) \(hundredths(y))" }
  mutating func addLine(toX x: Double, y: Double) { text += "L\(hundredths(x)) \(hundredths(y))" }
  mutating func closeSubpath() { text += "Z" }
}

func hundredths(_ length: Double) -> Double { (length * 100).rounded() / 100 }
