/// The path of an entry of an archive, taken apart.
///
/// Archives made by some programs for Windows have backslashes for slashes; both are read as slashes.
struct ArchivePath {
  /// The folders and the name, without what says nothing (`.` and doubled slashes).
  let components: [Substring]
  /// Whether it is a folder's.
  let isFolder: Bool
  /// Whether it is absolute, begins with a drive, or climbs (`..`): a file unpacked there would leave the folder.
  let leadsOut: Bool

  init(_ path: String) {
    let parts = path.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
    components = parts.filter { !$0.isEmpty && $0 != "." }
    isFolder = parts.last?.isEmpty ?? true
    let drive = Array((parts.first ?? "").unicodeScalars.prefix(2))
    let hasDrive = drive.count == 2 && drive[1] == ":" && drive[0].isASCII && drive[0].properties.isAlphabetic
    leadsOut = hasDrive || parts.first?.isEmpty == true && !path.isEmpty || components.contains("..")
  }

  /// Whether it is what a system keeps for itself beside the data: `__MACOSX/`, `.DS_Store` and all else with a dot
  /// in front.
  var isHidden: Bool { components.contains { $0.hasPrefix(".") || $0 == "__MACOSX" } }
}
