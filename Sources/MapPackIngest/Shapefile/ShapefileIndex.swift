import MapPackFeatures

/// The positions of the records in a .shp: those of the .shx if it fits the .shp, else found by walking the .shp.
/// shapelib gets the result in place of the .shx (`ShapeReader`).
///
/// Bytes after the end that the header declares are records if they have the next numbers, and are else ignored.
///
/// Source of the format: ESRI Shapefile Technical Description (1998).
struct ShapefileIndex {
  /// Per record: its bytes in the file, with its header.
  private(set) var records: ContiguousArray<Range<Int>> = []
  /// Whether the .shx was missing, had no record or did not fit, so that the .shp was walked.
  private(set) var isRebuilt = false
  private let header: [UInt8]

  private static let headerSize = 100
  private static let recordHeaderSize = 8
  /// The bytes of the type of a shape. A null shape has nothing else.
  private static let shortestContent = 4

  var count: Int { records.count }

  /// The length of the content of a record in bytes, without the header.
  func length(of record: Int) -> Int { records[record].count - Self.recordHeaderSize }

  /// - Parameters:
  ///   - path: that of the .shx; `nil` if there is none.
  ///   - rows: how many rows the .dbf has; `nil` if there is no .dbf. It decides if the .shp and the .shx differ
  ///     although both make sense.
  /// - Throws: `unreadableData` with the first record that is not whole if the file is not a .shp, is cut off or has a
  ///   record too short for a shape; `noInput` if the .shx cannot be opened.
  init(of shapes: borrowing InputFile, index path: String?, rows: Int?) throws(StageError) {
    header = try shapes.bytes(at: 0, count: Self.headerSize)
    guard header.count == Self.headerSize, header.bigEndian32(at: 0) == 9994 else {
      throw .unreadable(
        shapes.shownPath, "this is not a .shp file", remedy: "check that the file is the one with the shapes")
    }
    // The file counts in words of two bytes. They are read as unsigned, although the format says signed: files of up to
    // 4 GB are in use.
    let declared = header.bigEndian32(at: 24) * 2
    if declared <= shapes.size, let path {
      try takeIndex(path, of: shapes, declared: declared, rows: rows)
      if count > 0 { return }
    }
    isRebuilt = true
    try walk(shapes, declared: declared)
  }

  /// Uses the .shx if each of its entries points to a record of the length it says, and no record is left out. Changes
  /// nothing otherwise.
  private mutating func takeIndex(
    _ path: String, of shapes: borrowing InputFile, declared: Int, rows: Int?
  ) throws(StageError) {
    let file = try InputFile(path: path, shownAs: ShapefileParts.shown(path, beside: shapes.shownPath))
    let bytes = try file.bytes(at: 0, count: file.size)
    guard bytes.count > Self.headerSize, bytes.bigEndian32(at: 0) == 9994, (bytes.count - Self.headerSize) % 8 == 0,
      bytes.bigEndian32(at: 24) * 2 == bytes.count
    else { return }
    let entries = (bytes.count - Self.headerSize) / 8
    var records = ContiguousArray<Range<Int>>()
    records.reserveCapacity(entries)
    var covered = Self.headerSize
    for entry in 0..<entries {
      let start = bytes.bigEndian32(at: Self.headerSize + entry * 8) * 2
      let content = bytes.bigEndian32(at: Self.headerSize + entry * 8 + 4) * 2
      guard start >= Self.headerSize, start + Self.recordHeaderSize + content <= shapes.size else { return }
      let record = try shapes.bytes(at: start, count: Self.recordHeaderSize)
      guard record.count == Self.recordHeaderSize, record.bigEndian32(at: 4) * 2 == content else { return }
      records.append(start..<start + Self.recordHeaderSize + content)
      covered += Self.recordHeaderSize + content
    }
    // A .shp that was edited in place has gaps, which only the .shx knows; the number of rows in the .dbf confirms it.
    // The sum of the lengths must not exceed the file: many entries for one large record would make the reader read
    // many times the size of the file.
    guard covered == declared || covered == shapes.size || entries == rows, covered <= shapes.size else { return }
    self.records = records
  }

  private mutating func walk(_ shapes: borrowing InputFile, declared: Int) throws(StageError) {
    var position = Self.headerSize
    // A header that declares nothing was never finished; the records then end with the file.
    let end = declared > Self.headerSize ? declared : shapes.size
    while position < shapes.size {
      let record = try shapes.bytes(at: position, count: Self.recordHeaderSize + Self.shortestContent)
      if position >= end, !isNext(record) { break }
      let content = record.count >= Self.recordHeaderSize ? record.bigEndian32(at: 4) * 2 : 0
      let recordEnd = position + Self.recordHeaderSize + content
      guard record.count >= Self.recordHeaderSize, recordEnd <= shapes.size else {
        throw damage(
          shapes,
          "the .shp is cut off: the record needs \(Figures.grouped(Self.recordHeaderSize + content)) bytes and the file has "
            + "\(Figures.grouped(shapes.size - position)) more")
      }
      guard content >= Self.shortestContent else {
        throw damage(
          shapes,
          "the record is corrupt: it has \(Figures.grouped(content)) bytes, and a shape has \(Self.shortestContent) at least"
        )
      }
      records.append(position..<recordEnd)
      position = recordEnd
    }
    if end > shapes.size {
      throw damage(
        shapes,
        "the .shp is cut off: the header says that the file has \(Figures.grouped(end)) bytes, and it has \(Figures.grouped(shapes.size))"
      )
    }
  }

  /// Whether bytes after the end that the header declares are one more record: it has the next number, and its type is
  /// that of the file or null.
  private func isNext(_ record: [UInt8]) -> Bool {
    guard record.count == Self.recordHeaderSize + Self.shortestContent, record.bigEndian32(at: 0) == count + 1 else {
      return false
    }
    let type = record[Self.recordHeaderSize...]
    return type.elementsEqual(header[32..<36]) || type.allSatisfy { $0 == 0 }
  }

  /// The error about the next record.
  private func damage(_ shapes: borrowing InputFile, _ message: String) -> StageError {
    StageError(
      .unreadableData, at: Location(file: shapes.shownPath, record: count + 1), message, remedy: "get the file again")
  }

  /// The bytes of a .shx with these records.
  func encoded() -> [UInt8] {
    var bytes = header
    bytes.reserveCapacity(Self.headerSize + count * 8)
    // Positions and lengths came from the file as even numbers below 2³³, so half of each fits 32 bits.
    func append(_ value: Int, to bytes: inout [UInt8]) {
      for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: (value / 2) >> shift)) }
    }
    for record in 0..<count {
      append(records[record].lowerBound, to: &bytes)
      append(length(of: record), to: &bytes)
    }
    var size: [UInt8] = []
    append(Self.headerSize + count * 8, to: &size)
    bytes.replaceSubrange(24..<28, with: size)
    return bytes
  }
}

extension [UInt8] {
  fileprivate func bigEndian32(at index: Int) -> Int {
    self[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
