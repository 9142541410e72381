import Foundation

/// What a region's case is named after.
package struct NamingInput: Hashable, Sendable {
  package var code: String
  /// The name as published, to be shown.
  package var name: String

  package init(code: String, name: String) {
    self.code = code
    self.name = name
  }

  /// The case names that the region may bear, from the shortest to the longest. The first that is free is taken.
  ///
  /// 1. the name; absent where nothing of it can stand in an identifier;
  /// 2. the name and the code (`region` and the code where there is no name);
  /// 3. the same and, after `_`, the raw value. As no identifier made from a name or a code has a `_`, and no two
  ///    regions have a raw value in common, this one differs from all names that were not chosen by hand.
  func caseNames(rawValue: UInt16) -> [String] {
    let name = CamelCase.identifier(for: name)
    let withCode = (name ?? "region") + CamelCase.suffix(for: code)
    let forms = (name.map { [$0] } ?? []) + [withCode, "\(withCode)_\(rawValue)"]
    // What was dropped may have stood between a letter and its mark.
    return forms.map(\.precomposedStringWithCanonicalMapping)
  }
}
