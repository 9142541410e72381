import Foundation

/// The names of the files in a folder, found whatever their capitals are.
///
/// Thousands of Shapefiles may lie in one folder, and each asks for the names of its parts. So the folder that was listed
/// last is remembered, as long as nothing has changed in it.
final class FolderNames: @unchecked Sendable {
  static let shared = FolderNames()

  private struct Listing {
    var folder: String
    var changed: Date
    var names: [String: [String]]
  }

  // Unchecked: what is remembered is read and written under the lock.
  private let lock = NSLock()
  private var last: Listing?
  /// How many times a folder was listed, for tests of the cost.
  private(set) var listings = 0

  /// The names that differ from a name in capitals only, in no order.
  func names(like name: String, in folder: String) -> [String] {
    lock.lock()
    defer { lock.unlock() }
    // The date of a link is not that of the folder.
    let resolved = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
    let changed = attributes?[.modificationDate] as? Date
    if let last, last.folder == resolved, last.changed == changed { return last.names[name.lowercased()] ?? [] }
    let now = Date()
    listings += 1
    let all = (try? FileManager.default.contentsOfDirectory(atPath: resolved)) ?? []
    let names = Dictionary(grouping: all) { $0.lowercased() }
    // What changes within a tick of the clock has the same date, so a folder is trusted only if it has been at rest.
    last = nil
    if let changed, now.timeIntervalSince(changed) > 2 {
      last = Listing(folder: resolved, changed: changed, names: names)
    }
    return names[name.lowercased()] ?? []
  }
}
