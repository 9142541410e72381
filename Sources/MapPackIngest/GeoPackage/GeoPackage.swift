import Foundation
import MapPackFeatures

/// An open GeoPackage: its layers of features, and their coordinate systems.
///
/// What a layer has, and what of it may be read, says `GeoPackageContents`.
///
/// Source: OGC 12-128r19, GeoPackage 1.4.
final class GeoPackage {
  struct Layer {
    /// The name of its table.
    var name: String
    /// What people call it; `nil` if the package does not say.
    var identifier: String?
    /// The column with the geometries.
    var column: String
    /// The declared type of the geometries, in capitals.
    var type: String
    /// The number of its coordinate system, among those of the package.
    var system: Int64
  }

  /// A column as the statement that made its table declares it.
  struct Column {
    var name: String
    /// In capitals, without a length: `TEXT` for `text(20)`.
    var type: String
    var isKey = false
    /// Whether its values are not stored: each is computed when it is read, by a formula of the file.
    var isComputed = false

    init(name: String, type: String) {
      self.name = name
      self.type = type.prefix { $0 != "(" }.uppercased().trimmingWhitespace
    }
  }

  /// A table or view of the file.
  private struct Entry {
    var name: String
    /// The statement that makes it if it is a view; `nil` if it is a table.
    var view: String?
  }

  let database: SQLiteDatabase
  private var entries: [SQLName: Entry] = [:]
  /// The layers with features, in the order of the package.
  private(set) var layers: [Layer] = []

  /// - Throws: `noInput`; `unreadableData` if the file is no GeoPackage, is damaged or has no layer with features, or
  ///   if changes to it stand in a file beside it.
  init(path: String, shownAs shownPath: String) throws(StageError) {
    let head = try InputFile(path: path, shownAs: shownPath).bytes(at: 0, count: 4096)
    guard Self.isDatabase(head) else {
      try ForeignFormat.check(head, shownAs: shownPath)
      throw .unreadable(
        shownPath, head.isEmpty ? "the file is empty" : "this is not a GeoPackage", remedy: "get it again")
    }
    try Self.checkThatWhole(head, path, shownAs: shownPath)
    try Self.checkThatClosed(path, shownAs: shownPath)
    database = try SQLiteDatabase(path: path, shownAs: shownPath)
    try readEntries()
    guard entries[SQLName("gpkg_contents")] != nil else {
      if !Self.isNamed(head) { try ForeignFormat.check(head, shownAs: shownPath) }
      throw .unreadable(
        shownPath, "the package does not list its layers: it has no table gpkg_contents", remedy: "get it again")
    }
    try readLayers()
  }

  // MARK: Whether it is one

  /// Whether a file has the header of a database, which takes 100 bytes. Source: “Database File Format”, in the
  /// documentation of SQLite.
  private static func isDatabase(_ head: [UInt8]) -> Bool {
    head.count >= 100 && head.starts(with: Array("SQLite format 3\0".utf8))
  }

  /// Whether a database calls itself a GeoPackage: by the number of versions up to 1.0, of 1.1, or of all later ones
  /// (OGC 12-128r19, clause 1.1.1.1.1).
  private static func isNamed(_ head: [UInt8]) -> Bool {
    ["GP10", "GP11", "GPKG"].contains { head[68..<72].elementsEqual($0.utf8) }
  }

