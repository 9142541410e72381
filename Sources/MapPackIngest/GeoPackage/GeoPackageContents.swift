import MapPackFeatures

/// What of a layer of a GeoPackage is read: its geometries, its ids and its fields.
struct GeoPackageContents {
  /// The name of the table or view.
  let table: String
  /// Whether it is a table, and not a view.
  let isTable: Bool
  /// The column with the geometries.
  let geometry: String
  /// The column with the ids; `nil` if there is none.
  let identifier: String?
  /// The columns that become fields, in their order.
  let fields: [GeoPackage.Column]
  /// How many columns are left out.
  let leftOut: Int

  /// Types of columns that are no fields: bytes, and geometries beside those of the layer.
  private static let foreignTypes: Set<String> = [
    "BLOB", "GEOMETRY", "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON",
    "GEOMETRYCOLLECTION", "GEOMCOLLECTION", "CURVE", "SURFACE", "CURVEPOLYGON", "MULTICURVE", "MULTISURFACE",
  ]

  /// - Returns: `nil` if no column has the geometries.
  init?(_ layer: GeoPackage.Layer, columns: [GeoPackage.Column], isTable: Bool) {
    let stored = columns.filter { !$0.isComputed }
    guard let geometry = stored.first(where: { SQLName($0.name) == SQLName(layer.column) }) else { return nil }
    let keys = columns.filter(\.isKey)
    let identifier =
      isTable
      ? keys.first.flatMap { keys.count == 1 && $0.type == "INTEGER" && !$0.isComputed ? $0.name : nil }
      : stored.first { SQLName($0.name) == SQLName("OGC_FID") }?.name
    let others = columns.filter { $0.name != geometry.name && $0.name != identifier }
    fields = others.filter { !$0.isComputed && !Self.foreignTypes.contains($0.type) }
    leftOut = others.count - fields.count
    table = layer.name
    self.isTable = isTable
    self.geometry = geometry.name
    self.identifier = identifier
  }

  /// The geometries, the ids if there are any, and all fields.
  var statement: String { select([geometry] + [identifier].compactMap(\.self) + fields.map(\.name)) }
  /// All geometries.
  var geometries: String { select([geometry]) }
  /// The geometry of the feature whose id is the parameter; `nil` if ids do not lead to rows.
  var geometryByIdentifier: String? {
    guard let identifier, isTable else { return nil }
    return select([geometry]) + " WHERE \(SQLiteStatement.quoted(identifier)) = ?"
  }

  /// An index is not used, so that rows come in the order in which the table has them.
  private func select(_ columns: [String]) -> String {
    "SELECT \(columns.map(SQLiteStatement.quoted).joined(separator: ", ")) FROM \(SQLiteStatement.quoted(table))"
      + (isTable ? " NOT INDEXED" : "")
  }
}

extension GeoPackage {
  /// Finds out what of a layer is read. From then on, no statement may call functions.
  /// - Throws: `unreadableData` if there is no such table, if it has no geometries, or if it is a view that does more
  ///   than it may.
  func contents(of layer: Layer) throws(StageError) -> GeoPackageContents {
    var columns = try columns(ofTable: layer.name)
    database.forbidCalls()
    let isTable = !columns.isEmpty
    if let view = view(named: layer.name) {
      try check(view, of: layer)
      let statement = try SQLiteStatement("SELECT * FROM \(SQLiteStatement.quoted(layer.name))", in: database)
      columns = (0..<statement.columnCount).map {
        Column(name: statement.name(ofColumn: $0), type: statement.type(ofColumn: $0))
      }
    }
    guard !columns.isEmpty else {
      throw .unreadable(
        database.shownPath, "the layer “\(layer.name)” has no table that can be read", remedy: "get the file again")
    }
    guard let contents = GeoPackageContents(layer, columns: columns, isTable: isTable) else {
      throw .unreadable(
        database.shownPath, "the layer “\(layer.name)” has no column “\(layer.column)” with its geometries",
        remedy: "get the file again")
    }
    return contents
  }

  /// Sees to it that a view does no more than put columns of tables together, row by row. Anything else can take far
  /// more work, memory or disk than a file of its size should: other views, queries in queries, sorting. Calls are
  /// refused by SQLite as well (`forbidCalls()`).
  private func check(_ view: String, of layer: Layer) throws(StageError) {
    let text = Self.words(view)
    let others = views.filter { SQLName($0) != SQLName(layer.name) }
    let isSmall = text.count <= 1 << 16 && others.count <= 1000
    guard isSmall, !Self.hasOtherParentheses(text), Self.count(of: "select", in: text) == 1,
      !Self.refusedWords.contains(where: { Self.count(of: $0, in: text) > 0 }),
      !others.contains(where: { Self.count(of: $0, in: text) > 0 })
    else {
      throw .unreadable(
        database.shownPath,
        "the layer “\(layer.name)” is a view that does more than put columns of tables together, and only that is read",
        remedy: SQLiteDatabase.asTable)
    }
  }

  private static let refusedWords = [
    "with", "union", "except", "intersect", "distinct", "group", "order", "values",
  ]

  /// Whether a text has comments, or parentheses around anything but conditions.
  private static func hasOtherParentheses(_ text: [UInt8]) -> Bool {
    if [Array("--".utf8), Array("/*".utf8)].contains(where: { !text.ranges(of: $0).isEmpty }) { return true }
    return text.indices.contains { index in
      guard text[index] == UInt8(ascii: "(") else { return false }
      let before = text[..<index].trimmingSpaces
      if let last = before.last, "(=<>+".utf8.contains(last) { return false }
      let word = String(decoding: before.suffix(6).split(separator: UInt8(ascii: " ")).last ?? [], as: UTF8.self)
      return !["on", "using", "where", "and", "or", "not"].contains(word)
    }
  }

  /// The bytes of a text in SQL in lower case, with one space for each row of spaces and marks of quotation.
  private static func words(_ text: String) -> [UInt8] {
    var words: [UInt8] = []
    for byte in text.utf8 {
      let isMark = byte <= UInt8(ascii: " ") || "\"'`[]".utf8.contains(byte)
      if !isMark {
        words.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
      } else if words.last != UInt8(ascii: " ") {
        words.append(UInt8(ascii: " "))
      }
    }
    return words
  }

  /// How often a text of `words(_:)` may have a name in it as a whole word.
  private static func count(of name: String, in text: [UInt8]) -> Int {
    let name = words(name)[...].trimmingSpaces
    func isPart(_ byte: UInt8?) -> Bool {
      guard let byte else { return false }
      return byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    // A name of marks alone may be anywhere.
    if name.isEmpty { return 1 }
    return text.ranges(of: name).count { range in
      !isPart(range.lowerBound > 0 ? text[range.lowerBound - 1] : nil)
        && !isPart(range.upperBound < text.count ? text[range.upperBound] : nil)
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmingSpaces: ArraySlice<UInt8> {
    let space = UInt8(ascii: " ")
    var slice = drop { $0 == space }
    while slice.last == space { slice.removeLast() }
    return slice
  }
}
