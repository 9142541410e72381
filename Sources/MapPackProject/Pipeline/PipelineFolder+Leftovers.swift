import Foundation
import MapPackFiles

extension PipelineFolder {
  /// Finishes or undoes what a killed `init` has begun in the folder, and removes the hidden files that it left beside the
  /// pipelines. A later run does not know what that map was called, so it looks at all hidden files.
  ///
  /// Files that are still being written stay, and so do those that the next run of a pipeline of this folder may need.
  /// - Returns: a line for each commit that was finished or undone.
  package func sweep() -> [String] {
    guard let resolved = ResolvedPath(folder), resolved.missing.isEmpty else { return [] }
    let path = resolved.existing == "/" ? "" : resolved.existing
    func hidden(_ endings: [String]) -> [String] {
      FolderListing(folder).names.filter { name in
        name.hasPrefix(".mappack-") && endings.contains { name.hasSuffix("." + $0) }
      }.sorted()
    }
    guard !hidden(["new", "old", "journal", "journal-new"]).isEmpty else { return [] }
    var lines: [String] = []
    for journal in hidden(["journal"]) {
      guard let targets = CommitJournal.targets(inJournal: "\(path)/\(journal)"), targets.allSatisfy(Self.isOfInit)
      else {
        continue
      }
      // An `init` that is still at work is no error here.
      lines += (try? OutputSet.recover(targets.map { ("\(folder)/\($0)", "\(path)/\($0)") })) ?? []
    }
    guard hidden(["journal"]).isEmpty, let needed = hiddenFilesOfRuns else { return lines }
    for name in hidden(["journal-new"]) {
      let unfinished = "\(path)/\(name)"
      if let file = OpenFile(unfinished, O_WRONLY), file.claim(), file.isAt(unfinished) { unlink(unfinished) }
    }
    for stem in Set(hidden(["new", "old"]).map { $0[..<($0.lastIndex(of: ".") ?? $0.endIndex)] }) {
      let (temporary, backup) = ("\(path)/\(stem).new", "\(path)/\(stem).old")
      guard !needed.contains(temporary) else { continue }
      OutputTarget.removeLeftovers(temporary, backup)
    }
    return lines
  }

  /// Whether `init` writes a file of this name into the folder.
  private static func isOfInit(_ name: String) -> Bool {
    !name.contains("/") && (isPipeline(name) || name == PipelineSchema.fileName)
  }

  /// The hidden files, as far as they lie beside outputs of the folder's pipelines; `nil` if one of these cannot be read.
  /// The journal of such a run may lie in another folder.
  private var hiddenFilesOfRuns: Set<String>? {
    var found: Set<String> = []
    for file in files {
      guard let pipeline = try? PipelineFile(contentsOf: "\(folder)/\(file)") else { return nil }
      for name in pipeline.outputNames {
        let location = pipeline.location(ofOutput: name, in: nil)
        guard !OutputStream.isStream(location) else { continue }
        guard let target = try? OutputTarget(existing: location, called: name) else { continue }
        found.insert(target.temporary)
      }
    }
    return found
  }
}
