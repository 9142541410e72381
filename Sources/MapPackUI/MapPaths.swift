#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// The paths of a part of a map on a screen.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  struct MapDrawing<Region: MapRegion> {
    /// Those that are seen, in the order of the raw values.
    var regions: [(region: Region, path: Path)] = []
    var borders = Path()
    var coast = Path()

    init(of pack: Pack, in frame: MapFrame, visible: CGRect, level: Int) {
      var rings = RingBuffer()
      for shape in pack.shapes(in: frame.mapRect(visible)) {
        guard let region = Region(rawValue: shape.rawValue) else { continue }
        var path = Path()
        shape.draw(level: level, in: frame, to: &path, using: &rings)
        regions.append((region, path))
      }
      var lines = LineBuffer()
      pack.appendInnerBorders(level: level, to: &lines)
      lines.draw(in: frame, to: &borders)
      lines.removeAll()
      pack.appendCoast(level: level, to: &lines)
      lines.draw(in: frame, to: &coast)
    }
  }

  /// Keeps a drawing until another one is wanted: a tap changes colours, and no paths.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  final class MapPaths<Region: MapRegion> {
    private struct Wanted: Equatable {
      var contents: [UInt8]
      var frame: MapFrame
      var visible: CGRect
      var level: Int
    }
    private var kept: (wanted: Wanted, drawing: MapDrawing<Region>)?

    func drawing(of pack: Pack, in frame: MapFrame, visible: CGRect, level: Int) -> MapDrawing<Region> {
      let wanted = Wanted(contents: pack.contentDigest, frame: frame, visible: visible, level: level)
      if let kept, kept.wanted == wanted { return kept.drawing }
      let drawing = MapDrawing<Region>(of: pack, in: frame, visible: visible, level: level)
      kept = (wanted, drawing)
      return drawing
    }
  }
#endif
