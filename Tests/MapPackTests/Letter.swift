import MapPack

/// An enum as the tools generate it, for `letters()` with the raw values 7, 2 and 300.
enum Letter: UInt16, MapRegion {
  case a = 7
  case b = 2
  case c = 300
  @available(*, deprecated, message: "04 is retired")
  case retired = 3

  static let regionTable = RegionTable<Self>(
    resource: "Letters", identity: 0x1234, credits: ["Somebody"], retired: [3], successors: [3: [2]],
    codes: codes, names: codes)

  /// Raw values without a case have codes that nobody asks for.
  private static let codes: [String] = {
    var codes = [String](repeating: "-", count: 300)
    (codes[6], codes[1], codes[299], codes[2]) = ("01", "02", "03", "04")
    return codes
  }()
}
