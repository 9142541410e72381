import Foundation
import MapPackFeatures
import MapPackGeometry

enum ChangeReason {
  static let missing = "it is missing"
  static let edited = "it was edited or is damaged"
  static let lock = "the name lock has changed"
}
