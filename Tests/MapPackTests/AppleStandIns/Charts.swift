// Pages of developer.apple.com/documentation/charts: plottable, plottablevalue, chartcontent, chartcontentbuilder, linemark, chart.
// From memory.

extension AppleStandIns {
  static let charts = """
    @_exported import SwiftUI

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    public protocol Plottable {}
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    extension Int: Plottable {}
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    extension Double: Plottable {}
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    extension String: Plottable {}

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    public struct PlottableValue<Value: Plottable> {
      public static func value(_ label: String, _ value: Value) -> PlottableValue<Value> { PlottableValue() }
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    public protocol ChartContent {}

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    @resultBuilder public enum ChartContentBuilder {
      public static func buildBlock<Content: ChartContent>(_ content: Content) -> Content { content }
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    public struct LineMark: ChartContent {
      public init<X: Plottable, Y: Plottable, S: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>
      ) {}
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    public struct Chart<Content: ChartContent>: View {
      public init<Data: RandomAccessCollection>(
        _ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Content
      ) where Data.Element: Identifiable {}
      public var body: Never { fatalError() }
    }
    """
}
