/// A text that equals another only where both have the same bytes of UTF-8, and that comes before another where its
/// bytes do.
///
/// Swift's own `==` takes か with ゛ for が, and its `<` does not tell the two apart. Which of them comes first, or which
/// of them a dictionary keeps, then depends on the order in which they were read. Wherever the bytes of an output depend
/// on texts as published, texts are compared as values of this type.
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
  package var sortedByBytes: [String] { map { ExactText($0) }.sorted().map(\.text) }

  /// One text of each set of texts that are canonically equal: the one with the smallest UTF-8 bytes. In the order of
  /// their bytes, so that the result does not depend on the order of the texts.
  ///
  /// Normalization alone does not do this. The system's knows the characters of one version of Unicode and Swift's `==`
  /// those of another.
  package var canonicallyDistinct: [String] {
    var seen: Set<String> = []
    return Set(lazy.map { ExactText($0) }).sorted().map(\.text).filter { seen.insert($0).inserted }
  }
}
