/// The path of an entry of an archive, split into components.
///
/// Some programs for Windows write backslashes instead of slashes; both separate components. An empty path is that of a
/// folder. `Archive` asks it for each entry.
struct ArchivePath {
  /// The folders and the name, without `.` and empty components. A `..` stays.
  let components: [Substring]
  /// Whether it is the path of a folder.
  let isFolder: Bool
  /// Whether the path is absolute, starts with a drive, or climbs (`..`). A file unpacked there would be outside the
  /// folder.
  let leadsOut: Bool

  init(_ path: String) {
    let parts = path.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
    components = parts.filter { !$0.isEmpty && $0 != "." }
    isFolder = parts.last?.isEmpty ?? true
    let drive = Array((parts.first ?? "").unicodeScalars.prefix(2))
    let hasDrive = drive.count == 2 && drive[1] == ":" && drive[0].isASCII && drive[0].properties.isAlphabetic
    leadsOut = hasDrive || parts.first?.isEmpty == true && !path.isEmpty || components.contains("..")
  }

  /// Whether a system keeps this for itself beside the data: `__MACOSX/`, `.DS_Store`, or anything else whose name
  /// starts with a dot.
  var isHidden: Bool { components.contains { $0.hasPrefix(".") || $0 == "__MACOSX" } }
}
