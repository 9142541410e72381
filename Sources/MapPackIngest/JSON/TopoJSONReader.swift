import MapPackFeatures

/// Reads one object of a TopoJSON file (specification 1.0).
///
/// The objects are the layers of the file: the one that the request names is read, or the only one if the request names
/// none or the file. The geometries of a GeometryCollection are the features; any other geometry is one feature. Rings
/// are joined from arcs, with the shared ends once; each feature gets its own copy of an arc. The format has no rule
/// for windings, so none is reported as wrong. A geometry that is malformed is a fault of its feature.
///
/// The whole text with its arcs is held in memory while it is read.
struct TopoJSONReader: ~Copyable {
  private let request: SourceRequest
  /// The name of the file without its extension, which stands for the only object.
  private let name: String
  private var parser: GeoJSONParser
  private var features: ParsedFeatures
  private var attributes: [(field: Int, value: AttributeValue)] = []
  private var faults: JSONFaults

  init(_ request: SourceRequest, path: String, name: String) throws(StageError) {
    let features = try ParsedFeatures(request)
    let parser = try GeoJSONParser(request.geometry, closedLines: request.closedLines)
    self.request = request
    self.name = name
    self.parser = parser
    self.features = features
    faults = JSONFaults(path: path, shownAs: request.source.path)
  }

  mutating func read(into builder: inout FeatureTableBuilder, progress: inout ReadingProgress) throws(StageError) {
    let (topology, mark) = try readTopology(progress: &progress)
    let object = try object(of: topology)
    try features.prepare(try features.system(topology.coordinateSystem), into: &builder) { () throws(StageError) in
      topology.box
    }
    for number in 0..<topology.objects[object].geometries {
      try readShape(number, of: topology.objects[object].name, at: object, mark: mark, into: &builder)
    }
  }

  /// The objects, with their geometries counted.
  mutating func layers() throws(StageError) -> [SourceLayer] {
    var progress = ReadingProgress(nil, total: 0)
    return try readTopology(progress: &progress).topology.objects.map { name, geometries in
      var layer = SourceLayer(name: name)
      layer.count = geometries
      return layer
    }
  }

  /// Per object, by its name: the line, from 1, at which each of its geometries begins.
  mutating func lines() throws(StageError) -> [String: [Int?]] {
    var progress = ReadingProgress(nil, total: 0)
    let (topology, mark) = try readTopology(progress: &progress)
    var lines: [String: [Int?]] = [:]
    for (object, (name, geometries)) in topology.objects.enumerated() {
      lines[name] = (0..<geometries).map { faults.line(at: mark + parser.startOfShape($0, ofObject: object)) }
    }
    return lines
  }

  /// - Returns: the topology, and how many bytes of the file come before those that the parser counts.
  private mutating func readTopology(
    progress: inout ReadingProgress
  ) throws(StageError) -> (topology: GeoJSONParser.Topology, mark: Int) {
    let mark = try load(progress: &progress)
    do throws(GeoJSONParser.Failure) {
      return (try parser.readTopology(), mark)
    } catch {
      throw faults.error(error, at: error.offset.map { $0 + mark })
    }
  }

  /// Gives the bytes of the file to the parser, and returns how many bytes of the file come before them.
  private mutating func load(progress: inout ReadingProgress) throws(StageError) -> Int {
    let file = try InputFile(path: faults.path, shownAs: faults.shownPath)
    let mark = try GeoJSONSplitter.lengthOfMark(file)
    parser.reserve(file.size)
    var position = mark
    while position < file.size {
      let bytes = try file.bytes(at: position, count: 1 << 20)
      if bytes.isEmpty { break }
      guard bytes.withUnsafeBytes({ parser.append($0) }) else {
        throw .unreadable(faults.shownPath, "there is not enough memory for it")
      }
      position += bytes.count
      progress.advance(to: position)
    }
    return mark
  }

  private func object(of topology: GeoJSONParser.Topology) throws(StageError) -> Int {
    let file = request.source.path
    let names = topology.objects.map(\.name)
    guard !names.isEmpty else {
      throw .unreadable(file, "the topology has no object", remedy: "get the file again")
    }
    if let layer = request.layer, let object = names.firstIndex(of: layer) { return object }
    let isFile = request.layer == nil || request.layer == name
    if isFile, names.count == 1 { return 0 }
    throw names.map(SourceLayer.init).notChosen(
      isFile ? "the topology has \(names.count) objects" : "there is no layer “\(request.layer ?? "")”", file: file)
  }

  private mutating func readShape(
    _ number: Int, of name: String, at object: Int, mark: Int, into builder: inout FeatureTableBuilder
  ) throws(StageError) {
    attributes.removeAll(keepingCapacity: true)
    var geometry = FeatureGeometry()
    let (feature, failure) = parser.readShape(number, ofObject: object, geometry: &geometry, attributes: &attributes)
    var fault = failure.map { faults.error($0, at: $0.offset.map { $0 + mark }) }
    fault?.message += ", in the object “\(name)”"
    fault?.record = number + 1
    fault?.rule = .malformedFeature
    // There is only one parser, so its indices of fields are those of the file.
    for name in parser.fieldNames(from: features.fieldCount) { _ = features.number(ofField: name) }
    try features.take(
      feature, geometry, attributes: attributes, fault: fault, record: number + 1, winding: .free, into: &builder)
  }
}
