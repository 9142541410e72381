/// A text that is compared by its UTF-8 bytes.
///
/// Swift's own `==` says that か with ゛ equals が, and its `<` does not order the two. So which of them comes first, or
/// which of them a dictionary keeps, depends on the order in which they were read. Use this type wherever the bytes of
/// an output depend on texts as published.
package struct ExactText: Hashable, Comparable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: ExactText, b: ExactText) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  package static func < (a: ExactText, b: ExactText) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension Sequence<String> {
  /// The texts in the order of their UTF-8 bytes.
  /// - Complexity: O(n log n) comparisons.
  package var sortedByBytes: [String] { map { ExactText($0) }.sorted().map(\.text) }

  /// One text of each set of canonically equal texts, in the order of their UTF-8 bytes.
  ///
  /// It is the text of each set with the smallest bytes, so that the result does not depend on the order of the texts.
  /// Normalization alone would not do: the system's normalization knows the characters of one version of Unicode, and
  /// Swift's `==` those of another.
  package var canonicallyDistinct: [String] {
    var seen: Set<String> = []
    return Set(lazy.map { ExactText($0) }).sorted().map(\.text).filter { seen.insert($0).inserted }
  }
}
