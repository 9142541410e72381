import MapPackFeatures
import MapPackGeometry

/// Reads a layer of a GeoPackage: a table of features, or a view of some.
///
/// - The key of a table, a whole number, is the id of a feature; of a view, that is the column `OGC_FID`. All other
///   columns are fields, in their order, except for bytes and for computed columns, which are left out with a finding.
///   Numbers in a column of type `BOOLEAN` are truth values; dates and times are texts, as they are written.
/// - A feature's number is that of its row, from 1.
/// - The coordinate system is that of the request, else that of the layer, else WGS 84.
/// - Writers keep to no rule for windings, so none is reported as wrong.
///
/// Rows are read in batches, whose shapes up to `jobs` threads read. What is read does not depend on `jobs`.
struct GeoPackageReader: ~Copyable {
  private let request: SourceRequest
  private let path: String
  private let jobs: Int
  private let staysOnDisk: Bool
  private let package: GeoPackage
  private let layer: GeoPackage.Layer
  private var work: OrderedWork<GeoPackageBatch>
  /// How many bytes of geometries are in the batches that are being read or wait to be taken.
  private var bytesUnderWay = 0
  /// Batches whose rows have been taken, which can be filled again.
  private var spare: [GeoPackageBatch] = []
  /// Per record: its id, if the features can be read again by these; else empty.
  private var identifiers: ContiguousArray<Int64> = []

  /// - Parameters:
  ///   - name: that of the file without its extension.
  ///   - staysOnDisk: whether the file is still there after reading.
  /// - Throws: `usage` if the request does not fit the package; `unreadableData` if the file is no sound package.
  init(_ request: SourceRequest, path: String, name: String, jobs: Int, staysOnDisk: Bool) throws(StageError) {
    if let label = request.encoding, TextEncoding(label: label) != .utf8 {
      throw StageError(
        .usage, file: request.source.path, "the text of a GeoPackage is always UTF-8, not \(label)",
        remedy: "leave the encoding out")
    }
    let package = try GeoPackage(path: path, shownAs: request.source.path)
    let layer = try package.layer(request.layer, file: name)
    self.package = package
    self.layer = layer
    self.request = request
    self.path = path
    self.jobs = jobs
    self.staysOnDisk = staysOnDisk
    work = OrderedWork(jobs: jobs) { $0.readShapes() }
  }

  /// - Parameter filters: their fields are checked before the first shape is kept.
  /// - Complexity: O(n) for n bytes of the layer. All shapes are read once more if the transformation depends on where
  ///   they lie.
  mutating func read(
    into builder: inout FeatureTableBuilder, filters: [FeatureFilter], progress: inout ReadingProgress
  ) throws(StageError) {
    builder.amendSource { $0.encoding = TextEncoding.utf8.name }
    let system = try package.system(of: layer, for: request) { () throws(StageError) in
      try box(of: try package.contents(of: layer))
    }
    let contents = try package.contents(of: layer)
    var known: CoordinateBox?
    let transformation = try Self.transformation(from: system, request, &builder) { () throws(StageError) in
      let box = try box(of: contents)
      known = box
      return box
    }
    var unused = FieldColumns()
    let names = contents.fields.map { unused.unusedName(for: $0.name, in: &builder) }
    if contents.leftOut > 0 { builder.note(.fieldLeftOut, count: contents.leftOut) }
    for filter in filters { try filter.checkFields(among: names, file: request.source.path) }
    let columns = names.map { builder.column(named: $0) }
    try readRows(of: contents, columns, names, transformation, &builder, &progress)
    guard staysOnDisk, let sql = contents.geometryByIdentifier, !identifiers.isEmpty else { return }
    builder.canReadAgain { [path, request, identifiers, known] records, builder throws(StageError) in
      let database = try SQLiteDatabase(path: path, shownAs: request.source.path)
      database.forbidCalls()
      var transformation = try Self.transformation(from: system, request, &builder) { known ?? CoordinateBox() }
      var statement = try SQLiteStatement(sql, in: database)
      let batch = GeoPackageBatch(request)
      for record in records {
        statement.restart(with: identifiers[record - 1])
        builder.beginFeature(record: record)
        batch.removeAll()
        guard try statement.step() else { throw builder.featureError("the feature is not there any more") }
        _ = batch.append(statement, hasIdentifier: false, booleans: [false])
        try Self.keep(batch.shape(ofRow: 0), through: &transformation, &builder)
      }
    }
  }

