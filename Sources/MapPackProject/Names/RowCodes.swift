/// Whose row a row of a table is, if `names.codes` replaces codes.
///
/// Rows belong to codes as the publisher wrote them, before the exchange. A row with a new code counts only if that is no
/// code of the publisher that is replaced too, and no row has the old one.
struct RowCodes {
  /// The new code by the old one.
  private let replaced: [String: String]
  /// New codes whose regions have a row under the old code.
  private let taken: Set<String>

  init(replaced: [String: String], rows: [String]) {
    self.replaced = replaced
    taken = Set(rows.compactMap { replaced[$0] })
  }

  /// The code of the region that a row is about; `nil` if it is about none.
  func code(ofRow code: String) -> String? {
    if let new = replaced[code] { return new }
    return taken.contains(code) ? nil : code
  }
}
