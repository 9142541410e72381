// This is the only file in which MapPack reads numbers from raw bytes. The loads are called unsafe because any type can
// be asked for. For integers, every pattern of bits is a value, and the span itself traps at a position outside its
// bytes. So callers (columns, `BitCursor`, header and directory, `CRC32`) check the position first, and treat a failed
// check as damage.

extension RawSpan {
  /// The little-endian number in the eight bytes from this position on.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The little-endian number in the four bytes from this position on.
  @inline(__always)
  func halfWord(at offset: Int) -> UInt32 {
    UInt32(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The byte at this position.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self)
  }
}
