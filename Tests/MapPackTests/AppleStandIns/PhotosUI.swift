// Pages of developer.apple.com/documentation/photosui: photospickeritem, phpickerfilter; of swiftui:
// view/photospicker(ispresented:selection:matching:preferreditemencoding:). From memory.

extension AppleStandIns {
  static let photosUI = """
    @_exported import SwiftUI

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    public protocol Transferable {}
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    extension Data: Transferable {}

    @available(macOS 13, iOS 16, watchOS 9, visionOS 1, *)
    @available(tvOS, unavailable)
    public struct PhotosPickerItem: Hashable, Sendable {
      public func loadTransferable<T: Transferable & Sendable>(type: T.Type) async throws -> T? { nil }
    }
    @available(macOS 13, iOS 14, watchOS 9, visionOS 1, *)
    @available(tvOS, unavailable)
    public struct PHPickerFilter: Hashable, Sendable { public static let images = PHPickerFilter() }

    @available(macOS 13, iOS 16, watchOS 9, visionOS 1, *)
    @available(tvOS, unavailable)
    extension View {
      public func photosPicker(
        isPresented: Binding<Bool>, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil
      ) -> some View { self }
    }
    """
}
