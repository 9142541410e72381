import MapPack
import MapPackUI
import SwiftUI

struct StatesMap: View {
  let map: RegionMap<NewEngland>
  @State private var visited: Set<NewEngland> = []
  /// The codes of the visited states, with commas between them.
  @AppStorage("visited") private var stored = ""

  private var codes: [String] { stored.split(separator: ",").map { String($0) } }

  var body: some View {
    VStack {
      ProgressView("Visited", value: Double(visited.count), total: Double(map.regions.count))
      RegionMapView(map, selection: $visited) { visited.contains($0) ? .color(.orange) : .color(.green) }
        .coast(.brown)
        .labels { Text($0.name) }
    }
    .onAppear { visited = Set(codes.compactMap { NewEngland(code: $0) }) }
    .onChange(of: visited) {
      // A code that this edition does not know stays as it is.
      let unknown = codes.filter { NewEngland(code: $0) == nil }
      stored = (visited.map(\.code) + unknown).sorted().joined(separator: ",")
    }
  }
}
