import CMapPackZip
import SamplePrefecture

/// An archive that libzip cannot read, or a member of it.
struct CannotUnpack: Error {
  var path: String
}

/// The files of a zip archive, in its order.
func unpack(_ path: String) throws -> [Member] {
  guard let archive = zip_open(path, ZIP_RDONLY, nil) else { throw CannotUnpack(path: path) }
  defer { zip_discard(archive) }
  return try (0..<zip_get_num_entries(archive, 0)).map { index in
    var entry = zip_stat_t()
    guard zip_stat_index(archive, zip_uint64_t(index), 0, &entry) == 0,
      let file = zip_fopen_index(archive, zip_uint64_t(index), 0)
    else { throw CannotUnpack(path: path) }
    defer { zip_fclose(file) }
    var bytes = [UInt8](repeating: 0, count: Int(entry.size))
    guard zip_fread(file, &bytes, entry.size) == zip_int64_t(entry.size) else { throw CannotUnpack(path: path) }
    return Member(name: String(cString: entry.name), bytes: bytes)
  }
}
