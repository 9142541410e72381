import Foundation
import MapPackFeatures
import MapPackIngest
import MapPackPage

extension PreviewOrigin {
  /// - Parameter layers: those of the only source that can be chosen from.
  init(_ table: FeatureTable, layers: [SourceLayer], layer: String?) {
    let names = table.sources.map { URL(fileURLWithPath: $0.path).lastPathComponent }
    let formats = names.map { name in
      let ending = URL(fileURLWithPath: name).pathExtension.lowercased()
      return SourceFormat.of(ending: ending)?.title.prefix { $0 != "(" }.trimmingCharacters(in: .whitespaces) ?? "file"
    }
    // Behind an arrow stands how it was transformed.
    let systems = table.sources.compactMap(\.coordinateSystem).canonicallyDistinct
      .map { $0.components(separatedBy: " →")[0] }
    let count = Figures.counted(table.featureCount, "feature")
    self.init(
      words: ([formats.canonicallyDistinct.joined(separator: ", "), count] + systems.prefix(1)).joined(separator: " · ")
        .line(atMost: 120),
      short: count, files: names.canonicallyDistinct.map { $0.line(atMost: 100) },
      layers: layers.count > 1 ? layers.map { Layer(layer: $0.name, words: $0.words.line(atMost: 80)) } : [],
      layer: layer)
  }
}
