#if canImport(SwiftUI)
  import CoreGraphics
  import Foundation
  import MapPack

  /// A photo that is cut to a region's shape, as a picture.
  struct PhotoCut {
    /// Which photo, of which region.
    struct Key: Hashable, Sendable {
      var pack: Pack?
      /// The index of the region among the layer's areas.
      var area: Int
      var photo: ObjectIdentifier
    }

    /// A photo that is to be cut.
    struct Order: Sendable {
      /// What an order is known by.
      struct ID: Hashable, Sendable {
        var key: Key
        var level: Int
        var exponent: Int
      }

      var key: Key
      /// The level of detail of the layer.
      var level: Int
      /// A map point has 2 to this power pixels.
      var exponent: Int
      var layer: MapLayer
      var photo: CGImage

      var id: ID { ID(key: key, level: level, exponent: exponent) }
    }

    /// Nil if the region is too large for a picture of it, or the system makes none: it is cut in each frame.
    var image: CGImage?
    var level: Int
    /// A map point has 2 to this power pixels.
    var exponent: Int

    /// Whether it is what an order asks for.
    func fits(_ order: Order) -> Bool { level == order.level && exponent == order.exponent }

    /// The power of two that is the next number of pixels in a map point. So a cut is drawn at half of its size to all of
    /// it, and is made anew only if the map is magnified twice as much.
    static func exponent(pixelsPerMapPoint: Double) -> Int {
      pixelsPerMapPoint > 0 ? Int(log2(pixelsPerMapPoint).rounded(.up)) : 0
    }

    /// Where a photo of a region lies in the layer's plane: it covers `mainBounds` and what the seam takes.
    static func rect(_ mainBounds: MapRect, mapPointsPerPixel: Double) -> CGRect {
      CGRect(x: mainBounds.minX, y: mainBounds.minY, width: mainBounds.width, height: mainBounds.height)
        .insetBy(dx: -mapPointsPerPixel, dy: -mapPointsPerPixel)
    }

    /// The largest width and height of a cut, in pixels. A region that is larger on the screen is cut in each frame.
    static let limit = 2048.0

    /// Cuts a photo, away from the main thread. The shape is half a pixel larger on all sides, so that no seam shows
    /// between two photos.
    @concurrent
    static func made(_ order: Order) async -> PhotoCut {
      PhotoCut(image: image(order), level: order.level, exponent: order.exponent)
    }

    private static func image(_ order: Order) -> CGImage? {
      let area = order.layer.areas[order.key.area]
      let scale = exp2(Double(order.exponent))
      let rect = rect(area.mainBounds, mapPointsPerPixel: 1 / scale)
      guard max(rect.width, rect.height) * scale <= limit, rect.width > 0, rect.height > 0,
        let context = CGContext.forMap(
          width: Int((rect.width * scale).rounded(.up)), height: Int((rect.height * scale).rounded(.up)))
      else { return nil }
      context.scaleBy(x: scale, y: scale)
      context.translateBy(x: -rect.minX, y: -rect.minY)
      var path = CGMutablePath()
      order.layer.shapes.draw(area.paths, in: area.mainBounds, to: &path)
      context.addPath(path)
      context.setLineWidth(1 / scale)
      context.drawPath(using: .eoFillStroke)
      context.setBlendMode(.sourceIn)
      // Core Graphics draws pictures with y upwards.
      let covered = rect.covered(
        inProportionsOf: CGSize(width: order.photo.width, height: order.photo.height))
      context.translateBy(x: 0, y: covered.minY + covered.maxY)
      context.scaleBy(x: 1, y: -1)
      context.draw(order.photo, in: covered)
      return context.makeImage()
    }
  }
#endif
