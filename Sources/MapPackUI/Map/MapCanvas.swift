#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// How a kind of lines is stroked.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  struct MapLine {
    var color: Color
    var width: CGFloat
  }

  /// What a `PackMap` consists of: a canvas on which a part of the map is drawn. A change of the part can be animated.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  struct MapCanvas<Region: MapRegion>: View, Animatable {
    let map: RegionMap<Region>
    let fill: (Region) -> RegionFill
    var part: MapRect
    var borders = MapLine(color: .white, width: 0.5)
    var coast = MapLine(color: .white, width: 0)
    var reach: CGFloat = 0
    var action: ((Region?) -> Void)?
    @State private var paths = MapPaths<Region>()
    @Environment(\.displayScale) private var displayScale

    init(map: RegionMap<Region>, fill: @escaping (Region) -> RegionFill, part: MapRect) {
      self.map = map
      self.fill = fill
      self.part = part
    }

    nonisolated var animatableData: AnimatablePair<AnimatablePair<Double, Double>, AnimatablePair<Double, Double>> {
      get { AnimatablePair(AnimatablePair(part.minX, part.minY), AnimatablePair(part.width, part.height)) }
      set {
        part = MapRect(
          minX: newValue.first.first, minY: newValue.first.second, width: newValue.second.first,
          height: newValue.second.second)
      }
    }

    var body: some View {
      GeometryReader { geometry in
        let rect = CGRect(origin: .zero, size: geometry.size)
        // Room for half of the lines at the edge of the map.
        let margin = max(borders.width, coast.width, 1)
        let frame = MapFrame(part, in: rect.insetBy(dx: margin, dy: margin))
        let level = map.level(metersPerPixel: frame.metersPerUnit / displayScale)
        let drawing = paths.drawing(of: map, in: frame, visible: rect, level: level)
        Canvas { context, _ in draw(drawing, in: context) }
          .contentShape(Rectangle())
          .onTapGesture { place in action?(map.region(under: place, in: frame, reach: reach)) }
          .accessibilityLabel(Text(verbatim: map.pack.mapName))
          .accessibilityChildren {
            ForEach(drawing.regions, id: \.region) { region, _ in
              Button(region.name) { action?(region) }
            }
          }
      }
    }

    private func draw(_ drawing: MapDrawing<Region>, in context: GraphicsContext) {
      var photos: [(image: Image, path: Path)] = []
      for (region, path) in drawing.regions {
        switch fill(region) {
        case .clear: break
        case .color(let color):
          context.fill(path, with: .color(color), style: FillStyle(eoFill: true))
          // Two areas that share a border let the background shine through, however exact the border is: each covers
          // its part of a pixel only in part. So each is a trifle larger, and the borders lie over it.
          context.stroke(path, with: .color(color), lineWidth: 1)
        case .photo(let image): photos.append((image, path))
        }
      }
      for (image, path) in photos {
        var clipped = context
        clipped.clip(to: path, style: FillStyle(eoFill: true))
        let photo = context.resolve(image)
        clipped.draw(photo, in: path.boundingRect.covered(inProportionsOf: photo.size))
      }
      for (line, path) in [(borders, drawing.borders), (coast, drawing.coast)] where line.width > 0 {
        let style = StrokeStyle(lineWidth: line.width, lineCap: .round, lineJoin: .round)
        context.stroke(path, with: .color(line.color), style: style)
      }
    }
  }

  extension CGRect {
    /// The smallest rectangle of these proportions that covers this one and has the same middle.
    fileprivate func covered(inProportionsOf size: CGSize) -> CGRect {
      guard size.width > 0, size.height > 0 else { return self }
      let scale = max(width / size.width, height / size.height)
      return insetBy(dx: (width - size.width * scale) / 2, dy: (height - size.height * scale) / 2)
    }
  }
#endif
