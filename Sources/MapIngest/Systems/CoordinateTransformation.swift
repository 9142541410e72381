import CPROJ
import Foundation
import MapFeatures

/// Brings the coordinates of a source to longitude and latitude in degrees.
///
/// - Longitude and latitude on a datum of the written list are left as they are, and PROJ is not called.
/// - Other coordinates on such a datum are un-projected: a formula without a choice.
/// - Coordinates on any other datum are brought to WGS 84 by one operation for the whole source, chosen for the box of
///   its coordinates. Operations that PROJ calls ballpark are refused, and no grid file is used.
///
/// The same coordinates give the same result wherever they stand. Edges that are straight in the source's system are
/// straight in longitude and latitude afterwards: only vertices are transformed, and the middles of edges that are wider
/// than 180° and cross nothing.
struct CoordinateTransformation: ~Copyable {
  /// What is done, in words, for the report.
  private(set) var words: String
  /// From the source's system to longitude and latitude on its own datum.
  private var unprojection: ProjectionObject?
  /// From there, or from the source's system where `unprojection` is `nil`, to WGS 84.
  private var datumStep: ProjectionObject?
  /// What a user should know about the choice.
  private(set) var remarks: [(rule: Rule, message: String)] = []

  /// The coordinates of the feature at hand as the source has them; kept for the next.
  var sourceX: ContiguousArray<Double> = []
  var sourceY: ContiguousArray<Double> = []

  /// Finds the way from a system. `box` is asked for the box of all coordinates of the source, where the choice
  /// depends on it.
  ///
  /// Throws where PROJ does not know the system (`status`) or its database is missing, where the system has no place on
  /// the earth, where PROJ knows no way to WGS 84 but a ballpark one or one with a grid file, and what `box` throws.
  init(
    from system: CoordinateSystem, file: String?, status: ExitStatus,
    box: () throws(StageError) -> CoordinateBox
  ) throws(StageError) {
    words = ""
    if case .asPublished(let datum) = system {
      words = datum.name
      return
    }
    let context = try ProjectionContext(file: file)
    let source = try HorizontalSystem(system, in: context, file: file, status: status)
    if case .found(let words, _) = source.identity {
      remarks.append(
        (
          .systemIdentified,
          "the EPSG registry has no “\(source.name)” on a datum called “\(source.datumName)”: it was taken as "
            + "\(words), which has the same projection, ellipsoid and meridian"
        ))
    }
    if let datum = source.datum {
      words = datum.name
      guard let method = source.method else { return }
      unprojection = try Self.unprojection(of: source, method, file: file)
      words = "\(source.words) → \(datum.name) longitude/latitude, inverse of \(method)"
      return
    }

    let target = proj_create_from_database(context.handle, "EPSG", "4326", PJ_CATEGORY_CRS, 0, nil)
    guard let wgs84 = ProjectionObject(target, in: context) else {
      throw StageError(.unavailable, file: file, "PROJ's database does not know WGS 84" + context.takeWords())
    }
    // What the source itself states goes first.
    if let operation = Self.statedOperation(of: source, to: wgs84) {
      datumStep = consume operation
      words = Self.words(source, "the transformation that the system's text states")
      return
    }
    if let method = source.method { unprojection = try Self.unprojection(of: source, method, file: file) }
    let extent = Self.extent(of: try box(), through: unprojection, of: source)
    var choice = OperationChoice(from: source.registered, to: wgs84, in: extent)
    var found = choice.takeOperation()
    // No operation is made for a source far from the land that the datum is used in: that of the whole land is taken.
    if let extent, let land = source.registered.areaOfUse, found == nil, !land.meets(extent) {
      choice = OperationChoice(from: source.registered, to: wgs84, in: nil)
      found = choice.takeOperation()
      if found != nil {
        remarks.append(
          (
            .elsewhere,
            "the source lies at \(extent.words), and “\(source.name)” is for \(land.words): “\(choice.name)” was used"
          ))
      }
    }
    let accuracy = Self.words(accuracy: choice.accuracy)
    guard let operation = found.take() else {
      throw Self.noOperation(from: source, passedOver: choice.passedOver, file: file)
    }
    datumStep = consume operation
    words = Self.words(source, "\(choice.name), \(accuracy)")
    if let (name, metres) = choice.passedOver, let metres, metres < choice.accuracy ?? .infinity {
      remarks.append(
        (
          .gridUnused,
          "“\(name)”, \(Self.words(accuracy: metres)), needs a grid file, and none is used: “\(choice.name)” was used, \(accuracy)"
        ))
    } else if let grid = source.registered.code.flatMap({ Self.gridsOfPublishers[$0] }) {
      remarks.append(
        (.gridUnused, "a grid that PROJ does not have is more exact, \(grid): “\(choice.name)” was used, \(accuracy)"))
    }
    if let extent, let area = choice.areaOfUse, area.meets(extent), !area.contains(extent) {
      remarks.append((.beyondOperation, "the source reaches beyond the area that “\(choice.name)” is made for"))
    }
  }

