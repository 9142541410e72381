import Foundation

// The shapes of a pack by raw value, code, name and group. Apps without the enum ask it, and so do the tools.
extension Pack {
  /// The shape of the region with this raw value; nil if the pack holds none.
  /// - Complexity: O(1)
  public subscript(rawValue rawValue: UInt16) -> RegionShape? {
    let shape = RegionShape(pack: self, rawValue: rawValue)
    return shape.isEmpty ? nil : shape
  }

  /// The shapes of all regions, in the order of their codes' UTF-8 bytes.
  /// - Complexity: O(1), also for each shape.
  public var shapes: some RandomAccessCollection<RegionShape> { RegionShapes(pack: self) }

  /// The shape of the region with this code; nil if there is none.
  ///
  /// Canonically equivalent texts are equal, as `String` has it. Letter case counts.
  /// - Complexity: O(log regions)
  public func shape(code: String) -> RegionShape? {
    guard let index = index(of: code, by: storage.byCode, kind: PackFormat.codeKind) else { return nil }
    return self[rawValue: rawValue(at: index, by: storage.byCode)]
  }

  /// The shape of the region with this name as published; nil if no region has it, or several have it.
  ///
  /// Texts are compared as in `shape(code:)`.
  /// - Complexity: O(log regions)
  public func shape(name: String) -> RegionShape? {
    let order = storage.byName
    guard let index = index(of: name, by: order, kind: PackFormat.nameKind) else { return nil }
    let slot = Int(rawValue(at: index, by: order))
    // The search finds the first of equal names.
    if index + 1 < order.count, storage.name(Int(rawValue(at: index + 1, by: order))) == storage.name(slot) {
      return nil
    }
    return self[rawValue: UInt16(truncatingIfNeeded: slot)]
  }

  /// The shapes of the regions in a group, in the order of their codes' UTF-8 bytes; empty if there is no such group.
  /// - Complexity: O(regions)
  public func shapes(inGroup group: String) -> [RegionShape] {
    guard let number = groups.firstIndex(of: group) else { return [] }
    let bytes = storage.data.bytes
    return shapes.filter { storage.group.value(Int($0.rawValue), in: bytes) == number + 1 }
  }

  fileprivate func rawValue(at index: Int, by order: PackedColumn) -> UInt16 {
    UInt16(truncatingIfNeeded: order.value(index, in: storage.data.bytes))
  }

  /// The index, in an order of the regions (`byCode`, `byName`), of the first region with this text of a kind; nil if
  /// none has it.
  ///
  /// Texts are compared by the UTF-8 bytes of their composed form (NFC), and the orders are sorted by it. The pack
  /// holds the texts themselves as they were published.
  /// - Complexity: O(log regions)
  private func index(of wanted: String, by order: PackedColumn, kind: Int) -> Int? {
    let wanted = ContiguousArray(wanted.precomposedStringWithCanonicalMapping.utf8)
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if compare(Int(rawValue(at: middle, by: order)), kind, with: wanted) < 0 {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < order.count, compare(Int(rawValue(at: low, by: order)), kind, with: wanted) == 0 else { return nil }
    return low
  }

  /// Compares a region's text with the wanted one.
  /// - Returns: a number below 0 if the region's text comes before the wanted one, 0 if they are equal, else one above
  ///   0.
  private func compare(_ slot: Int, _ kind: Int, with wanted: ContiguousArray<UInt8>) -> Int {
    let found = storage.text(kind, of: slot).precomposedStringWithCanonicalMapping
    let bytes = ContiguousArray(found.utf8)
    for (one, other) in zip(bytes, wanted) where one != other { return one < other ? -1 : 1 }
    return bytes.count - wanted.count
  }
}

/// All shapes of a pack, by code.
private struct RegionShapes: RandomAccessCollection {
  let pack: Pack

  var startIndex: Int { 0 }
  var endIndex: Int { pack.regionCount }

  subscript(index: Int) -> RegionShape {
    RegionShape(pack: pack, rawValue: pack.rawValue(at: index, by: pack.storage.byCode))
  }

  func makeIterator() -> Iterator { Iterator(shapes: self) }

  /// An iterator that allocates nothing.
  ///
  /// The default iterator of collections reads elements in place. If the collection's type is opaque, that allocates
  /// for each element.
  struct Iterator: IteratorProtocol {
    let shapes: RegionShapes
    private var position = 0

    init(shapes: RegionShapes) { self.shapes = shapes }

    mutating func next() -> RegionShape? {
      guard position < shapes.endIndex else { return nil }
      defer { position += 1 }
      return shapes[position]
    }
  }
}
