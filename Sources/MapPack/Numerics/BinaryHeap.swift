/// A binary heap: the first of its elements in order is found at once.
/// - Complexity: O(log n) to add or take one of n elements.
@usableFromInline
package struct BinaryHeap<Element: Comparable & Sendable>: Sendable {
  @usableFromInline var elements: ContiguousArray<Element> = []

  @inlinable
  package init() {}

  @inlinable
  package var first: Element? { elements.first }

  /// Removes all elements, and makes room for so many.
  @inlinable
  package mutating func removeAll(reserving count: Int) {
    elements.removeAll(keepingCapacity: true)
    elements.reserveCapacity(count)
  }

  @inlinable
  package mutating func push(_ element: Element) {
    var index = elements.count
    elements.append(element)
    var elements = elements.mutableSpan
    while index > 0 {
      let parent = (index &- 1) / 2
      guard element < elements[parent] else { break }
      elements[index] = elements[parent]
      index = parent
    }
    elements[index] = element
  }

  /// Takes out the first element; nil if there is none.
  @inlinable
  package mutating func popFirst() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let first = elements.first else { return last }
    var elements = elements.mutableSpan
    var index = 0
    while true {
      var child = 2 &* index &+ 1
      guard child < elements.count else { break }
      if child + 1 < elements.count && elements[child + 1] < elements[child] { child += 1 }
      guard elements[child] < last else { break }
      elements[index] = elements[child]
      index = child
    }
    elements[index] = last
    return first
  }
}
