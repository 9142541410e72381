/// Several files in one piece, as the fuzzer keeps them: the length of each in two bytes, little-endian, then their bytes.
///
/// Any bytes are such a piece: what is missing at the end is missing in the last files, and the rest is not read.
package struct JoinedFiles {
  /// One for each file; empty if there is no such file.
  package var parts: [[UInt8]] = []

  package init(_ bytes: [UInt8], count: Int) {
    let header = bytes.prefix(2 * count) + repeatElement(0, count: max(0, 2 * count - bytes.count))
    var rest = bytes.dropFirst(2 * count)
    for part in 0..<count {
      let length = Int(header[2 * part]) | Int(header[2 * part + 1]) << 8
      parts.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
  }

  /// The piece; of a part of 64 KiB or more only the beginning.
  package var bytes: [UInt8] {
    let lengths = parts.map { min($0.count, Int(UInt16.max)) }
    return lengths.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + zip(parts, lengths).flatMap { $0.prefix($1) }
  }
}
