/// How many entries an archive may have and how many bytes a layer may unpack to. Anything larger is refused before it
/// is unpacked; a gzip file, which does not say its size, as soon as it exceeds a limit. `Archive` checks the entries,
/// `ArchivedLayer` and `GzipFile` the bytes; the error is `unreadableData`.
///
/// Real layers stay far below: a Shapefile shrinks to a thirtieth at most, and repetitive JSON to a hundredth. A bomb
/// of zeros shrinks to a thousandth by Deflate, and further by other methods.
struct ArchiveLimits {
  /// The number of entries: the most that the format can count without its 64-bit extension.
  var entries = 65_535
  /// How many bytes the files of a layer may unpack to, in total.
  var bytes = 16_000_000_000
  /// How many times the size of the archive the files of a layer may unpack to, in total, if that is more than
  /// `bytesWithoutRatio`.
  var ratio = 500
  /// Up to how many bytes the ratio does not matter.
  var bytesWithoutRatio = 256_000_000
}
