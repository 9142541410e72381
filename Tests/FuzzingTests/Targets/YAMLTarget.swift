import MapPackFeatures
import MapPackProject

/// Reads text as a pipeline file; bytes that are not UTF-8 are refused before.
package enum YAMLTarget: FuzzTarget {
  package static let name = "yaml"

  package static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do throws(StageError) {
      let file = try PipelineFile(text: String(decoding: bytes, as: UTF8.self), path: "Pipelines/map.yml")
      promise(
        PipelineFile.remedy(forMapName: file.map) == nil && !file.sources.isEmpty, "a map without name or sources")
      promise(file.sources.allSatisfy { $0.line ?? 0 > 0 }, "a source without a line")
      _ = (file.maps, file.provenanceName)
      return true
    } catch {
      promiseWords(error, [.usage])
      return false
    }
  }

  package static func memoryLimit(_ count: Int) -> Int { 1 << 20 + 4096 * count }
}
