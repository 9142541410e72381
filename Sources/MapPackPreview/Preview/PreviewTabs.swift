import Foundation
import MapPackFeatures

/// The sessions of the tabs in which the page is open. Each has a map and a folder for dropped files of its own.
package final class PreviewTabs: @unchecked Sendable {
  // Unchecked: the lock guards both.
  private let lock = NSLock()
  private var tabs: [String: Tab] = [:]
  /// How many pages each tab has: two while one is loaded again. A page says that it is there before its tab is made.
  private var pageCounts: [String: Int] = [:]
  private let open: @Sendable () throws(StageError) -> PreviewSource?
  private let jobs: Int
  private let ended: @Sendable () -> Void

  private struct Tab {
    let session: PreviewSession
    let uploads: PreviewUploads
  }

  /// The most tabs.
  private static let limit = 100
  /// How long a page may be away while it is loaded again.
  private static let absence = Duration.seconds(2)

  /// - Parameters:
  ///   - open: what a new tab begins with; `nil` for an empty page.
  ///   - ended: called when the last page was closed and is not loaded again soon.
  package init(
    jobs: Int, open: @escaping @Sendable () throws(StageError) -> PreviewSource?, ended: @escaping @Sendable () -> Void
  ) {
    (self.jobs, self.open, self.ended) = (jobs, open, ended)
  }

  package func respond(_ request: PreviewRequest) async -> PreviewResponse {
    do throws(StageError) {
      return try await tab(request.tab).session.respond(request)
    } catch {
      return .refused(error)
    }
  }

  /// What keeps the files that are dropped in a tab; `nil` if there are too many tabs, or it cannot be made.
  package func uploads(_ name: String) -> PreviewUploads? { try? tab(name).uploads }

  private func tab(_ name: String) throws(StageError) -> Tab {
    lock.lock()
    defer { lock.unlock() }
    if let tab = tabs[name] { return tab }
    guard tabs.count < Self.limit else { throw StageError(.usage, "the page is open in too many tabs") }
    let uploads = try PreviewUploads()
    let tab = Tab(session: try PreviewSession(try open(), uploads: uploads, jobs: jobs), uploads: uploads)
    tabs[name] = tab
    return tab
  }

  /// Takes that the page of a tab is there, or is gone: closed, or its browser killed.
  package func page(of name: String, isThere: Bool) async {
    lock.withLock { pageCounts[name, default: 0] += isThere ? 1 : -1 }
    guard !isThere else { return }
    try? await Task.sleep(for: Self.absence)
    if removeIfGone(name) { ended() }
  }

  /// Removes a tab without a page.
  /// - Returns: whether there is no page in any tab.
  private func removeIfGone(_ name: String) -> Bool {
    lock.withLock {
      if pageCounts[name] == 0 { (tabs[name], pageCounts[name]) = (nil, nil) }
      return pageCounts.isEmpty
    }
  }
}
