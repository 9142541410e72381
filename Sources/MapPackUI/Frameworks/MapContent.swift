#if canImport(MapKit) && canImport(SwiftUI) && !os(watchOS)
  import MapKit
  import MapPack
  import SwiftUI

  /// A region as content of MapKit's `Map` in SwiftUI: one polygon of MapKit for each polygon of the region. In a map
  /// of lines or points, it is empty.
  ///
  /// ```swift
  /// import MapKit
  /// import MapPackUI
  /// import SwiftUI
  ///
  /// @available(macOS 14, iOS 17, *)
  /// struct VermontOnMap: View {
  ///   var map: RegionMap<NewEngland>
  ///
  ///   var body: some View {
  ///     Map { RegionContent(map[.vermont]).foregroundStyle(.orange) }
  ///   }
  /// }
  /// ```
  @available(macOS 14, iOS 17, tvOS 17, visionOS 1, *)
  public struct RegionContent: MapContent {
    private let polygons: [MKPolygon]

    /// The content that shows a region.
    /// - Parameters:
    ///   - shape: the region.
    ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
    public init(_ shape: RegionShape, level: Int = 0) { polygons = shape.polygons(level: level).map { MKPolygon($0) } }

    public var body: some MapContent {
      ForEach(polygons, id: \.self) { MapPolygon($0) }
    }
  }
#endif