  /// Whether a file is a GeoPackage: a database that calls itself one, or that has the table in which packages list
  /// their layers.
  static func isPackage(_ head: [UInt8], at path: String, shownAs shownPath: String) -> Bool {
    guard isDatabase(head) else { return false }
    if isNamed(head) { return true }
    guard let database = try? SQLiteDatabase(path: path, shownAs: shownPath),
      var statement = try? SQLiteStatement(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'gpkg_contents'", in: database)
    else { return false }
    return (try? statement.step()) ?? false
  }

  /// SQLite does not miss a part of the last page.
  private static func checkThatWhole(_ head: [UInt8], _ path: String, shownAs shownPath: String) throws(StageError) {
    func number(_ range: Range<Int>) -> Int { head[range].reduce(0) { $0 << 8 | Int($1) } }
    // 1 stands for 65,536. The number of pages counts if it is of the same edition as the contents.
    let page = number(16..<18) == 1 ? 65_536 : number(16..<18)
    let expected = number(24..<28) == number(92..<96) ? page * number(28..<32) : 0
    let size = try InputFile(path: path, shownAs: shownPath).size
    guard size >= expected else {
      throw .unreadable(
        shownPath,
        "the package is cut off: it has \(Figures.grouped(size)) bytes, and should have "
          + Figures.grouped(expected), remedy: "get the file again")
    }
  }

  /// A database that is open in another program, or that was not closed, has changes in a file beside it, which are not
  /// read. That file lies beside the package itself, not beside a link to it.
  private static func checkThatClosed(_ link: String, shownAs shownPath: String) throws(StageError) {
    let path = URL(fileURLWithPath: link).resolvingSymlinksInPath().path
    for (ending, isPending) in [
      ("-wal", { (head: [UInt8]) in !head.isEmpty }),
      // A journal that is done with is empty, or has zeros for a header.
      ("-journal", { (head: [UInt8]) in head.contains { $0 != 0 } }),
    ] where FileManager.default.fileExists(atPath: path + ending) {
      guard isPending(try InputFile(path: path + ending, shownAs: shownPath + ending).bytes(at: 0, count: 8)) else {
        continue
      }
      throw .unreadable(
        shownPath + ending, "changes to the package stand in this file beside it, and are not read",
        remedy:
          "close the package in other programs, such as QGIS; if the file stays, put the changes into the package: "
          + "sqlite3 PACKAGE \"PRAGMA journal_mode = DELETE\"")
    }
  }

  // MARK: Tables

  private func readEntries() throws(StageError) {
    var statement = try SQLiteStatement(
      "SELECT name, type, sql, rootpage FROM sqlite_master WHERE type IN ('table', 'view')", in: database)
    while try statement.step() {
      guard let name = statement.text(0) else { continue }
      let isView = statement.text(1) == "view"
      // A virtual table has no page of its own. None can be read.
      guard isView || statement.integer(3) ?? 0 > 0 else { continue }
      entries[SQLName(name)] = Entry(name: name, view: isView ? statement.text(2) ?? "" : nil)
    }
  }

  /// The names of all views.
  var views: [String] { entries.values.filter { $0.view != nil }.map(\.name) }

  /// The statement that makes a view; `nil` if there is no such view.
  func view(named name: String) -> String? { entries[SQLName(name)]?.view }

  /// The columns of a table; empty if there is no such table, or if it is a view.
  func columns(ofTable name: String) throws(StageError) -> [Column] {
    guard let entry = entries[SQLName(name)], entry.view == nil else { return [] }
    var statement = try SQLiteStatement("PRAGMA table_xinfo(\(SQLiteStatement.quoted(name)))", in: database)
    var columns: [Column] = []
    while try statement.step() {
      var column = Column(name: statement.text(1) ?? "", type: statement.text(2) ?? "")
      column.isKey = statement.integer(5) ?? 0 > 0
      // 2 is a column that is generated as it is read, and 3 one that is generated as it is written.
      column.isComputed = ![0, 3].contains(statement.integer(6) ?? 0)
      columns.append(column)
    }
    return columns
  }

  /// A statement that reads stored columns of a table; `nil` if there is no such table, or if it has not all of them.
  private func statement(_ names: [String], of table: String) throws(StageError) -> SQLiteStatement? {
    let stored = try columns(ofTable: table).filter { !$0.isComputed }.map { SQLName($0.name) }
    guard names.allSatisfy({ stored.contains(SQLName($0)) }) else { return nil }
    return try SQLiteStatement(
      "SELECT \(names.map(SQLiteStatement.quoted).joined(separator: ", ")) FROM \(SQLiteStatement.quoted(table)) NOT INDEXED",
      in: database)
  }

  // MARK: Layers

  private func readLayers() throws(StageError) {
    var columns: [SQLName: (name: String, type: String, system: Int64)] = [:]
    if var statement = try statement(
      ["table_name", "column_name", "geometry_type_name", "srs_id"], of: "gpkg_geometry_columns")
    {
      while try statement.step() {
        guard let table = statement.text(0), let column = statement.text(1) else { continue }
        columns[SQLName(table)] = (column, statement.text(2)?.uppercased() ?? "", statement.integer(3) ?? 0)
      }
    }
    guard var statement = try statement(["table_name", "data_type", "identifier"], of: "gpkg_contents") else {
      throw .unreadable(
        database.shownPath, "the package does not list its layers: its table gpkg_contents has not the columns of one",
        remedy: "get it again")
    }
    var known: Set<SQLName> = []
    var others: Set<String> = []
    while try statement.step() {
      guard let name = statement.text(0), let kind = statement.text(1), known.insert(SQLName(name)).inserted else {
        continue
      }
      guard SQLName(kind) == SQLName("features"), let column = columns[SQLName(name)] else {
        others.insert(kind)
        continue
      }
      layers.append(
        Layer(
          name: name, identifier: statement.text(2), column: column.name, type: column.type, system: column.system))
    }
    guard layers.isEmpty else { return }
    throw .unreadable(
      database.shownPath,
      "the package has no layer with shapes" + (others.isEmpty ? "" : ", but " + others.sorted().listed(atMost: 8)),
      remedy: "name the package with the shapes")
  }

  /// The layer that a name means: of a table, or what people call the layer.
  /// - Parameters:
  ///   - name: `nil` means the only layer.
  ///   - file: the name of the file without its extension, which stands for the only layer.
  /// - Throws: `usage` if there is no such layer, or if one of several has to be named.
  func layer(_ name: String?, file: String) throws(StageError) -> Layer {
    if let name {
      if let layer = layers.first(where: { SQLName($0.name) == SQLName(name) }) { return layer }
      let identified = layers.filter { $0.identifier == name }
      if identified.count == 1 { return identified[0] }
    }
    if layers.count == 1, name == nil || name == file { return layers[0] }
    let what = name.flatMap { $0 == file ? nil : "there is no layer “\($0)”" }
    throw try described().notChosen(what ?? "the package has \(layers.count) layers", file: database.shownPath)
  }

  /// The layers with what the package says of them. Features are counted if it does not say how many there are.
  func described() throws(StageError) -> [SourceLayer] {
    var counts: [SQLName: Int] = [:]
    // An extension of GDAL, which keeps the count up to date.
    if var statement = try statement(["table_name", "feature_count"], of: "gpkg_ogr_contents") {
      while try statement.step() {
        if let name = statement.text(0), let count = statement.integer(1) {
          counts[SQLName(name)] = Int(clamping: count)
        }
      }
    }
    var described: [SourceLayer] = []
    for (index, layer) in layers.enumerated() {
      var words = SourceLayer(name: layer.name)
      words.geometry = layer.type.isEmpty ? nil : layer.type
      words.count = counts[SQLName(layer.name)]
      if words.count == nil, index < 100, let statement = try statement([layer.column], of: layer.name) {
        // Rows are counted one by one: a single step of SQLite's own count cannot be stopped in a damaged table.
        var rows = GeoPackageRows(statement, of: database)
        var count = 0
        while try rows.next() { count += 1 }
        words.count = count
      }
      words.coordinateSystem = try system(layer.system).map { $0.code ?? $0.name }
      described.append(words)
    }
    return described
  }

  // MARK: Coordinate systems

  /// A coordinate system as the package describes it.
  struct System {
    var name: String
    /// The authority and the number, such as `EPSG:2154`; `nil` if there is none.
    var code: String?
    /// As well-known text, the newer form first.
    var definitions: [String]
  }

  /// - Parameter number: 0 and -1 stand for systems that nobody knows.
  /// - Returns: `nil` if the package does not describe the system.
  func system(_ number: Int64) throws(StageError) -> System? {
    guard number > 0 else { return nil }
    let names = ["srs_id", "srs_name", "organization", "organization_coordsys_id", "definition"]
    let newer = "definition_12_063"
    let hasNewer = try columns(ofTable: "gpkg_spatial_ref_sys").contains { SQLName($0.name) == SQLName(newer) }
    guard var statement = try statement(names + (hasNewer ? [newer] : []), of: "gpkg_spatial_ref_sys") else {
      return nil
    }
    while try statement.step() {
      guard statement.integer(0) == number else { continue }
      let definitions = [hasNewer ? statement.text(5) : nil, statement.text(4)].compactMap(\.self)
      var system = System(
        name: statement.text(1) ?? "number \(number)", code: nil,
        definitions: definitions.filter { !$0.isEmpty && SQLName($0) != SQLName("undefined") })
      if let organization = statement.text(2), let code = statement.integer(3), SQLName(organization) != SQLName("none")
      {
        system.code = "\(organization.uppercased()):\(code)"
      }
      return system
    }
    return nil
  }

  /// The coordinate system of a layer: the one that a request names, else the one that the package describes; `nil` if
  /// it is a geographic one that nobody knows. The registry's description goes before that of the package.
  /// - Parameter box: the box of the layer's coordinates; only called for advice.
  func system(
    of layer: Layer, for request: SourceRequest, box: () throws(StageError) -> CoordinateBox
  ) throws(StageError) -> CoordinateSystem? {
    let file = database.shownPath
    if let name = request.coordinateSystem { return try .named(name, file: file, status: .usage) }
    func refusal(_ message: String) -> StageError {
      .unreadable(file, message, remedy: SystemCandidates.advice(for: try? box()))
    }
    // An undefined Cartesian system (source: OGC 12-128r18, requirement 11).
    if layer.system == -1 {
      throw refusal("the package says that the coordinates are Cartesian, and not in which system (srs_id -1)")
    }
    guard layer.system > 0 else { return nil }
    guard let system = try system(layer.system) else {
      throw refusal("the package does not describe the coordinate system with the number \(layer.system)")
    }
    // What GDAL writes since version 3.9 for a layer whose system it does not know.
    if system.code == "GDAL:99999" { return nil }
    if let code = system.code, let named = try? CoordinateSystem.named(code, file: file, status: .unreadableData) {
      guard case .registered(let authority, let number) = named else { return named }
      let context = try ProjectionContext(file: file)
      if ProjectionObject(authority: authority, code: number, in: context) != nil { return named }
    }
    if let text = system.definitions.first(where: { WellKnownText($0) != nil }) { return .described(by: text) }
    throw refusal(
      "PROJ does not know the coordinate system “\(system.name)”\(system.code.map { " (\($0))" } ?? ""), and the package "
        + "does not define it")
  }
}
