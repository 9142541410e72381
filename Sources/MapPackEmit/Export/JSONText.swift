import Foundation
import MapPackFeatures
import MapPackMerge

/// JSON as bytes, written from front to back.
struct JSONText {
  private(set) var bytes: ContiguousArray<UInt8> = []

  mutating func append(_ json: StaticString) {
    json.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func append(string: String) { bytes.append(contentsOf: string.quotedJSON) }

  /// - Precondition: the number fits 64 bits.
  mutating func append(integer: some BinaryInteger) { append(decimal: Int64(integer), digits: 0) }

  mutating func append(decimal: Int64, digits: Int) { appendDecimal(decimal, digits: digits, to: &bytes) }

  /// Appends the shortest number that is read back as this one; null for infinity and NaN, which JSON does not have.
  mutating func append(real: Double) {
    guard real.isFinite else { return append("null") }
    // An integer up to 2⁵³ needs neither point nor exponent.
    if let integer = Int64(exactly: real), integer.magnitude <= 1 << 53, real != 0 || real.sign == .plus {
      return append(integer: integer)
    }
    bytes.append(contentsOf: real.description.utf8)
  }

  var data: Data { Data(bytes) }
}

/// The properties of regions in an export: the same keys for each region, with null if a region has no value.
///
/// The keys are `code`, `name`, `group` if the map has groups, and then the map's attributes in their order.
/// `AttributeKeys` says what becomes of an attribute whose name is taken.
struct RegionProperties {
  private let hasGroups: Bool
  private let keys: AttributeKeys

  init(_ regions: some Sequence<Region>) {
    var hasGroups = false
    var names: [String] = []
    var seen: Set<String> = []
    for region in regions {
      if region.group != nil { hasGroups = true }
      for attribute in region.attributes where seen.insert(attribute.field).inserted { names.append(attribute.field) }
    }
    self.init(fields: names, hasGroups: hasGroups)
  }

  init(fields: [String], hasGroups: Bool) {
    self.hasGroups = hasGroups
    keys = AttributeKeys(fields, besides: hasGroups ? ["code", "name", "group"] : ["code", "name"])
  }

  func append(_ region: Region, to json: inout JSONText) {
    json.append("{\"code\":")
    json.append(string: region.code)
    json.append(",\"name\":")
    json.append(string: region.name)
    if hasGroups {
      json.append(",\"group\":")
      Self.append(region.group, to: &json)
    }
    for (field, key) in keys.pairs {
      json.append(",")
      json.append(string: key)
      json.append(":")
      Self.append(region.attributes.first { $0.field == field }?.value, to: &json)
    }
    json.append("}")
  }

  /// Null also for an empty text, by which a pack says that it has none.
  private static func append(_ text: String?, to json: inout JSONText) {
    if let text, !text.isEmpty { json.append(string: text) } else { json.append("null") }
  }
}
