import MapPack
import SwiftUI

/// A map of one's own travels: a state that was visited has a photo.
@main
struct TravelApp: App {
  private let maps = Result { try Maps() }

  var body: some Scene {
    WindowGroup {
      switch maps {
      case .success(let maps): TravelMap(maps: maps)
      case .failure(let error): Text("\(error)")
      }
    }
  }
}

/// The maps of the app. They are opened once.
struct Maps {
  let states: RegionMap<NewEngland>
  /// Without an enum: they are only drawn.
  let counties: Pack

  init() throws {
    states = try RegionMap(in: .module)
    let url = Bundle.module.url(forResource: "NewEnglandCounties", withExtension: "mappack")
    counties = try Pack(contentsOf: url ?? Bundle.module.bundleURL)
  }
}
