// Pages of developer.apple.com/documentation/mapkit: mkmappoint, mkmapsize, mkmaprect, mkcoordinateregion, mkpolygon, mkpolyline,
// mkmultipolygon, mkmultipolyline, mkoverlay, mkshape, mkoverlayrenderer, mkoverlaypathrenderer,
// mkmultipolygonrenderer, mkmultipolylinerenderer, mkmapviewdelegate, mapcameraupdatecontext, mkmapview, mapcontent,
// mapcontentbuilder, mappolygon, map. Signatures and versions were written down from memory, those of renderers from their
// pages.

extension AppleStandIns {
  static let mapKit = """
    @_exported import CoreGraphics
    @_exported import CoreLocation
    @_exported import SwiftUI

    @available(macOS 10.9, iOS 3, tvOS 9.2, watchOS 2, visionOS 1, *)
    public typealias MKZoomScale = CGFloat

    @available(macOS 10.9, iOS 3, tvOS 9.2, watchOS 2, visionOS 1, *)
    public struct MKMapPoint: Sendable {
      public var x: Double
      public var y: Double
      public init(x: Double, y: Double) {
        self.x = x
        self.y = y
      }
      public init(_ coordinate: CLLocationCoordinate2D) { self.init(x: 0, y: 0) }
      public var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D() }
    }

    @available(macOS 10.9, iOS 3, tvOS 9.2, watchOS 2, visionOS 1, *)
    public struct MKMapSize: Sendable {
      public var width: Double
      public var height: Double
    }

    @available(macOS 10.9, iOS 3, tvOS 9.2, watchOS 2, visionOS 1, *)
    public struct MKMapRect: Sendable {
      public var origin: MKMapPoint
      public var size: MKMapSize
      public init(x: Double, y: Double, width: Double, height: Double) {
        origin = MKMapPoint(x: x, y: y)
        size = MKMapSize(width: width, height: height)
      }
    }

    @available(macOS 10.9, iOS 3, tvOS 9.2, watchOS 2, visionOS 1, *)
    public struct MKCoordinateRegion: Sendable {
      public init(_ rect: MKMapRect) {}
    }

    @available(macOS 10.9, iOS 4, tvOS 9.2, visionOS 1, *)
    @available(watchOS, unavailable)
    public protocol MKOverlay: NSObjectProtocol {
      var coordinate: CLLocationCoordinate2D { get }
      var boundingMapRect: MKMapRect { get }
    }

    @available(macOS 10.9, iOS 4, tvOS 9.2, visionOS 1, *)
    @available(watchOS, unavailable)
    open class MKShape: NSObject {
      override init() {}
      public var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D() }
      public var boundingMapRect: MKMapRect { MKMapRect(x: 0, y: 0, width: 0, height: 0) }
    }

    @available(macOS 10.9, iOS 4, tvOS 9.2, visionOS 1, *)
    @available(watchOS, unavailable)
    open class MKPolygon: MKShape, MKOverlay {
      override init() {}
      public convenience init(points: UnsafePointer<MKMapPoint>, count: Int) { self.init() }
      public convenience init(points: UnsafePointer<MKMapPoint>, count: Int, interiorPolygons: [MKPolygon]?) {
        self.init()
      }
    }

    @available(macOS 10.9, iOS 4, tvOS 9.2, visionOS 1, *)
    @available(watchOS, unavailable)
    open class MKPolyline: MKShape, MKOverlay {
      override init() {}
      public convenience init(points: UnsafePointer<MKMapPoint>, count: Int) { self.init() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, visionOS 1, *)
    @available(watchOS, unavailable)
    open class MKMultiPolygon: MKShape, MKOverlay {
      public init(_ polygons: [MKPolygon]) {}
    }

    @available(macOS 10.15, iOS 13, tvOS 13, visionOS 1, *)
    @available(watchOS, unavailable)
    open class MKMultiPolyline: MKShape, MKOverlay {
      public init(_ polylines: [MKPolyline]) {}
    }

    // On macOS it is NSColor.
    @available(macOS 10, iOS 2, tvOS 9, visionOS 1, *)
    @available(watchOS, unavailable)
    open class UIColor: @unchecked Sendable {
      open class var systemGreen: UIColor { fatalError() }
      open class var systemBrown: UIColor { fatalError() }
    }

    @available(macOS 10.9, iOS 7, tvOS 9.2, visionOS 1, *)
    @available(watchOS, unavailable)
    open class MKOverlayRenderer: NSObject {
      public init(overlay: any MKOverlay) {}
      open func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) {}
      public func rect(for mapRect: MKMapRect) -> CGRect { .zero }
      public func setNeedsDisplay() {}
      public var contentScaleFactor: CGFloat { 2 }
    }

    @available(macOS 10.9, iOS 7, tvOS 9.2, visionOS 1, *)
    @available(watchOS, unavailable)
    open class MKOverlayPathRenderer: MKOverlayRenderer {
      open var fillColor: UIColor?
      open var strokeColor: UIColor?
      open var lineWidth: CGFloat = 0
    }

    @available(macOS 10.15, iOS 13, tvOS 13, visionOS 1, *)
    @available(watchOS, unavailable)
    open class MKMultiPolygonRenderer: MKOverlayPathRenderer {
      public init(multiPolygon: MKMultiPolygon) { super.init(overlay: multiPolygon) }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, visionOS 1, *)
    @available(watchOS, unavailable)
    open class MKMultiPolylineRenderer: MKOverlayPathRenderer {
      public init(multiPolyline: MKMultiPolyline) { super.init(overlay: multiPolyline) }
    }

    // On macOS it is NSView.
    #if os(macOS) || os(watchOS) || os(Linux)
      @available(watchOS, unavailable)
      @MainActor open class UIView {}
    #endif

    @available(macOS 10.9, iOS 3, tvOS 9.2, visionOS 1, *)
    @available(watchOS, unavailable)
    @MainActor open class MKMapView: UIView {
      open func convert(_ point: CGPoint, toCoordinateFrom view: UIView?) -> CLLocationCoordinate2D {
        CLLocationCoordinate2D()
      }
      open weak var delegate: (any MKMapViewDelegate)?
      open func addOverlay(_ overlay: any MKOverlay) {}
      open func renderer(for overlay: any MKOverlay) -> MKOverlayRenderer? { nil }
    }

    // Its methods are optional.
    @available(macOS 10.9, iOS 3, tvOS 9.2, visionOS 1, *)
    @available(watchOS, unavailable)
    @MainActor public protocol MKMapViewDelegate: NSObjectProtocol {
      func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @MainActor @preconcurrency public protocol MapContent {
      associatedtype Body: MapContent
      @MapContentBuilder var body: Body { get }
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension Never: MapContent {}

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @resultBuilder public enum MapContentBuilder {
      public static func buildBlock<Content: MapContent>(_ content: Content) -> Content { content }
      public static func buildExpression<Content: MapContent>(_ content: Content) -> Content { content }
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    public struct MapPolygon: MapContent {
      @available(watchOS, unavailable)
      public nonisolated init(_ polygon: MKPolygon) {}
      public var body: Never { fatalError() }
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    public struct SomeContent: MapContent { public var body: Never { fatalError() } }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension MapContent {
      public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some MapContent { SomeContent() }
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension ForEach: MapContent where Content: MapContent {
      public nonisolated init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @MapContentBuilder content: @escaping (Data.Element) -> Content
      ) { self.init(standIn: ()) }
      public typealias Body = Never
      public var body: Never { fatalError() }
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    public struct Map<Content: MapContent>: View {
      public init(@MapContentBuilder content: () -> Content) {}
      public var body: Never { fatalError() }
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    public struct MapCameraUpdateContext: Sendable { public var rect: MKMapRect }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension View {
      public func onMapCameraChange(
        _ action: @escaping (MapCameraUpdateContext) -> Void
      ) -> some View { AnyView(self) }
    }
    """
}
