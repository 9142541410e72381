/// A path that `RegionShape.draw(level:in:to:)` and `LineBuffer.draw(in:to:)` draw into.
///
/// Coordinates are in the unit of the `MapFrame`, and y grows downwards. Each ring or line comes as one `move`, an
/// `addLine` for each further point, and `closeSubpath` if it is closed.
///
/// SwiftUI's `Path` and Core Graphics' `CGMutablePath` are sinks if `MapPackUI` is imported. Other paths become sinks
/// in a few lines, such as the path data of SVG:
///
/// ```swift
/// struct PathData: PathSink {
///   var text = ""
///   mutating func move(toX x: Double, y: Double) { text += "M\(x) \(y)" }
///   mutating func addLine(toX x: Double, y: Double) { text += "L\(x) \(y)" }
///   mutating func closeSubpath() { text += "Z" }
/// }
/// ```
public protocol PathSink {
  /// Begins a subpath at a point.
  mutating func move(toX x: Double, y: Double)
  /// Goes on to a point in a straight line.
  mutating func addLine(toX x: Double, y: Double)
  /// Ends the subpath with a straight line back to where it began.
  mutating func closeSubpath()
}
