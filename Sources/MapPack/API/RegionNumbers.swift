// The numbers of regions that the makers of a map chose, with `merge.numbers` and `join` in the pipeline file.
extension Pack {
  /// The names of the numbers that regions have, such as `population`, in the order of the pipeline file; empty if they
  /// have none.
  /// - Complexity: O(length of the names)
  public var numberNames: [String] { storage.numberNames }
}

extension RegionShape {
  /// A number of the region, such as its population; nil if it has no value, or if there is no number of this name.
  ///
  /// It is what the source or the joined table says, to the last digit that a Double holds; units are those of the
  /// publisher.
  /// - Parameter name: one of `pack.numberNames`.
  /// - Complexity: O(length of the numbers' names)
  public func number(_ name: String) -> Double? {
    let storage = pack.storage
    guard let numbers = storage.chosenNumbers, Int(rawValue) < storage.header.slotCount,
      let number = storage.numberNames.firstIndex(of: name)
    else { return nil }
    return numbers.value(number, of: Int(rawValue), in: storage.data.bytes)
  }
}
