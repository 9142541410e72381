import MapPack
import MapPackUI
import SwiftUI

struct StatesMap: View {
  let map: RegionMap<NewEngland>
  @State private var selection: NewEngland?
  @State private var position = MapPosition.automatic

  var body: some View {
    RegionMapView(map, selection: $selection, position: $position) {
      $0 == selection ? .color(.orange) : .color(.green)
    }
    .coast(.brown)
    .labels { Text($0.name) }
    .onChange(of: selection) {
      withAnimation { position = selection.map { .region($0) } ?? .automatic }
    }
  }
}
