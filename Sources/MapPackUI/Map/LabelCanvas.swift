#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// The labels of a layer in a frame.
  struct LayerLabels: Equatable {
    /// The number of the layer.
    let number: Int
    let layer: MapLayer
    let labels: LayerLook.Labels
    /// Where the layer's plane lies on the screen.
    let placing: MapPlacing
    /// The regions that may have a label, the most important first.
    let candidates: [Int]
    /// Whether the labels are chosen anew.
    let isAtRest: Bool

    /// A label that may be drawn.
    struct Symbol: Identifiable {
      var id: RegionID
      var text: Text
      var halo: Color?
    }

    var symbols: [Symbol] {
      candidates.compactMap { area in
        guard labels.texts.indices.contains(area), let text = labels.texts[area] else { return nil }
        return Symbol(id: RegionID(layer: number, area: area), text: text, halo: labels.halo)
      }
    }

    /// Whether both are drawn alike. While the map moves, the labels that were chosen at rest are.
    static func == (a: LayerLabels, b: LayerLabels) -> Bool {
      a.number == b.number && a.layer === b.layer && a.placing == b.placing && a.candidates == b.candidates
        && a.isAtRest == b.isAtRest
        && a.labels.halo == b.labels.halo && a.labels.texts == b.labels.texts
    }
  }

  /// Draws labels. It is drawn again only if one of them is another or lies elsewhere; a map that is moved moves its
  /// picture.
  struct LabelCanvas: View, Equatable {
    let labels: [LayerLabels]
    let memory: MapMemory
    let direction: LayoutDirection

    nonisolated static func == (a: LabelCanvas, b: LabelCanvas) -> Bool {
      a.labels == b.labels && a.direction == b.direction
    }

    var body: some View {
      Canvas { context, size in
        for layer in labels { draw(layer, in: context, screen: CGRect(origin: .zero, size: size)) }
      } symbols: {
        ForEach(labels.flatMap(\.symbols)) { symbol in
          LabelView(symbol: symbol).environment(\.layoutDirection, direction).tag(symbol.id)
        }
      }
    }

    private func draw(_ layer: LayerLabels, in context: GraphicsContext, screen: CGRect) {
      let symbol = { (area: Int) in context.resolveSymbol(id: RegionID(layer: layer.number, area: area)) }
      let standing = memory.labels[layer.number, default: MapLabels()].place(
        in: layer.layer, layer.placing, on: screen, candidates: layer.isAtRest ? layer.candidates : nil
      ) { area in symbol(area)?.size ?? .zero }
      for label in standing {
        if let symbol = symbol(label.area) { context.draw(symbol, at: label.point) }
      }
    }
  }

  /// The label of a region. SwiftUI lays it out once and draws it as a symbol wherever the canvas wants it.
  private struct LabelView: View {
    let symbol: LayerLabels.Symbol

    var body: some View {
      if let halo = symbol.halo {
        symbol.text.shadow(color: halo, radius: 1).shadow(color: halo, radius: 1).shadow(color: halo, radius: 1)
      } else {
        symbol.text
      }
    }
  }
#endif
