import CZlib
import Foundation
import MapFeatures

/// Compresses bytes by gzip, as small as zlib can, for `TileArchive`. The result is the same on every machine with the
/// same zlib, because its header has no name, no time and no system.
///
/// - Precondition: there are fewer than 2³¹ bytes.
/// - Throws: `internalFault` if there is no memory.
func gzipped(_ bytes: [UInt8]) throws(StageError) -> Data {
  var stream = z_stream()
  // A window of 15 bits; adding 16 asks for the gzip format.
  guard
    deflateInit2_(
      &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)) == Z_OK
  else { throw outOfMemory }
  defer { deflateEnd(&stream) }
  var header = gz_header()
  header.os = 255
  var result = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 32)
  var input = bytes
  // While `deflate` runs, zlib reads the input and the header, and writes to the result.
  let status = withUnsafeMutablePointer(to: &header) { header in
    input.withUnsafeMutableBufferPointer { input in
      result.withUnsafeMutableBufferPointer { output in
        deflateSetHeader(&stream, header)
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return deflate(&stream, Z_FINISH)
      }
    }
  }
  guard status == Z_STREAM_END else { throw outOfMemory }
  return Data(result.prefix(Int(stream.total_out)))
}

private var outOfMemory: StageError {
  StageError(.internalFault, "there is no memory to compress a tile", remedy: "make fewer zooms: --zooms 0-8")
}
