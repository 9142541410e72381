import CMapPackZlib

/// Bytes as a member of a gzip file (RFC 1952), with the time 0; empty if zlib fails.
package func gzipMember(_ bytes: [UInt8]) -> [UInt8] {
  var stream = z_stream()
  // The widest window has 15 bits; adding 16 asks for gzip's header and checksum.
  guard
    deflateInit2_(
      &stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
  else { return [] }
  defer { deflateEnd(&stream) }
  var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
  var input = bytes
  input.withUnsafeMutableBufferPointer { source in
    output.withUnsafeMutableBufferPointer { target in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(source.count)
      stream.next_out = target.baseAddress
      stream.avail_out = UInt32(target.count)
      _ = deflate(&stream, Z_FINISH)
    }
  }
  output.removeLast(Int(stream.avail_out))
  return output
}
