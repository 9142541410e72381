import ArgumentParser
import Foundation
import MapPack
import MapPackFeatures
import MapPackFiles

/// `mappack locate`: the region at a location.
struct Locate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say which region of a pack lies at a location.",
    usage: """
      mappack locate <X.mappack> <LON> <LAT>
      mappack locate <X.mappack> --longitude <LON> --latitude <LAT>
      """,
    discussion: """
      Prints the region's code and name, with a tab between them; exits 1
      if no region lies there. Maps end at 85.0511 degrees north and
      south. Beyond that, up to the pole, the answer is that of the map's
      edge on the same meridian.

      EXAMPLES
        mappack locate Output/World.mappack 139.77 35.68
        mappack locate Output/World.mappack -43.2 -22.9
        mappack locate Output/World.mappack --longitude -71.06 --latitude 42.36
      """)

  @Argument(help: ArgumentHelp("A pack.", valueName: "X.mappack"), completion: .pack)
  var pack: String

  // All that is no option, because a value may begin with a minus.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Degrees east, then degrees north; west and south are negative.", valueName: "LON LAT"))
  var location: [String] = []

  // Unconditional, because a value may begin with a minus.
  @Option(parsing: .unconditional, help: ArgumentHelp("Degrees east; west is negative.", valueName: "LON"))
  var longitude: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("Degrees north; south is negative.", valueName: "LAT"))
  var latitude: Double?

  @OptionGroup var talk: QuietOption

  mutating func validate() throws {
    let texts = location.filter { $0 != "--" }.flatMap { $0.split { $0 == "," || $0 == " " } }
    let numbers = try texts.map { text in
      guard let number = Double(text) else { throw ValidationError("“\(text)” is not a number of degrees.") }
      return number
    }
    if longitude == nil, latitude == nil, numbers.count == 2 { (longitude, latitude) = (numbers[0], numbers[1]) }
    guard let longitude, let latitude, numbers.isEmpty || numbers == [longitude, latitude] else {
      throw ValidationError("Say where: LON LAT, or --longitude LON --latitude LAT.")
    }
    let (longitudes, latitudes) = (-180.0...180, -90.0...90)
    try require(
      latitudes.contains(latitude) || !longitudes.contains(latitude) || !latitudes.contains(longitude),
      "No latitude is \(latitude). The longitude comes first: did you mean \(latitude) \(longitude)?")
    try require(longitudes.contains(longitude), "LON must be from -180 to 180.")
    try require(latitudes.contains(latitude), "LAT must be from -90 to 90.")
  }

  func run() throws {
    guard let longitude, let latitude else { return }
    let pack = try OpenPack.verified(self.pack)
    let point = MapPoint(longitude: longitude, latitude: latitude)
    if pack.kind != .areas { return try locateNearest(of: pack, from: point) }
    guard let shape = pack.shape(at: point) else {
      talk.note("no region of \(pack.mapName) lies at \(longitude), \(latitude)")
      throw ExitCode(ExitStatus.findings.rawValue)
    }
    Console.current.print(shape.code, shape.name)
  }

  /// Prints the region whose line or point is nearest, how far away it is, and how far along the line. Nearest
  /// is what is nearest in the plane; the distance is that over the ground.
  private func locateNearest(of pack: Pack, from point: MapPoint) throws {
    guard let shape = pack.shape(nearest: point, withinMapPoints: .infinity)?.shape,
      let nearest = shape.nearestPoint(to: point)
    else {
      talk.note("\(pack.mapName) has no region")
      throw ExitCode(ExitStatus.findings.rawValue)
    }
    Console.current.print(
      shape.code, shape.name,
      "\(Figures.decimal(nearest.meters, places: 1)) m away"
        + (pack.kind == .lines
          ? ", \(Figures.decimal(100 * nearest.fraction, places: 1)) % along line \(nearest.line + 1)" : ""))
  }
}
