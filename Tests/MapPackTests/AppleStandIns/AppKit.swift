// Pages of developer.apple.com/documentation/appkit: nsevent/addlocalmonitorforevents(matching:handler:),
// nsevent/eventtypemask/scrollwheel, nsevent/scrollingdeltax, nsevent/hasprecisescrollingdeltas, nsevent/momentumphase, nsevent/phase,
// nsevent/removemonitor(_:).
// Signatures and versions were read there.

extension AppleStandIns {
  /// It is there on a Mac only; here, for every platform, because only macOS code imports it.
  static let appKit = """
    @_exported import CoreGraphics
    @_exported import Foundation

    public class NSEvent {
      public struct EventTypeMask: OptionSet, Sendable {
        public let rawValue: UInt64
        public init(rawValue: UInt64) { self.rawValue = rawValue }
        public static let scrollWheel = EventTypeMask(rawValue: 1 << 22)
      }
      public struct Phase: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
      }
      public class func addLocalMonitorForEvents(
        matching mask: EventTypeMask, handler block: @escaping (NSEvent) -> NSEvent?
      ) -> Any? { nil }
      public class func removeMonitor(_ eventMonitor: Any) {}
      public var scrollingDeltaX: CGFloat { 0 }
      public var scrollingDeltaY: CGFloat { 0 }
      public var momentumPhase: NSEvent.Phase { [] }
      public var hasPreciseScrollingDeltas: Bool { false }
      @MainActor public weak var window: NSWindow? { nil }
    }

    @MainActor public class NSWindow: NSObject { public var attachedSheet: NSWindow? { nil } }
    @MainActor public class NSApplication: NSObject { public weak var keyWindow: NSWindow? { nil } }
    @MainActor public var NSApp: NSApplication! { nil }
    """
}
