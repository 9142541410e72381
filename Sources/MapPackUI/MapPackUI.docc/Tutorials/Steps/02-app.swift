import MapPack
import SwiftUI

@main
struct StatesApp: App {
  private let map = Result { try RegionMap(NewEngland.self) }

  var body: some Scene {
    WindowGroup {
      switch map {
      case .success(let map): StatesMap(map: map)
      case .failure(let error): Text("\(error)")
      }
    }
  }
}