  // MARK: Coordinate systems

  /// The transformation from a system, which is noted in `builder`. WGS 84 is assumed if none is declared.
  private static func transformation(
    from system: CoordinateSystem?, _ request: SourceRequest, _ builder: inout FeatureTableBuilder,
    box: () throws(StageError) -> CoordinateBox
  ) throws(StageError) -> CoordinateTransformation {
    let transformation = try CoordinateTransformation(
      from: system ?? .wgs84, file: request.source.path,
      status: request.coordinateSystem == nil ? .unreadableData : .usage, box: box)
    builder.note(transformation, words: transformation.words + (system == nil ? " (nothing says so)" : ""))
    return transformation
  }

  /// The box of the vertices of all geometries that can be read.
  private func box(of contents: GeoPackageContents) throws(StageError) -> CoordinateBox {
    var box = CoordinateBox()
    var rows = try GeoPackageRows(SQLiteStatement(contents.geometries, in: package.database), of: package.database)
    let batch = GeoPackageBatch(request)
    while try rows.next() {
      batch.removeAll()
      rows.count(batch.append(rows.statement, hasIdentifier: false, booleans: [false]))
      let shape = batch.shape(ofRow: 0)
      if shape.failure == nil { box.formUnion(shape.geometry) }
    }
    return box
  }

  // MARK: Rows

  private mutating func readRows(
    of contents: GeoPackageContents, _ columns: [Int], _ names: [String],
    _ transformation: CoordinateTransformation, _ builder: inout FeatureTableBuilder, _ progress: inout ReadingProgress
  ) throws(StageError) {
    var transformation = transformation
    let hasIdentifier = contents.identifier != nil
    let booleans = (hasIdentifier ? [false, false] : [false]) + contents.fields.map { $0.type == "BOOLEAN" }
    var rows = try GeoPackageRows(SQLiteStatement(contents.statement, in: package.database), of: package.database)
    var record = 0
    var isAtEnd = false
    // Features that are left out are not read at all, so nothing is read ahead if there is a filter.
    let isAhead = !builder.filters
    while !isAtEnd || work.count > 0 {
      if !isAtEnd {
        let batch = spare.popLast() ?? emptyBatch(transformation, isAhead: isAhead)
        isAtEnd = !fill(batch, from: &rows, hasIdentifier: hasIdentifier, booleans: booleans)
        bytesUnderWay += batch.size
        if isAhead { work.add(batch) } else { try take(batch, columns, names, &record, &transformation, &builder) }
      }
      while isAtEnd ? work.count > 0 : isFarAhead {
        guard let batch = work.next() else { break }
        try take(batch, columns, names, &record, &transformation, &builder)
        progress.advance(to: min(rows.bytes, package.database.size))
      }
    }
  }

  /// Whether there is enough work for all threads: two batches for each, or fewer if large features make batches large.
  private var isFarAhead: Bool {
    work.count > (jobs > 1 ? 2 * jobs : 0) || bytesUnderWay > 4 * jobs * GeoPackageBatch.size
  }

  private func emptyBatch(_ transformation: CoordinateTransformation, isAhead: Bool) -> GeoPackageBatch {
    let batch = GeoPackageBatch(request)
    // Only a batch that the owner's thread reads can share the objects of PROJ.
    batch.transformation = isAhead && jobs > 1 ? transformation.copy() : transformation
    return batch
  }

