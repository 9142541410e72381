import MapPack
import MapPackUI
import SwiftUI

struct StatesMap: View {
  let map: RegionMap<NewEngland>

  var body: some View {
    RegionMapView(map) { _ in .color(.green) }
      .coast(.brown)
      .labels { Text($0.name) }
  }
}
