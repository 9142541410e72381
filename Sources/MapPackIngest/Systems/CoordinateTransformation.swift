import CMapPackPROJ
import Foundation
import MapPackFeatures

/// The transformation of the coordinates of a source to longitude and latitude in degrees.
///
/// - Longitude and latitude on a datum of the list in `GeodeticDatum` stay as they are, and PROJ is not called.
/// - Projected coordinates on such a datum are unprojected; there is only one formula.
/// - Coordinates on any other datum are transformed to WGS 84 by one operation for the whole source. It is chosen by
///   the box of all coordinates. Operations that PROJ calls ballpark are refused, and grid files are not used.
///
/// The result of a coordinate does not depend on other coordinates. Only vertices are transformed, so edges that are
/// straight in the source's system become straight in longitude and latitude. The one exception is an edge that is
/// wider than 180° and does not cross the antimeridian: it gets a vertex at its transformed middle.
package struct CoordinateTransformation {
  /// The transformation in words, for the report.
  private(set) var words: String
  /// The step from the system of the source to longitude and latitude on its own datum; `nil` if the coordinates are
  /// not projected, or if one operation does everything.
  private var unprojection: ProjectionObject?
  /// The step from there to WGS 84, or from the system of the source if `unprojection` is `nil`; `nil` if the datum is
  /// on the list.
  private var datumStep: ProjectionObject?
  /// What the user should know about the choice of the operation.
  private(set) var remarks: [(rule: Rule, message: String)] = []

  /// The coordinates of the current feature in the source's system. Both columns keep their memory from feature to
  /// feature.
  var sourceX: ContiguousArray<Double> = []
  var sourceY: ContiguousArray<Double> = []

  /// - Parameters:
  ///   - status: that of the error if PROJ does not know the system: `usage` if the user named it, `unreadableData` if
  ///     the source did.
  ///   - box: the box of all coordinates of the source; only called if the choice depends on it.
  /// - Throws: `status` if PROJ does not know the system; `unavailable` if PROJ's database is missing; `unreadableData`
  ///   if the system is not tied to the earth's surface, or if every operation to WGS 84 is a ballpark one or needs a
  ///   grid file.
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
    let source = try HorizontalSystem(system, in: context, file: file, status: status, box: box)
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
    try addDatumStep(from: source, file: file, box: box)
  }

  /// Finds the way from a system to WGS 84, and says what the user should know about it.
  private mutating func addDatumStep(
    from source: HorizontalSystem, file: String?, box: () throws(StageError) -> CoordinateBox
  ) throws(StageError) {
    guard let wgs84 = ProjectionObject(epsg: 4326, in: source.system.context) else {
      throw StageError(
        .unavailable, file: file, "PROJ's database does not know WGS 84" + source.system.context.takeWords())
    }
    // A transformation that the source itself states comes first.
    if let operation = source.bound.flatMap({ OperationChoice(from: $0, to: wgs84).operation }) {
      datumStep = operation
      words = Self.words(source, "the transformation that the system's text states")
      return
    }
    if let method = source.method { unprojection = try Self.unprojection(of: source, method, file: file) }
    let extent = source.extent(of: try box())
    var choice = OperationChoice(from: source.registered, to: wgs84, in: extent)
    // Far from the area in which the datum is used, no operation covers the source: the best one for the area of the
    // datum is used.
    if let extent, let land = source.registered.areaOfUse, choice.operation == nil, !land.meets(extent) {
      choice = OperationChoice(from: source.registered, to: wgs84)
      if choice.operation != nil {
        remarks.append(
          (
            .elsewhere,
            "the source lies at \(extent.words), and “\(source.name)” is for \(land.words): “\(choice.name)” was used"
          ))
      }
    }
    let accuracy = Self.words(accuracy: choice.accuracy)
    guard let operation = choice.operation else {
      throw Self.noOperation(from: source, passedOver: choice.passedOver, file: file)
    }
    datumStep = operation
    words = Self.words(source, "\(choice.name), \(accuracy)")
    if let (name, meters) = choice.passedOver, let meters, meters < choice.accuracy ?? .infinity {
      remarks.append(
        (
          .gridUnused,
          "“\(name)”, \(Self.words(accuracy: meters)), needs a grid file, and none is used: “\(choice.name)” was used, \(accuracy)"
        ))
    } else if let grid = source.registered.code.flatMap({ Self.gridsOfPublishers[$0] }) {
      remarks.append(
        (.gridUnused, "a grid that PROJ does not have is more exact, \(grid): “\(choice.name)” was used, \(accuracy)"))
    }
    if let extent, let area = choice.areaOfUse, area.meets(extent), !area.contains(extent) {
      remarks.append((.beyondOperation, "the source reaches beyond the area that “\(choice.name)” is made for"))
    }
  }

  /// Grids of national surveys that PROJ does not have, by the EPSG code of the geographic system. Source: 国土地理院,
  /// TKY2JGD.
  private static let gridsOfPublishers = [4301: "TKY2JGD of 国土地理院, accurate to 20 cm"]

  // MARK: Operations

  /// A copy for another thread, which cannot share the objects of PROJ, without the remarks; `nil` if PROJ cannot copy
  /// it.
  func copy() -> CoordinateTransformation? {
    var copy = self
    copy.remarks = []
    if isIdentity { return copy }
    guard let context = try? ProjectionContext(file: nil) else { return nil }
    copy.unprojection = unprojection?.copy(in: context)
    copy.datumStep = datumStep?.copy(in: context)
    guard (copy.unprojection == nil) == (unprojection == nil), (copy.datumStep == nil) == (datumStep == nil) else {
      return nil
    }
    return copy
  }

  /// The operation from the system of the source to longitude and latitude on its datum.
  private static func unprojection(
    of source: HorizontalSystem, _ method: String, file: String?
  ) throws(StageError) -> ProjectionObject {
    if let operation = source.unprojection { return operation }
    throw .unreadable(
      file,
      "the projection of “\(source.name)”, \(method), cannot be undone by PROJ" + source.system.context.takeWords(),
      remedy: "convert the source to longitude and latitude on WGS 84")
  }

  private static func noOperation(
    from source: HorizontalSystem, passedOver: (name: String, accuracy: Double?)?, file: String?
  ) -> StageError {
    let datum = source.datumName
    if case .several(let systems, let count) = source.identity {
      let more = count > systems.count ? " and \(count - systems.count) more" : ""
      let first: Remedy = systems.first.map { " as in \(.coordinateSystem, String($0.prefix { $0 != " " }))," } ?? ""
      return .unreadable(
        file,
        "the EPSG registry has no “\(source.name)” on a datum called “\(datum)”, and its projection, ellipsoid and "
          + "meridian fit several systems: \(systems.joined(separator: ", "))\(more)",
        remedy: "name the right one,\(first) or \(convert)")
    }
    if let passedOver {
      return .unreadable(
        file, "the way from the datum “\(datum)” to WGS 84, “\(passedOver.name)”, needs a grid file, and none is used",
        remedy: "\(convert) with a tool that has the grid")
    }
    let states = source.isDescribed ? ", or write the publisher's shift into the text of the system: \(shift)" : ""
    return .unreadable(
      file, "PROJ has only a ballpark way from the datum “\(datum)” to WGS 84, which may be hundreds of meters off",
      remedy: "\(convert)\(states)")
  }

  private static let convert: Remedy = "convert the source to longitude and latitude on WGS 84"
  /// How a text states the shift of its datum (source: OGC 01-009, 7.3.19).
  private static let shift = "TOWGS84[x,y,z,0,0,0,0], in meters, behind the SPHEROID of its DATUM"

  private static func words(_ source: HorizontalSystem, _ step: String) -> String {
    "\(source.words) → WGS 84 longitude/latitude, "
      + [source.method.map { "inverse of \($0)" }, step].compactMap { $0 }.joined(separator: " + ")
  }

  private static func words(accuracy: Double?) -> String {
    guard let accuracy else { return "accuracy not stated" }
    return "accurate to \(Quantity.length(meters: accuracy).words)"
  }

  /// Roughly where on the earth a box of coordinates of the source lies, regardless of the datum; `nil` if none of its
  /// points has a longitude and latitude.
  func extent(of box: CoordinateBox) -> Bounds? { Bounds(of: box, transform) }

  // MARK: Transforming

  /// Transforms points in place, from easting and northing, or longitude first, to longitude and latitude in degrees.
  /// Points without a longitude and latitude become infinite.
  func transform(_ x: inout ContiguousArray<Double>, _ y: inout ContiguousArray<Double>) {
    unprojection?.transform(&x, &y)
    datumStep?.transform(&x, &y)
  }

  /// Whether coordinates stay as they are.
  var isIdentity: Bool { unprojection == nil && datumStep == nil }
}

