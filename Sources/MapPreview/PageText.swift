import PageFiles

/// The files of the page, as they lie in `Page`.
enum PageText {
  /// Names and texts, a module after those that it imports.
  static let files: [(name: String, text: String)] = (0..<page_file_count()).map { index in
    // Unsafe: constants of C, which live as long as the process; the name ends with a zero byte, and the bytes are as many
    // as is said.
    let bytes = UnsafeBufferPointer(start: page_file_bytes(index), count: page_file_size(index))
    return (String(cString: page_file_name(index)), String(decoding: bytes, as: UTF8.self))
  }
}
