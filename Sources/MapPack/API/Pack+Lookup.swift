import Foundation

extension Pack {
  /// The shape of the region with this raw value; nil where the pack holds none.
  /// - Complexity: O(1)
  public subscript(rawValue rawValue: UInt16) -> RegionShape? {
    let shape = RegionShape(pack: self, rawValue: rawValue)
    return shape.isEmpty ? nil : shape
  }

  /// The shapes of all regions, in the order of their codes' UTF-8 bytes.
  public var shapes: some RandomAccessCollection<RegionShape> { RegionShapes(pack: self) }

  /// The shape of the region with this code; nil where there is none.
  /// - Complexity: O(log regions)
  public func shape(code: String) -> RegionShape? {
    guard let place = place(of: code, by: storage.byCode, kind: PackFormat.codeKind) else { return nil }
    return self[rawValue: rawValue(at: place, by: storage.byCode)]
  }

  /// The shape of the region with this name; nil where there is none, and where several bear it.
  /// - Complexity: O(log regions)
  public func shape(name: String) -> RegionShape? {
    let order = storage.byName
    guard let place = place(of: name, by: order, kind: PackFormat.nameKind) else { return nil }
    let slot = Int(rawValue(at: place, by: order))
    // The search finds the first of equals.
    if place + 1 < order.count, storage.name(Int(rawValue(at: place + 1, by: order))) == storage.name(slot) {
      return nil
    }
    return self[rawValue: UInt16(truncatingIfNeeded: slot)]
  }

  /// The shapes of the regions in a group, in the order of their codes' UTF-8 bytes; none where there is no such group.
  /// - Complexity: O(regions)
  public func shapes(inGroup group: String) -> [RegionShape] {
    guard let number = groups.firstIndex(of: group) else { return [] }
    let bytes = storage.data.bytes
    return shapes.filter { storage.group.value(Int($0.rawValue), in: bytes) == number + 1 }
  }

  fileprivate func rawValue(at place: Int, by order: PackedColumn) -> UInt16 {
    UInt16(truncatingIfNeeded: order.value(place, in: storage.data.bytes))
  }

  /// The first place in an order of the regions whose text is this one. Texts are compared by the UTF-8 bytes of
  /// their composed form (NFC); the pack holds them as they were published, and in this order.
  private func place(of wanted: String, by order: PackedColumn, kind: Int) -> Int? {
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

  /// Below, equal to or above 0 as the region's text comes before, is or comes after the one wanted.
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

  subscript(place: Int) -> RegionShape {
    RegionShape(pack: pack, rawValue: pack.rawValue(at: place, by: pack.storage.byCode))
  }

  func makeIterator() -> Iterator { Iterator(shapes: self) }

  /// Allocates nothing. The iterator that collections have by default reads elements in place, which does for each of
  /// them where the collection's type is hidden.
  struct Iterator: IteratorProtocol {
    let shapes: RegionShapes
    private var place = 0

    init(shapes: RegionShapes) { self.shapes = shapes }

    mutating func next() -> RegionShape? {
      guard place < shapes.endIndex else { return nil }
      defer { place += 1 }
      return shapes[place]
    }
  }
}
