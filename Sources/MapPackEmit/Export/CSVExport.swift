import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackNames

/// Writes the table of regions as CSV (RFC 4180) in UTF-8, with a line of headings: their codes, names, cases if a pack
/// has them, groups, attributes and numbers, in the order of the codes. Lines end with LF. A missing value is an empty
/// field.
/// - Parameter pack: the pack of the coverage; `nil` if there is none.
package func csv(_ coverage: Coverage, pack: Pack? = nil) -> Data {
  let columns = RegionColumns(coverage.regions, fields: pack?.textKinds, cases: pack?.caseNames ?? [])
  let rows = coverage.regions.indices.map { region in
    columns.keys.indices.map { column in
      switch columns.value(column, of: region) {
      case .none: ""
      case .text(let text): text
      case .number(let number): AttributeValue.real(number).displayText ?? ""
      }
    }
  }
  return Data(
    ([columns.keys] + rows).map { $0.map(CSVText.field).joined(separator: ",") + "\n" }.joined().utf8)
}
