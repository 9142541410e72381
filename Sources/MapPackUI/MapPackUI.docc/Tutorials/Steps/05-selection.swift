import MapPack
import MapPackUI
import SwiftUI

struct StatesMap: View {
  let map: RegionMap<NewEngland>
  @State private var selection: NewEngland?

  var body: some View {
    RegionMapView(map, selection: $selection) { $0 == selection ? .color(.orange) : .color(.green) }
      .coast(.brown)
      .labels { Text($0.name) }
  }
}
