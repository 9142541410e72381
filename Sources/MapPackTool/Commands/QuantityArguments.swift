import ArgumentParser
import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackIngest
import MapPackMerge
import MapPackSimplify

/// The values of flags. Lengths are in meters, areas in square meters, and shares are from 0 to 1, as in `Quantity`.
/// Each function throws a `ValidationError` that says what it expected.
enum QuantityArguments {
  static let length = quantity(Quantity.length, "is not a length; write 30m, \"1.5 km\"")
  static let area = quantity(Quantity.area, "is not an area; write 500m2, \"0.01 km2\"")
  static let gapLimit = quantity(MergeOptions.GapLimit.init, "is neither an area nor a length; write 500m2, 5m")
  static let share = quantity(Quantity.share, "is not a share; write 10%, 0.1")
  static let bytes = quantity(Quantity.bytes, "is not a number of bytes; write 64KB, \"1.5 MB\"")
  static let zoom = quantity(
    { Int($0).flatMap { zooms.contains($0) ? $0 : nil } },
    "is not a zoom; write a whole number from \(zooms.lowerBound) to \(zooms.upperBound)")

  private static let zooms = SimplifyOptions.Amount.zooms

  private static func quantity<Value>(
    _ read: @escaping @Sendable (String) -> Value?, _ fault: String
  ) -> @Sendable (String) throws -> Value {
    { text in
      guard let value = read(text) else { throw ValidationError("“\(text)” \(fault)") }
      return value
    }
  }

  static func positiveLength(_ text: String) throws -> Double {
    let value = try length(text)
    try require(value > 0, "“\(text)” must be above zero")
    return value
  }

  static func template(_ text: String) throws -> Template {
    do {
      return try Template(text)
    } catch {
      throw ValidationError(error.message + (error.remedy.map { "; " + $0.words(for: .stage) } ?? ""))
    }
  }
}