extension CoordinateTransformation {
  /// The outcome of transforming vertices: the locations of those that were moved onto the antimeridian, close to which
  /// rounding had put them; or why a vertex has no longitude and latitude, without the feature.
  typealias Outcome = Result<[Location], StageError>

  /// Transforms the vertices of a feature, and removes its measures. Nothing changes if the transformation is the
  /// identity; then no vertex is checked either. After a failure, the geometry is of no use.
  ///
  /// A ring that ends at the antimeridian has 180 or -180 there, according to the side on which the rest of it lies. A
  /// ring that crosses the antimeridian has edges wider than 180° there, and the builder cuts it.
  /// - Parameter kind: the rings of areas close, lines do not.
  /// - Complexity: O(n) for n vertices; more if vertices are inserted (see `settleAntimeridian(ring:of:closes:settled:)`).
  mutating func apply(to geometry: inout FeatureGeometry, kind: GeometryKind) -> Outcome {
    if isIdentity { return .success([]) }
    geometry.measures.removeAll(keepingCapacity: true)
    sourceX.removeAll(keepingCapacity: true)
    sourceY.removeAll(keepingCapacity: true)
    sourceX.append(contentsOf: geometry.x)
    sourceY.append(contentsOf: geometry.y)
    transform(&geometry.x, &geometry.y)
    for vertex in geometry.x.indices where !(abs(geometry.x[vertex]) <= 180 && abs(geometry.y[vertex]) <= 90) {
      let (x, y) = (sourceX[vertex], sourceY[vertex])
      let isNumber = x.isFinite && y.isFinite
      let what = isNumber ? "have no longitude and latitude in the source's coordinate system" : "are not numbers"
      return .failure(
        StageError(
          .unreadableData, at: geometry.location(ofVertex: vertex), rule: isNumber ? .outOfRange : .nonFinite,
          "the coordinates (\(x), \(y)) \(what)",
          remedy:
            "drop the feature, mend the source, or name the system that its coordinates are in with \(.coordinateSystem)"
        ))
    }
    var settled: [Location] = []
    for ring in geometry.rings.indices {
      settleAntimeridian(ring: ring, of: &geometry, closes: kind == .areas, settled: &settled)
    }
    return .success(settled)
  }
}
