import MapPackFeatures
import MapPackIngest
import TestSupport

/// What the readers of features promise, whatever their format.
enum FeatureReading {
  /// Reads a file for its areas, for its lines and for its points; each time once more with its faults reported if it has
  /// any.
  ///
  /// - Parameters:
  ///   - refusals: the statuses with which the reader may refuse it.
  ///   - kinds: what the format can have.
  /// - Returns: whether it could be read in one of these ways.
  static func read(
    _ request: SourceRequest, refusals: Set<ExitStatus> = [.unreadableData],
    kinds: [GeometryKind] = GeometryKind.allCases
  ) -> Bool {
    var isRead = false
    for kind in kinds {
      var request = request
      request.geometry = kind
      if read(request, refusals, faults: .fail) || read(request, refusals, faults: .report) { isRead = true }
    }
    return isRead
  }

  /// Whether it could be read.
  private static func read(_ request: SourceRequest, _ refusals: Set<ExitStatus>, faults: Faults) -> Bool {
    let table: FeatureTable
    do throws(StageError) {
      table = try ingest([request], faults: faults, temporaryFolder: FuzzFolder.path)
    } catch {
      promiseWords(error, refusals)
      return false
    }
    promise(table.kind == request.geometry, "\(table.kind) were read where \(request.geometry) were asked for")
    let broken = table.brokenPromises
    promise(broken.isEmpty, broken.joined(separator: ", "))
    let entries = table.ledger.entries
    promise(entries.count >= table.featureCount, "\(entries.count) entries of \(table.featureCount) features")
    let pending = entries.count { $0.outcome == .pending }
    let shapes = (0..<table.featureCount).count { table.polygonStart[$0] < table.polygonStart[$0 + 1] }
    promise(pending == shapes, "\(pending) features are to be merged, and \(shapes) have a shape")
    StageFilePromises.ask(table.encoded(), FeatureTable.self)
    return true
  }
}

/// Holds a refusal to its promise: a status that the reader may give, the file, and words.
func promiseWords(_ error: StageError, _ statuses: Set<ExitStatus>) {
  promise(statuses.contains(error.status), "status \(error.status): \(error)")
  promise(error.file?.isEmpty == false && !error.message.isEmpty, "a refusal without words: \(error)")
}
