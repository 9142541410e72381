import Foundation

// The numbers of regions that the makers of a map chose, with `merge.numbers` and `join` in the pipeline file.
extension Pack {
  /// The names of the numbers that regions have, such as `population`; empty if they have none. Each is one that a region
  /// has a value of.
  /// - Complexity: O(1)
  public var numberNames: [String] { storage.chosenNumbers?.names ?? [] }
}

extension RegionShape {
  /// A number of the region, such as its population; nil if it has no value, or if there is no number of this name.
  ///
  /// It is what the source or the joined table says, to the last digit that a Double holds; units are those of the
  /// publisher.
  /// - Parameter name: one of `pack.numberNames`.
  /// - Complexity: O(numbers)
  public func number(_ name: String) -> Double? {
    let storage = pack.storage
    guard let numbers = storage.chosenNumbers, Int(rawValue) < storage.header.slotCount,
      let number = numbers.names.firstIndex(of: name)
    else { return nil }
    return numbers.value(number, of: Int(rawValue), in: storage.data.bytes)
  }
}

/// The name of a number that a map's regions have, such as their population.
///
/// Generated source has a constant for each number of the map whose name can be one of Swift:
/// `map.number(.population, of: .vermont)`.
public struct RegionNumber<Region: MapRegion>: Hashable, Sendable {
  /// One of `Pack.numberNames`.
  public let name: String

  /// The number with this name, whether or not the map has it.
  public init(_ name: String) { self.name = name }
}

extension RegionMap {
  /// A number of a region; nil if it has no value, or if the pack lacks the number.
  /// - Complexity: O(numbers)
  public func number(_ number: RegionNumber<Region>, of region: Region) -> Double? { self[region].number(number.name) }
}

extension RegionGroup {
  /// The sum of a number of the group's regions that have a value; nil if none has.
  /// - Complexity: O(regions of the group × numbers)
  public func sum(_ number: RegionNumber<Region>) -> Double? {
    let values = regions.compactMap { map.number(number, of: $0) }
    return values.isEmpty ? nil : values.reduce(0, +)
  }
}
