import ArgumentParser
import MapPackFeatures
import MapPackMerge
import MapPackSimplify

/// Reads the values of flags, for the commands, which name a function as `transform:`.
///
/// Lengths are in meters, areas in square meters, and shares are from 0 to 1, as in `Quantity`. Each function throws a
/// `ValidationError` that says what it expected.
enum QuantityArguments {
  static func length(_ text: String) throws -> Double {
    guard let value = Quantity.length(text) else {
      throw ValidationError("“\(text)” is not a length; write 30m, \"1.5 km\"")
    }
    return value
  }

  static func positiveLength(_ text: String) throws -> Double {
    let value = try length(text)
    guard value > 0 else { throw ValidationError("“\(text)” must be above zero") }
    return value
  }

  static func area(_ text: String) throws -> Double {
    guard let value = Quantity.area(text) else {
      throw ValidationError("“\(text)” is not an area; write 500m2, \"0.01 km2\"")
    }
    return value
  }

  static func gapLimit(_ text: String) throws -> MergeOptions.GapLimit {
    guard let limit = Quantity.gapLimit(text) else {
      throw ValidationError("“\(text)” is neither an area nor a length; write 500m2, 5m")
    }
    return limit
  }

  static func share(_ text: String) throws -> Double {
    guard let value = Quantity.share(text) else { throw ValidationError("“\(text)” is not a share; write 10%, 0.1") }
    return value
  }

  static func bytes(_ text: String) throws -> Int {
    guard let value = Quantity.bytes(text) else {
      throw ValidationError("“\(text)” is not a number of bytes; write 64KB, \"1.5 MB\"")
    }
    return value
  }

  static func zoom(_ text: String) throws -> Int {
    let zooms = SimplifyOptions.Amount.zooms
    guard let value = Int(text), zooms.contains(value) else {
      throw ValidationError(
        "“\(text)” is not a zoom; write a whole number from \(zooms.lowerBound) to \(zooms.upperBound)")
    }
    return value
  }

  static func template(_ text: String) throws -> Template {
    do {
      return try Template(text)
    } catch {
      throw ValidationError(error.message + (error.remedy.map { "; \($0)" } ?? ""))
    }
  }
}
