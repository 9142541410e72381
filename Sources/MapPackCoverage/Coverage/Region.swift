import Foundation
import MapPackFeatures
import MapPackGeometry

/// A member of a map: a municipality, a country, a room.
package struct Region: Hashable, Codable, Sendable {
  /// What identifies the region in its map.
  package var code: String
  package var name: String
  /// The name in Latin letters, if a name table has its reading; the case is then named after it.
  package var romanized: RomanizedName?
  /// The published area in m² on the WGS 84 ellipsoid, with edges straight in longitude and latitude.
  package var area: Double = 0
  /// The published length of its lines in meters on the WGS 84 ellipsoid; `nil` if the region is not made of lines.
  package var length: Double?
  /// The value of `merge.group`, if it was asked for.
  package var group: String?
  /// The location of its name, by `merge.label`; `nil` if it has to be found.
  package var label: Degrees?
  /// The box of its main part, by `merge.main`; `nil` if it has to be found.
  package var main: Bounds?
  /// The values of `merge.attributes`, in the order of that list, then those of `join`. An attribute without a value is
  /// left out.
  package var attributes: [Attribute] = []
  /// The values of `merge.numbers`, in the order of that list, then those of `join`. A number without a value is left
  /// out.
  package var numbers: [Number] = []

  /// An extra text of a region: a field of the source and its value.
  package struct Attribute: Hashable, Codable, Sendable {
    package var field: String
    package var value: String

    package init(field: String, value: String) {
      self.field = field
      self.value = value
    }
  }

  /// A number of a region, such as its population: what the pack calls it, and its value, which is finite.
  package struct Number: Hashable, Codable, Sendable {
    package var name: String
    package var value: Double

    package init(name: String, value: Double) {
      self.name = name
      self.value = value
    }
  }

  package init(code: String, name: String) {
    self.code = code
    self.name = name
  }

  /// The name and the code: `長崎市 (42201)`.
  package var title: String { "\(name) (\(code))" }

  /// The value of a number; `nil` if the region has none of this name.
  package func number(_ name: String) -> Double? { numbers.first { $0.name == name }?.value }

  /// The region as the location of a finding.
  package var location: Location { Location(code: code, name: name) }
}

extension [Region] {
  /// The names of the regions' numbers, in the order of their first occurrence.
  package var numberNames: [String] {
    var seen: Set<String> = []
    return flatMap { $0.numbers.map(\.name) }.filter { seen.insert($0).inserted }
  }
}
