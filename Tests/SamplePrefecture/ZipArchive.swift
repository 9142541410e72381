import CZip

/// Writes a zip file by libzip. All members bear zip's first moment, so that the same members give the same bytes.
enum ZipArchive {
  /// Throws where the file cannot be written; replaces one that is there.
  static func write(_ members: [Member], to path: String) throws {
    guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, nil) else {
      throw CannotMake("\(path) cannot be written")
    }
    for member in members {
      do {
        try add(member, to: archive)
      } catch {
        zip_discard(archive)
        throw error
      }
    }
    // Only now is anything written.
    guard zip_close(archive) == 0 else {
      let words = String(cString: zip_strerror(archive))
      zip_discard(archive)
      throw CannotMake("\(path) cannot be written: \(words)")
    }
  }

  private static func add(_ member: Member, to archive: OpaquePointer) throws {
    // The archive reads the bytes when it is closed, and frees them then.
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: member.bytes.count, alignment: 1)
    bytes.copyMemory(from: member.bytes, byteCount: member.bytes.count)
    guard let source = zip_source_buffer(archive, bytes, zip_uint64_t(member.bytes.count), 1) else {
      bytes.deallocate()
      throw CannotMake(String(cString: zip_strerror(archive)))
    }
    let index = zip_file_add(archive, member.name, source, 0)
    guard index >= 0 else {
      zip_source_free(source)
      throw CannotMake(String(cString: zip_strerror(archive)))
    }
    // 1 January 1980, 0:00. A time in seconds would depend on the zone of the machine.
    zip_file_set_dostime(archive, zip_uint64_t(index), 0, 0x21, 0)
    zip_set_file_compression(archive, zip_uint64_t(index), ZIP_CM_DEFLATE, 9)
  }
}
