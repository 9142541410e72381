import Foundation
import MapPack

/// Writes a file between two stages: call `add` for each section, then `finish`. `StageFile` specifies the layout.
///
/// The same calls give the same bytes.
///
/// Names of sections have at most 24 bytes of UTF-8, or the program ends. Each is given once: readers find the first
/// section of a name.
package struct StageFileWriter {
  private let kind: StageFile.Kind
  private var columns: [any StageFileContents.Column] = []
  private var length = StageFile.headerLength
  private var directory = ContiguousArray<UInt8>()
  private var sectionCount: UInt32 = 0

  /// Begins a file without sections.
  package init(kind: StageFile.Kind) { self.kind = kind }

  /// Adds a section with a column of numbers.
  package mutating func add(_ section: String, _ column: ContiguousArray<some StageNumber>) { append(section, column) }
  /// Adds a section with a column of truth values, of one byte each.
  package mutating func add(_ section: String, _ column: ContiguousArray<Bool>) {
    append(section, ContiguousArray(column.lazy.map { $0 ? 1 as UInt8 : 0 }))
  }

  /// Adds a section with a value as JSON. Keys are sorted, and infinities and NaN are written as text.
  /// - Precondition: the value can be encoded.
  package mutating func add(_ section: String, json value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
    do {
      append(section, ContiguousArray(try encoder.encode(value)))
    } catch {
      // Values are of the project's own types, which hold text and numbers, so all can be encoded.
      preconditionFailure("Section \(section) cannot be encoded: \(error)")
    }
  }

  private mutating func append(_ section: String, _ column: some StageFileContents.Column) {
    let (count, checksum) = column.withBytes { ($0.byteCount, CRC32.checksum($0)) }
    directory.append(text: section, width: 24)
    directory.append(number: UInt64(length))
    directory.append(number: UInt64(count))
    directory.append(number: checksum)
    directory.append(number: 0 as UInt32)
    sectionCount += 1
    columns.append(column)
    let padding = count.roundedUpToMultipleOf8 - count
    if padding > 0 { columns.append(ContiguousArray<UInt8>(repeating: 0, count: padding)) }
    length += count + padding
  }

  /// Adds the header and the directory, and returns the whole file.
  package consuming func finish() -> StageFileContents {
    var header = StageFile.magic
    header.append(number: StageFile.layoutVersion)
    header.append(number: sectionCount)
    header.append(text: ToolVersion.current, width: 16)
    header.append(text: kind.rawValue, width: 16)
    header.append(number: UInt64(length + directory.count))
    header.append(number: CRC32.checksum(directory.span.bytes))
    header.append(number: CRC32.checksum(header.span.bytes))
    return StageFileContents(
      columns: [header] + columns + [directory], byteCount: length + directory.count)
  }
}

extension ContiguousArray<UInt8> {
  fileprivate mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func append(text: String, width: Int) {
    precondition(text.utf8.count <= width, "“\(text)” is longer than \(width) bytes")
    append(contentsOf: text.utf8)
    append(contentsOf: repeatElement(0, count: width - text.utf8.count))
  }
}

/// The list of the temporary files and folders that this process uses, so that they are removed if it is interrupted or
/// crashes.
///
/// The list is a table of C strings. The table is never moved and its strings are never freed, so that a crash handler
/// can read it without a lock and without allocating memory. It has `capacity` slots. If a process has more files at
/// one time, the rest is removed only if the process ends well.
package final class TemporaryFiles: @unchecked Sendable {
  /// The list of this process.
  package static let shared = TemporaryFiles()

  private static let capacity = 1_024

  // The type is sendable without a check by the compiler, because slots are written only while the lock is held.
  // `removeAllInCrash` reads them without the lock; each slot is one word. The lock is recursive, because work that
  // must not be interrupted adds and removes files itself.
  private let lock = NSRecursiveLock()
  private let slots: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  private init() {
    slots = .allocate(capacity: Self.capacity)
    slots.initialize(repeating: nil, count: Self.capacity)
  }

  /// Puts a path on the list.
  ///
  /// To let no interruption come between this and the making of the file or folder, do both within
  /// `withoutInterruption`.
  package func add(_ path: String) {
    lock.lock()
    defer { lock.unlock() }
    // Slots fill in order, so that a folder comes before its files.
    let end = (0..<Self.capacity).last { slots[$0] != nil }.map { $0 + 1 } ?? 0
    if end < Self.capacity { slots[end] = strdup(path) }
  }

  /// Takes a path and all paths below it off the list. The files stay on the disk.
  package func forget(_ path: String) {
    lock.lock()
    defer { lock.unlock() }
    for index in 0..<Self.capacity {
      guard let slot = slots[index] else { continue }
      let registered = String(cString: slot)
      if registered == path || registered.hasPrefix(path + "/") { slots[index] = nil }
    }
  }

  /// Removes a file, or a folder with all that it holds, from the disk and from the list.
  package func remove(_ path: String) {
    lock.lock()
    defer { lock.unlock() }
    try? FileManager.default.removeItem(atPath: path)
    forget(path)
  }

  /// Does short work that an interruption has to wait for, and that does not wait for other threads.
  package func withoutInterruption<Value, Failure: Error>(
    _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return try work()
  }

  /// Removes all files from the disk, after waiting for work that must not be interrupted.
  ///
  /// Call it in a process that is about to end: it keeps the lock, so that other threads can add no more files.
  package func removeAllForGood() {
    lock.lock()
    removeAllInCrash()
  }

  /// Removes all files from the disk, without a lock and without allocating memory: the last one on the list first. A
  /// folder with files that are not on the list stays.
  ///
  /// It can be called by the handler of a signal that ends the process.
  package func removeAllInCrash() {
    var index = Self.capacity
    while index > 0 {
      index -= 1
      if let slot = slots[index], unlink(slot) != 0 { rmdir(slot) }
    }
  }
}
