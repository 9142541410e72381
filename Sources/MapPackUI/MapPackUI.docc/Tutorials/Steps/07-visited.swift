import MapPack
import MapPackUI
import SwiftUI

struct StatesMap: View {
  let map: RegionMap<NewEngland>
  @State private var visited: Set<NewEngland> = []
  /// The codes of the visited states, with commas between them.
  @AppStorage("visited") private var stored = ""

  var body: some View {
    VStack {
      ProgressView("Visited", value: Double(visited.count), total: Double(map.regions.count))
      RegionMapView(map, selection: $visited) { visited.contains($0) ? .color(.orange) : .color(.green) }
        .coast(.brown)
        .labels(halo: .white) { Text($0.name) }
    }
    .onAppear { visited = Set(stored.split(separator: ",").compactMap { NewEngland(code: String($0)) }) }
    .onChange(of: visited) { stored = visited.map(\.code).sorted().joined(separator: ",") }
  }
}
