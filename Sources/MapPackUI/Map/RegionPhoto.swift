#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// How a photo lies in a region.
  public struct PhotoPlacement: Hashable, Sendable {
    /// Whether the photo covers the region, or is seen as a whole in it.
    public var contentMode: ContentMode
    /// The point of the photo that comes as near to the region's middle as the photo still covers the region: faces at the
    /// top stay with `.top`.
    public var focus: UnitPoint

    /// A placement in `RegionShape.mainBounds`, the bounds of the region's main part. So a far island does not make most of
    /// the photo disappear.
    public init(contentMode: ContentMode = .fill, focus: UnitPoint = .center) {
      (self.contentMode, self.focus) = (contentMode, focus)
    }

    /// Where a photo of a size lies if it is placed in a rectangle.
    func rect(of size: CGSize, in rect: CGRect) -> CGRect {
      rect.placing(size, covers: contentMode == .fill, focus: CGPoint(x: focus.x, y: focus.y))
    }
  }

  /// A photo of a region, which is loaded when the region is seen.
  struct RegionPhoto: Sendable {
    /// Tells photos apart: another one is loaded anew.
    struct ID: Hashable, Sendable {
      let value: any Hashable & Sendable

      static func == (a: ID, b: ID) -> Bool { AnyHashable(a.value) == AnyHashable(b.value) }
      func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
    }

    var id: ID
    var placement: PhotoPlacement
    /// What is seen until the photo is there, and where it does not reach.
    var placeholder: Color?
    var load: @Sendable (CGSize) async -> CGImage?
  }

  extension CGImage {
    /// A picture as its own identity. It keeps the picture, so that no other one gets its address.
    struct Identity: Hashable, Sendable {
      let image: CGImage

      static func == (a: Identity, b: Identity) -> Bool { a.image === b.image }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(image)) }
    }
  }

  extension RegionStyle {
    /// A photo, cut to the region's shape. It is cut once for each size, away from the main thread.
    ///
    /// For more than a few photos, use `photo(id:placement:placeholder:load:)`, which keeps none that is not seen.
    public static func photo(_ image: CGImage, placement: PhotoPlacement = PhotoPlacement()) -> RegionStyle {
      photo(id: CGImage.Identity(image: image), placement: placement) { _ in image }
    }

    /// A photo that is loaded when its region comes into view, and cut to the region's shape.
    ///
    /// ```swift
    /// import ImageIO
    /// import MapPackUI
    /// import SwiftUI
    ///
    /// func style(of region: NewEngland, photos: [NewEngland: URL]) -> RegionStyle {
    ///   guard let url = photos[region] else { return .color(.gray) }
    ///   return .photo(id: url, placeholder: .gray) { size in
    ///     guard let source = CGImageSourceCreateWithURL(url as CFURL, nil) else { return nil }
    ///     let options = [
    ///       kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
    ///       kCGImageSourceThumbnailMaxPixelSize: max(size.width, size.height),
    ///     ] as [CFString: Any]
    ///     return CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
    ///   }
    /// }
    /// ```
    ///
    /// The view keeps what it has cut for the regions that it shows, as large as they are on the screen, and forgets the
    /// photo itself. If a region is magnified, its photo is loaded again. A photo with another `id` takes the place of the
    /// one before when it is there.
    /// - Parameters:
    ///   - id: tells photos apart, such as the address of a file and when it was changed.
    ///   - placement: how the photo lies in the region.
    ///   - placeholder: the color that is seen until the photo is there; none if nil.
    ///   - load: returns the photo, away from the main thread; nil if there is none. It gets the size in pixels that the
    ///     region has on the screen: a larger photo is of no use.
    public static func photo(
      id: some Hashable & Sendable, placement: PhotoPlacement = PhotoPlacement(), placeholder: Color? = nil,
      load: @escaping @Sendable (CGSize) async -> CGImage?
    ) -> RegionStyle {
      RegionStyle(
        .own,
        .photo(
          RegionPhoto(id: RegionPhoto.ID(value: id), placement: placement, placeholder: placeholder, load: load)))
    }
  }
#endif
