import MapPackFeatures
import MapPackSimplify

/// The part of reading a pipeline file that reads `simplify`. `PipelineKeys` lists the same keys, for the JSON Schema.
extension PipelineFile.Simplify {
  /// Reads the mapping `simplify`, from a pipeline file or from the page of `mappack preview`, which sends it as JSON.
  ///
  /// Keys that are not written have the defaults of `SimplifyOptions`. Which values go together is checked later, by
  /// `SimplifyOptions.check(for:)`.
  ///
  /// - Throws: `usage`, with the line, if a key is unknown, if a value has the wrong type or is out of range, or if
  ///   more than one of `tolerance`, `keep`, `zoom` and `size` is written.
  init(_ value: YAMLValue) throws(StageError) {
    let keys = try value.mapping(PipelineKeys.simplify.names)
    let written = PipelineKeys.amounts.names.filter { keys[$0] != nil }
    if written.count > 1, let second = keys[written[1]] {
      throw second.error("`simplify` has both `\(written[0])` and `\(written[1])`", remedy: "keep one of them")
    }
    if let tolerance = keys["tolerance"] {
      options.amount = .tolerance(meters: try tolerance.quantity("a length such as 30 m", Quantity.length))
    }
    if let keep = keys["keep"] {
      options.amount = .keep(share: try keep.quantity("a share such as 10 %", Quantity.share))
    }
    if let zoom = keys["zoom"] { options.amount = .zoom(try zoom.integer(in: SimplifyOptions.Amount.zooms)) }
    packSize = try keys["size"]?.quantity("a number of bytes such as 64 KB", Quantity.bytes)
    if let method = keys["method"] { options.method = try method.choice(of: SimplifyOptions.Method.self) }
    let cell = try keys["grid"]?.quantity("a length above zero, such as 1 m") {
      Quantity.length($0).flatMap { $0 > 0 ? $0 : nil }
    }
    options.cellExponent = cell.map(Quantity.cellExponent(nearestTo:))
    options.levels = try keys["levels"]?.integer(in: 1...SimplifyOptions.maximumLevels) ?? 1
    options.minimumIsland = try keys["minimumIsland"]?.quantity("an area such as 0.01 km2", Quantity.area)
    options.maximumParts = try keys["maximumParts"]?.integer(in: 1...Int(Int32.max))
    for island in try keys["keepIslands"]?.list() ?? [] { try keep(island) }
    for (code, region) in try keys["regions"]?.pairs() ?? [] {
      guard let tolerance = try region.mapping(PipelineKeys.region.names)["tolerance"] else {
        throw region.error("`\(region.path).tolerance` is missing", remedy: "write `\(code): { tolerance: 10 m }`")
      }
      options.regionTolerances[code] = try tolerance.quantity("a length such as 10 m", Quantity.length)
    }
  }

  /// Adds an entry of `keepIslands`: a code, or longitude and latitude.
  private mutating func keep(_ island: YAMLValue) throws(StageError) {
    guard island.isList else {
      options.keptIslands.codes.append(try island.text())
      return
    }
    var degrees: [Double] = []
    for number in try island.list() { degrees.append(try number.quantity("degrees such as 129.37") { Double($0) }) }
    guard degrees.count == 2, abs(degrees[0]) <= 180, abs(degrees[1]) <= 90 else {
      throw island.error(
        "`\(island.path)` is not a location",
        remedy: "write longitude, then latitude, as in [129.37, 34.20], or a code")
    }
    options.keptIslands.locations.append(SimplifyOptions.Location(longitude: degrees[0], latitude: degrees[1]))
  }
}
