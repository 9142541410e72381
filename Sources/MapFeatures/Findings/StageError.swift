/// The exit statuses of every command. Source: the numbers from 64 on are those of sysexits.h.
package enum ExitStatus: Int32, Hashable, Sendable {
  case success = 0
  /// The data has findings at or above the level that fails, a region has no shape, or a check found a difference.
  case findings = 1
  /// Wrong usage, or a wrong pipeline file.
  case usage = 64
  /// Bytes that cannot be read as what they should be.
  case unreadableData = 65
  /// No such input.
  case noInput = 66
  /// Something has to be installed first.
  case unavailable = 69
  /// Memory ran out, or the tool has a fault.
  case internalFault = 70
  /// An output cannot be created.
  case cannotCreate = 73
  /// An output cannot be written.
  case cannotWrite = 74
}

/// Why a stage ends without a result: one clear sentence with a place, and what to do.
///
/// Printed as `file, feature (name, record 12), ring 0, vertex 7: error: message; remedy`.
package struct StageError: Error, Hashable, Sendable {
  package var status: ExitStatus
  /// The file as the user wrote it.
  package var file: String?
  /// A line of that file, from 1.
  package var line: Int?
  /// The feature's name or code, where known.
  package var feature: String?
  /// The feature's number in its source, from 1.
  package var record: Int?
  package var polygon: Int?
  package var ring: Int?
  package var vertex: Int?
  /// Longitude and latitude of the vertex as they were read, where they are what is wrong.
  package var longitude: Double?
  package var latitude: Double?
  /// The rule that a single feature breaks, where the others can be read without it: then the error may be reported as
  /// a finding instead of ending the stage.
  package var rule: Rule?
  /// What was found, without a full stop.
  package var message: String
  /// What to do, without a full stop.
  package var remedy: String?

  package init(_ status: ExitStatus, file: String? = nil, _ message: String, remedy: String? = nil) {
    self.status = status
    self.file = file
    self.message = message
    self.remedy = remedy
  }
}

extension StageError: CustomStringConvertible {
  package var description: String {
    var place: [String] = []
    if let file { place.append(line.map { "\(file):\($0)" } ?? file) }
    switch (feature, record) {
    case (let feature?, let record?): place.append("feature \(feature) (record \(record))")
    case (let feature?, nil): place.append("feature \(feature)")
    case (nil, let record?): place.append("record \(record)")
    case (nil, nil): break
    }
    if let polygon { place.append("polygon \(polygon)") }
    if let ring { place.append("ring \(ring)") }
    if let vertex { place.append("vertex \(vertex)") }
    let prefix = place.isEmpty ? "" : place.joined(separator: ", ") + ": "
    return prefix + "error: " + message + (remedy.map { "; \($0)" } ?? "")
  }
}
