import CMapPack

/// The files of the page, from the folder `Page`: HTML, styles and JavaScript modules. `PreviewPage` puts them together.
///
/// Nothing fails when the program runs: the C compiler includes the files, and the build fails if one is missing. A new
/// file needs an array and a line in the list of PageFiles.c, after the modules that it imports, and nothing here; a
/// file without such a line is not in the page.
enum PageText {
  /// The files' names and texts; a module comes after those that it imports.
  static let files: [(name: String, text: String)] = (0..<page_file_count()).map { index in
    // Unsafe: these are constants of C, which live as long as the process. The name ends with a zero byte, and there
    // are as many bytes as `page_file_size` says.
    let bytes = UnsafeBufferPointer(start: page_file_bytes(index), count: page_file_size(index))
    return (String(cString: page_file_name(index)), String(decoding: bytes, as: UTF8.self))
  }
}
