import Foundation
import MapPackFeatures
import MapPackPage

/// Answers the page's requests, and makes maps of one source with what the page asks for.
///
/// In an exported page, blocks of data have the names of the requests' paths.
///
/// One map is made at a time. A request for a map gets the status 409 if a newer one has come while it waited, because
/// the page no longer needs the answer.
package actor PreviewSession {
  private var work: PreviewWork
  private let front: SessionFront

  /// - Parameters:
  ///   - source: `nil` for an empty page.
  ///   - uploads: the files that are dropped on the page.
  package init(
    _ source: PreviewSource?, uploads: PreviewUploads?, jobs: Int
  ) throws(StageError) {
    work = try PreviewWork(source, uploads: uploads, jobs: jobs)
    front = SessionFront(source)
  }

  /// An error becomes an answer with the status 422 and its message. The status is 404 for an unknown path, and for a
  /// former edition that is not there.
  package nonisolated func respond(_ request: PreviewRequest) async -> PreviewResponse {
    let number = request.path == "make" ? front.next() : front.newest
    do throws(StageError) {
      // What only reads the source runs beside the session: neither waits for the other.
      guard let question = PreviewSource.Question(rawValue: request.path) else {
        return try await answer(request, number)
      }
      guard let source = front.source else { return .nothingDropped }
      return try source.answer(question)
    } catch {
      return .refused(error)
    }
  }

  private func answer(_ request: PreviewRequest, _ number: Int) throws(StageError) -> PreviewResponse {
    defer { front.source = work.source }
    switch request.path {
    case "":
      return PreviewResponse(.html, PreviewPage.html(titled: work.source?.emit.naming.map ?? "MapPack", blocks: nil))
    case "state": return try .json(work.state())
    case "upload": return try .json(["file": String(decoding: request.body, as: UTF8.self)])
    case "shelf": return try .json(PreviewShelf())
    case "search": return try .json(work.published(with: .asked(by: request)))
    case "get": return try .json(work.get(.asked(by: request)))
    case "open": return try work.open(.asked(by: request))
    case "examine": return try .json(work.uses(of: .asked(by: request)))
    default: break
    }
    guard work.source != nil else { return .nothingDropped }
    switch request.path {
    case "make":
      guard !front.isBeyond(number) else { return .superseded }
      let (figures, map) = try work.made(.asked(by: request))
      return front.isBeyond(number) ? .superseded : try .map(map, figures)
    case "limits":
      return try .json(try work.limits(.asked(by: request)) { [front] in front.isBeyond(number) })
    case "adopt": return try .json(work.adopt(.asked(by: request)))
    case "pipeline": return try .json(work.savedText(.asked(by: request)))
    case "repair": return try .json(work.repair(.asked(by: request)))
    case "difference": return try work.changes().map { changes throws(StageError) in try .json(changes) } ?? .nothing
    case "save": return try .json(work.save(.asked(by: request)))
    case "coloring": return try .json(work.coloring(.asked(by: request)))
    case "take": return try work.take(.asked(by: request)).map { PreviewResponse(.bytes, $0) } ?? .nothing
    default: return .nothing
    }
  }
}

/// What is known of a session while it is busy: the number of the newest request for a map, in the order in which they
/// come, and what is shown.
private final class SessionFront: @unchecked Sendable {
  // Unchecked: the lock guards both.
  private let lock = NSLock()
  private var last = 0
  private var shown: PreviewSource?

  init(_ source: PreviewSource?) { shown = source }

  var newest: Int { lock.withLock { last } }

  var source: PreviewSource? {
    get { lock.withLock { shown } }
    set { lock.withLock { shown = newValue } }
  }

  func next() -> Int {
    lock.withLock {
      last += 1
      return last
    }
  }

  /// Whether a newer request than one of a number has come.
  func isBeyond(_ number: Int) -> Bool { newest > number }
}
