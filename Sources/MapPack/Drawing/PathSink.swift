/// A path in the making, into which shapes are drawn.
///
/// SwiftUI's `Path` and Core Graphics' `CGMutablePath` are sinks where `MapPackUI` is imported. Whatever else draws
/// becomes one in a few lines, such as the data of a path in SVG:
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
  /// Begins a subpath at a place.
  mutating func move(toX x: Double, y: Double)
  /// Goes on to a place in a straight line.
  mutating func addLine(toX x: Double, y: Double)
  /// Goes back to where the subpath began, and ends it.
  mutating func closeSubpath()
}
