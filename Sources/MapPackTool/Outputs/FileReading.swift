import Foundation
import MapPackFeatures

/// Reads whole files into memory, with errors that say what to do, such as pipeline files, tables and packs. MapPackIngest
/// reads sources.
enum FileReading {
  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - name: what messages call the file.
  ///   - remedy: what to do if it is absent or a folder.
  /// - Throws: `noInput` if it is absent, is a folder, or cannot be read.
  static func contents(of location: String, called name: String, remedy: String? = nil) throws(StageError) -> Data {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: location, isDirectory: &isFolder) else {
      throw StageError(.noInput, file: name, "there is no such file", remedy: remedy)
    }
    guard !isFolder.boolValue else {
      throw StageError(.noInput, file: name, "this is a folder, expected a file", remedy: remedy)
    }
    do {
      return try Data(contentsOf: URL(fileURLWithPath: location))
    } catch {
      throw StageError(
        .noInput, file: name, "the file cannot be read: \(reason(error))", remedy: "check its permissions")
    }
  }

  /// What the system said, in its own words.
  private static func reason(_ error: any Error) -> String {
    if let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError,
      underlying.domain == NSPOSIXErrorDomain
    {
      return String(cString: strerror(Int32(truncatingIfNeeded: underlying.code)))
    }
    return error.localizedDescription
  }
}
