import Foundation
import MapPackFeatures

/// What a region's case is named after.
package struct NamingInput: Hashable, Sendable {
  /// What identifies the region, in normalization form C.
  package var code: String
  /// The name as published, to be shown.
  package var name: String
  /// The name in Latin letters, if a name table has its reading.
  package var romanized: RomanizedName?

  package init(code: String, name: String, romanized: RomanizedName? = nil) {
    self.code = code
    self.name = name
    self.romanized = romanized
  }

  /// The case names that the region may have, from the shortest to the longest. The first that is free is taken.
  ///
  /// 1. the romanized name without its kind (`nagasaki`), or else the name; absent if none of its characters can stand
  ///    in an identifier;
  /// 2. the romanized name with its kind (`nagasakiCity`), if there is one;
  /// 3. the first and the code (`region` and the code if the first is absent);
  /// 4. the same and, after `_`, the raw value. As no identifier made from a name or a code has a `_`, and no two
  ///    regions have a raw value in common, this one differs from all names that were not chosen by hand.
  ///
  /// There are two forms at least, in normalization form C. Keywords and reserved names are among them
  /// (`ReservedCaseName`); `nameRegions` passes over those.
  func caseNames(rawValue: UInt16) -> [String] {
    let stem = romanized.flatMap { CamelCase.identifier(for: $0.stem) } ?? CamelCase.identifier(for: name)
    var forms = stem.map { [$0] } ?? []
    if let romanized, let kind = romanized.kind, let long = CamelCase.identifier(for: "\(romanized.stem) \(kind)") {
      forms.append(long)
    }
    let withCode = (stem ?? "region") + CamelCase.suffix(for: code)
    forms += [withCode, "\(withCode)_\(rawValue)"]
    // What was dropped may have stood between a letter and its mark.
    return forms.map(\.precomposedStringWithCanonicalMapping)
  }
}
