import MapPack
import MapPackUI
import PhotosUI
import SwiftUI

struct TravelMap: View {
  let maps: Maps
  /// When the photo of a state was changed last, for those that have one.
  @State private var photos: [NewEngland: Date] = [:]
  @State private var selection: NewEngland?
  @State private var position = MapPosition.automatic
  @State private var isPicking = false
  @State private var picked: PhotosPickerItem?

  var body: some View {
    VStack {
      ProgressView(
        "\(photos.count) of \(maps.states.regions.count) states", value: Double(photos.count),
        total: Double(maps.states.regions.count))
      RegionMapView(position: $position) {
        RegionLayer(maps.states, selection: $selection, style: style)
          .borders(.white, width: 1)
          .coast(.brown)
          .labels { photos[$0] == nil ? Text(maps.states.name(of: $0)) : nil }
          .regionMenu { state in
            Button("Choose a photo") { choose(state) }
            Button("Remove the photo") { set(nil, state) }
          }
        RegionLayer(maps.counties) { _ in .clear }
          .borders(.white, width: 0.3)
      }
      if let selection {
        Text(selection.name)
        Button("Choose a photo") { choose(selection) }
      }
    }
    .onChange(of: selection) {
      withAnimation { position = selection.map { .region($0) } ?? .automatic }
    }
    .photosPicker(isPresented: $isPicking, selection: $picked, matching: .images)
    .task(id: picked) { await take() }
    .onAppear {
      for state in maps.states.regions { photos[state] = Photo.date(state) }
    }
  }

  private func style(of state: NewEngland) -> RegionStyle {
    let style: RegionStyle =
      photos[state].map { date in
        .photo(id: date, placeholder: .gray) { size in Photo.read(state, atMost: max(size.width, size.height)) }
      } ?? .color(.green)
    return state == selection ? style.stroke(.orange, width: 3) : style
  }

  private func choose(_ state: NewEngland) {
    selection = state
    isPicking = true
  }

  /// Takes the photo that was picked for the selected state.
  private func take() async {
    guard let picked, let selection else { return }
    set(try? await picked.loadTransferable(type: Data.self), selection)
    self.picked = nil
  }

  private func set(_ data: Data?, _ state: NewEngland) {
    Photo.write(data, state)
    photos[state] = Photo.date(state)
  }
}