  /// Adds rows until a batch is full.
  /// - Returns: whether there may be more rows.
  private func fill(
    _ batch: GeoPackageBatch, from rows: inout GeoPackageRows, hasIdentifier: Bool, booleans: [Bool]
  ) -> Bool {
    do throws(StageError) {
      while !batch.isFull {
        guard try rows.next() else { return false }
        rows.count(batch.append(rows.statement, hasIdentifier: hasIdentifier, booleans: booleans))
      }
      return true
    } catch {
      batch.fault = error
      return false
    }
  }

  private mutating func take(
    _ batch: GeoPackageBatch, _ columns: [Int], _ names: [String], _ record: inout Int,
    _ transformation: inout CoordinateTransformation, _ builder: inout FeatureTableBuilder
  ) throws(StageError) {
    bytesUnderWay -= batch.size
    for (index, row) in batch.rows.enumerated() {
      record += 1
      builder.beginFeature(record: record, identifier: row.identifier.map { String($0) })
      if staysOnDisk, let identifier = row.identifier { identifiers.append(identifier) }
      for (field, value) in batch.values(ofRow: index).enumerated() where value != .null {
        guard let value else {
          throw builder.featureError(
            "field \(names[field]) holds text that is not UTF-8",
            remedy: "convert the source again, and say its encoding")
        }
        builder.set(value, inColumn: columns[field])
      }
      guard try builder.isWanted() else { continue }
      let shape = batch.shape(ofRow: index)
      // 0 and -1 say nothing.
      if let number = shape.system, number > 0, number != layer.system, request.coordinateSystem == nil {
        try builder.keepWithoutShape(
          for: builder.featureError(
            rule: .malformedFeature,
            "its geometry is in the coordinate system with the number \(number), and its layer in that with \(layer.system)",
            remedy: "name the system of the coordinates with \(.coordinateSystem)"))
        continue
      }
      try Self.keep(shape, through: &transformation, &builder)
    }
    if let fault = batch.fault { throw fault }
    // The memory of a batch with a large feature is not kept.
    if batch.size <= 2 * GeoPackageBatch.size {
      batch.removeAll()
      spare.append(batch)
    }
  }

  private static func keep(
    _ shape: GeoPackageBatch.Shape, through transformation: inout CoordinateTransformation,
    _ builder: inout FeatureTableBuilder
  ) throws(StageError) {
    if let failure = shape.failure {
      return try builder.keepWithoutShape(
        for: builder.featureError(rule: .malformedFeature, failure.message, remedy: failure.remedy))
    }
    var geometry = shape.geometry
    let outcome = shape.transformed ?? transformation.apply(to: &geometry, kind: builder.kind)
    try builder.keep(geometry, outcome, winding: .free)
  }
}

/// The rows that a statement gives, as many as a file of its size can hold: in a damaged file, pages may stand for one
/// another, and a view may give a row many times.
struct GeoPackageRows: ~Copyable {
  private(set) var statement: SQLiteStatement
  private let database: SQLiteDatabase
  private var rows = 0
  /// How many bytes the values had so far.
  private(set) var bytes = 0

  /// How many times the size of a file all values of a statement may have.
  private static let ratio = 64

  init(_ statement: consuming SQLiteStatement, of database: SQLiteDatabase) {
    self.statement = statement
    self.database = database
  }

  /// Notes how many bytes the values of a row have.
  mutating func count(_ bytes: Int) { self.bytes += bytes }

  /// Goes to the next row; false if there is none.
  mutating func next() throws(StageError) -> Bool {
    // A row takes four bytes at least.
    guard rows <= database.size / 4, bytes / Self.ratio <= database.size else {
      throw .unreadable(
        database.shownPath, "the layer has more than a file of its size can hold", remedy: SQLiteDatabase.asTable)
    }
    rows += 1
    return try statement.step()
  }
}