  /// By the EPSG code of a geographic system: a grid of its own country's survey. Source: 国土地理院, TKY2JGD.
  private static let gridsOfPublishers = [4301: "TKY2JGD of 国土地理院, accurate to 0.2 m"]

  // MARK: The way

  private init(words: String, unprojection: consuming ProjectionObject?, datumStep: consuming ProjectionObject?) {
    self.words = words
    self.unprojection = unprojection
    self.datumStep = datumStep
  }

  /// The same for another thread, which cannot share PROJ's objects; `nil` where PROJ does not copy them.
  func copy() -> CoordinateTransformation? {
    if isIdentity { return CoordinateTransformation(words: words, unprojection: nil, datumStep: nil) }
    guard let context = try? ProjectionContext(file: nil) else { return nil }
    let first = Self.copy(unprojection, in: context)
    let second = Self.copy(datumStep, in: context)
    guard (first == nil) == (unprojection == nil), (second == nil) == (datumStep == nil) else { return nil }
    return CoordinateTransformation(words: words, unprojection: first, datumStep: second)
  }

  private static func copy(
    _ step: borrowing ProjectionObject?, in context: ProjectionContext
  ) -> ProjectionObject? {
    switch step {
    case .some(let step): step.copy(in: context)
    case .none: nil
    }
  }

  private static func unprojection(
    of source: borrowing HorizontalSystem, _ method: String, file: String?
  ) throws(StageError) -> ProjectionObject {
    var choice = OperationChoice(from: source.system, to: source.geographic, in: nil)
    guard let operation = choice.takeOperation() else {
      throw StageError(
        .unreadableData, file: file,
        "the projection of “\(source.name)”, \(method), cannot be undone by PROJ" + source.system.context.takeWords(),
        remedy: "convert the source to longitude and latitude on WGS 84")
    }
    return operation
  }

  private static func statedOperation(
    of source: borrowing HorizontalSystem, to target: borrowing ProjectionObject
  ) -> ProjectionObject? {
    switch source.bound {
    case .some(let bound):
      var choice = OperationChoice(from: bound, to: target, in: nil)
      return choice.takeOperation()
    case .none: return nil
    }
  }

  private static func noOperation(
    from source: borrowing HorizontalSystem, passedOver: (name: String, accuracy: Double?)?, file: String?
  ) -> StageError {
    let datum = source.datumName
    if case .several(let systems, let count) = source.identity {
      let more = count > systems.count ? " and \(count - systems.count) more" : ""
      return StageError(
        .unreadableData, file: file,
        "the EPSG registry has no “\(source.name)” on a datum called “\(datum)”, and its projection, ellipsoid and "
          + "meridian fit several systems: \(systems.joined(separator: ", "))\(more)",
        remedy: "name the right one, as in --crs \(systems.first?.prefix { $0 != " " } ?? "EPSG:4326")")
    }
    if let passedOver {
      return StageError(
        .unreadableData, file: file,
        "the way from the datum “\(datum)” to WGS 84, “\(passedOver.name)”, needs a grid file, and none is used",
        remedy: "convert the source to longitude and latitude on WGS 84 with a tool that has the grid")
    }
    return StageError(
      .unreadableData, file: file,
      "PROJ knows no way from the datum “\(datum)” to WGS 84 but a ballpark one, which may be hundreds of metres off",
      remedy: "convert the source to longitude and latitude on WGS 84, or name its system, as in --crs EPSG:4326")
  }

  private static func words(_ source: borrowing HorizontalSystem, _ step: String) -> String {
    "\(source.words) → WGS 84 longitude/latitude, "
      + [source.method.map { "inverse of \($0)" }, step].compactMap { $0 }.joined(separator: " + ")
  }

