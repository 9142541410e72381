import Foundation
import MapPack

/// What the app has stored. Counties are stored as their codes, in lists and as keys.
struct Diary: Codable {
  struct Photo: Codable {
    var file: String
    var month: String
  }

  @KnownRegions var visited: [NewEnglandCounties]
  var photos: [NewEnglandCounties: Photo]
}
