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

  /// - Parameter reserved: the keys with a fixed meaning. `fields` has each name once.
  /// - Complexity: O(n) expected for n fields, unless many of them end in numbers.
  package init(_ fields: [String], besides reserved: Set<String>) {
    let names = reserved.union(fields)
    var taken = reserved
    pairs = fields.map { field in
      var key = field
      var number = 1
      while taken.contains(key) || number > 1 && names.contains(key) {
        number += 1
        key = "\(field)_\(number)"
      }
      taken.insert(key)
      return (field, key)
    }
  }
}