  private static func words(accuracy: Double?) -> String {
    guard let accuracy else { return "accuracy not stated" }
    return "accurate to \(String(format: "%g", accuracy)) m"
  }

  // MARK: Extents

  /// Roughly where on the earth a box of the source's coordinates lies, on whatever datum; `nil` where nowhere.
  func extent(of box: CoordinateBox) -> GeographicExtent? {
    guard box.isValid else { return nil }
    var (x, y) = Self.samples(of: box)
    transform(&x, &y)
    return GeographicExtent(around: Array(zip(x, y)))
  }

  private static func extent(
    of box: CoordinateBox, through unprojection: borrowing ProjectionObject?, of source: borrowing HorizontalSystem
  ) -> GeographicExtent? {
    guard box.isValid else { return nil }
    var (x, y) = samples(of: box)
    switch unprojection {
    case .some(let step): step.transform(&x, &y)
    case .none: break
    }
    let degrees = source.unit * 180 / .pi
    let longitudes = x.map { ($0 * degrees + source.meridian).remainder(dividingBy: 360) }
    return GeographicExtent(around: Array(zip(longitudes, y.map { $0 * degrees })))
  }

  /// Points all over a box, its edges among them: the pole may lie inside.
  private static func samples(of box: CoordinateBox) -> (x: ContiguousArray<Double>, y: ContiguousArray<Double>) {
    let shares = (0...32).map { Double($0) / 32 }
    var x = ContiguousArray<Double>()
    var y = ContiguousArray<Double>()
    for i in shares {
      for j in shares {
        x.append(box.minX * (1 - i) + box.maxX * i)
        y.append(box.minY * (1 - j) + box.maxY * j)
      }
    }
    return (x, y)
  }

  // MARK: Transforming

  /// Brings points to longitude and latitude, in place; those that have none become infinite.
  func transform(_ x: inout ContiguousArray<Double>, _ y: inout ContiguousArray<Double>) {
    switch unprojection {
    case .some(let step): step.transform(&x, &y)
    case .none: break
    }
    switch datumStep {
    case .some(let step): step.transform(&x, &y)
    case .none: break
    }
  }

  /// What became of vertices on their way: those that were laid on the antimeridian, beside which they lay for want of
  /// digits; else why a vertex has no longitude and latitude.
  typealias Outcome = Result<[(longitude: Double, latitude: Double)], CoordinateFault>

  /// Whether coordinates stay as they are.
  var isIdentity: Bool { unprojection == nil && datumStep == nil }

  /// Brings the vertices of the feature that was begun to longitude and latitude. Throws where one has none.
  mutating func apply(
    to geometry: inout FeatureGeometry, of builder: inout FeatureTableBuilder
  ) throws(StageError) {
    try builder.note(apply(to: &geometry))
  }

  /// Brings the vertices of a feature to longitude and latitude.
  ///
  /// A ring that ends at the antimeridian has 180 or -180 there, as the rest of it lies; one that crosses it has edges
  /// wider than 180°, and is cut there by the builder.
  /// - Complexity: O(vertices).
  mutating func apply(to geometry: inout FeatureGeometry) -> Outcome {
    if isIdentity { return .success([]) }
    sourceX.removeAll(keepingCapacity: true)
    sourceY.removeAll(keepingCapacity: true)
    sourceX.append(contentsOf: geometry.x)
    sourceY.append(contentsOf: geometry.y)
    transform(&geometry.x, &geometry.y)
    for vertex in geometry.x.indices where !(abs(geometry.x[vertex]) <= 180 && abs(geometry.y[vertex]) <= 90) {
      let (x, y) = (sourceX[vertex], sourceY[vertex])
      let what =
        x.isFinite && y.isFinite
        ? "have no longitude and latitude in the source's coordinate system" : "are not numbers"
      return .failure(
        CoordinateFault(
          message: "the coordinates (\(x), \(y)) \(what)", rule: x.isFinite && y.isFinite ? .outOfRange : .nonFinite,
          place: geometry.place(ofVertex: vertex)))
    }
    var settled: [(longitude: Double, latitude: Double)] = []
    for ring in geometry.rings.indices { settleAntimeridian(ring: ring, of: &geometry, settled: &settled) }
    return .success(settled)
  }
}
