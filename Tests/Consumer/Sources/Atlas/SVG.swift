import Foundation
import MapPack

/// The data of a path in SVG.
struct PathData: PathSink {
  private(set) var text = ""
  mutating func move(toX x: Double, y: Double) { text += "M\(rounded(x)) \(rounded(y))" }
  mutating func addLine(toX x: Double, y: Double) { text += "L\(rounded(x)) \(rounded(y))" }
  mutating func closeSubpath() { text += "Z" }
}

func path(_ attributes: String, draw: (inout PathData) -> Void) -> String {
  var path = PathData()
  draw(&path)
  return "<path \(attributes) d='\(path.text)'/>\n"
}

func text(_ text: String, x: Double, y: Double, size: Double, _ attributes: String) -> String {
  let escaped = text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  return "<text x='\(rounded(x))' y='\(rounded(y))' font-size='\(size)' \(attributes)>\(escaped)</text>\n"
}

func rect(_ rect: CGRect, _ attributes: String) -> String { "<rect \(box(rect)) \(attributes)/>\n" }

/// The attributes of where a rectangle lies.
func box(_ rect: CGRect) -> String {
  "x='\(rounded(rect.minX))' y='\(rounded(rect.minY))' width='\(rounded(rect.width))' height='\(rounded(rect.height))'"
}

func rounded(_ length: Double) -> Double { (length * 10).rounded() / 10 }
