import MapFeatures
import MapPipeline

/// Reads text as a pipeline file; bytes that are not UTF-8 are refused before.
enum YAMLTarget: FuzzTarget {
  static let name = "yaml"

  static func read(_ bytes: UnsafeRawBufferPointer) {
    do throws(StageError) {
      let file = try PipelineFile(text: String(decoding: bytes, as: UTF8.self), path: "Pipelines/map.yml")
      promise(PipelineFile.isMapName(file.map) && !file.sources.isEmpty, "a map without name or sources")
      promise(file.sources.allSatisfy { $0.line ?? 0 > 0 }, "a source without a line")
      _ = (file.lockPath, file.provenanceName)
    } catch {
      promiseWords(error, [.usage])
    }
  }

  static func memoryLimit(_ count: Int) -> Int { 1 << 20 + 4096 * count }
}
