/// A region's name in Latin letters, split into the proper name and the kind of area.
///
/// A name of several areas, such as a ward's with its city before it (札幌市 中央区), has as many parts.
package struct RomanizedName: Hashable, Codable, Sendable {
  /// The name of one area.
  package struct Part: Hashable, Codable, Sendable {
    /// The proper name as it is written within a sentence, without the kind: Nagasaki.
    package var stem: String
    /// The kind of area: City, Town, Village, Ward, Metropolis, Prefecture.
    package var kind: String?

    package init(stem: String, kind: String? = nil) {
      self.stem = stem
      self.kind = kind
    }
  }

  /// The parts from the largest area to the smallest; not empty.
  package var parts: [Part]

  package init(parts: [Part]) { self.parts = parts }
}
