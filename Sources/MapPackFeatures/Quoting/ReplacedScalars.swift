extension String {
  /// The text with other text in place of some scalars.
  /// - Parameter text: `nil` for a scalar that stays.
  package func replacing(by text: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.map { text($0) ?? String($0) }.joined()
  }
}
