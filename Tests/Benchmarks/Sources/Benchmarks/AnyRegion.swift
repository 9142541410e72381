import MapPack

/// Stands for the enum of any pack, so that regions are asked for as an app asks for them.
struct AnyRegion: MapRegion {
  static let reference = PackReference(resource: "", identity: 0)
  static let allCases: [AnyRegion] = []

  let rawValue: UInt16

  init?(rawValue: UInt16) { self.rawValue = rawValue }
  init?(code: String) { nil }

  var code: String { "\(rawValue)" }
  var name: String { code }
}
