import Foundation
import MapPackFeatures
import MapPackGeometry

/// The keys under which regions' attributes stand beside keys with a fixed meaning, such as `code` and `name`, in
/// exports.
///
/// The key of an attribute is its field's name. A field whose name is taken gets the first free number, from 2 on, as
/// in `name_2`. So no key stands twice.
package struct AttributeKeys: Sendable {
  /// The fields, in the order in which they were given, each with its key.
  package let pairs: [(field: String, key: String)]

  /// - Parameters:
  ///   - fields: each name once.
  ///   - reserved: the keys with a fixed meaning.
  ///   - ignoresCase: whether keys that differ in the case of their letters are one, as in SQL.
  /// - Complexity: O(n) expected for n fields, unless many of them end in numbers.
  package init(_ fields: [String], besides reserved: Set<String>, ignoresCase: Bool = false) {
    func folded(_ key: String) -> String { ignoresCase ? key.lowercased() : key }
    var taken = Set(reserved.map(folded))
    let names = taken.union(fields.map(folded))
    pairs = fields.map { field in
      var key = field
      var number = 1
      while taken.contains(folded(key)) || number > 1 && names.contains(folded(key)) {
        number += 1
        key = "\(field)_\(number)"
      }
      taken.insert(folded(key))
      return (field, key)
    }
  }
}
