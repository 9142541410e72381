/// A region's name in Latin letters, taken apart into what is its own and what kind of area it is.
///
/// A name of several words, such as a ward's with its city before it (札幌市 中央区), has as many parts.
package struct RomanizedName: Hashable, Codable, Sendable {
  package struct Part: Hashable, Codable, Sendable {
    /// As it is written within a sentence, without the kind: Nagasaki.
    package var stem: String
    /// City, Town, Village, Ward, Metropolis, Prefecture.
    package var kind: String?

    package init(stem: String, kind: String? = nil) {
      self.stem = stem
      self.kind = kind
    }
  }

  /// From the largest area to the smallest; not empty.
  package var parts: [Part]

  package init(parts: [Part]) { self.parts = parts }
}
