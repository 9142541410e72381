/// How much an archive may hold and a layer in it unpack to; what exceeds it is refused before it is unpacked.
///
/// Real layers stay far below: a Shapefile shrinks to a thirtieth at most, repetitive JSON to a hundredth, where a
/// bomb of zeros shrinks to a thousandth by Deflate and to less by other methods.
struct ArchiveLimits {
  /// Entries of an archive: what the format counts without its 64-bit extension.
  var entries = 65_535
  /// Bytes that a layer's files unpack to, together.
  var bytes = 16_000_000_000
  /// How many times the archive's own size a layer's files may unpack to, together, ...
  var ratio = 500
  /// ... where they unpack to more bytes than this.
  var bytesWithoutRatio = 256_000_000
}
