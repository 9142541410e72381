#if canImport(SwiftUI)
  import CoreGraphics
  import Foundation
  import MapPack

  /// A photo that is cut to a region's shape, as a picture.
  struct PhotoCut: Sendable {
    /// What is to be cut, for which region, and how.
    struct Key: Hashable, Sendable {
      var region: RegionID
      var pack: Pack
      var photo: RegionPhoto.ID
      var placement: PhotoPlacement
      /// The level of detail of the layer.
      var level: Int
      /// A map point has 2 to this power pixels.
      var exponent: Int
    }

    /// A photo that is to be loaded and cut.
    struct Order: Sendable {
      var key: Key
      var layer: MapLayer
      var photo: RegionPhoto
    }

    let key: Key
    /// The photo, cut if `isCut`; nil if there is none.
    let image: CGImage?
    /// False if the region is too large for a picture of it, or the system makes none: it is cut in each frame.
    let isCut: Bool

    /// The power of two that is the next number of pixels in a map point. So a cut is drawn at half of its size to all of
    /// it, and is made anew only if the map is magnified twice as much.
    static func exponent(pixelsPerMapPoint: Double) -> Int {
      pixelsPerMapPoint > 0 ? Int(log2(pixelsPerMapPoint).rounded(.up)) : 0
    }

    /// Where a photo of a region lies in the layer's plane: in `mainBounds` and what the seam takes.
    static func rect(_ mainBounds: MapRect, mapPointsPerPixel: Double) -> CGRect {
      CGRect(x: mainBounds.minX, y: mainBounds.minY, width: mainBounds.width, height: mainBounds.height)
        .insetBy(dx: -mapPointsPerPixel, dy: -mapPointsPerPixel)
    }

    /// The largest width and height of a cut, in pixels. A region that is larger on the screen is cut in each frame.
    static let limit = 2048.0

    /// Loads a photo and cuts it, away from the main thread. The shape is half a pixel larger on all sides, so that no seam
    /// shows between two photos.
    @concurrent
    static func made(_ order: Order) async -> PhotoCut {
      let area = order.layer.areas[order.key.region.area]
      let scale = exp2(Double(order.key.exponent))
      let rect = rect(area.mainBounds, mapPointsPerPixel: 1 / scale)
      let size = CGSize(width: min(limit, rect.width * scale), height: min(limit, rect.height * scale))
      let photo = await order.photo.load(size)
      let cut = photo.flatMap { Self.cut($0, order, rect, scale) }
      return PhotoCut(key: order.key, image: cut ?? photo, isCut: cut != nil)
    }

    private static func cut(_ photo: CGImage, _ order: Order, _ rect: CGRect, _ scale: Double) -> CGImage? {
      guard max(rect.width, rect.height) * scale <= limit, rect.width > 0, rect.height > 0,
        let context = CGContext.forMap(
          width: Int((rect.width * scale).rounded(.up)), height: Int((rect.height * scale).rounded(.up)))
      else { return nil }
      context.scaleBy(x: scale, y: scale)
      context.translateBy(x: -rect.minX, y: -rect.minY)
      var path = CGMutablePath()
      let area = order.key.region.area
      order.layer.shapes.draw(order.layer.paths(of: area), in: order.layer.areas[area].mainBounds, to: &path)
      context.addPath(path)
      context.setLineWidth(1 / scale)
      context.drawPath(using: .eoFillStroke)
      context.setBlendMode(.sourceIn)
      // Core Graphics draws pictures with y upwards.
      let placed = order.photo.placement.rect(of: CGSize(width: photo.width, height: photo.height), in: rect)
      context.translateBy(x: 0, y: placed.minY + placed.maxY)
      context.scaleBy(x: 1, y: -1)
      context.draw(photo, in: placed)
      return context.makeImage()
    }
  }
#endif
