// The paths of files in SARIF.
extension String {
  /// The path as a URI reference (RFC 3986): relative if the path is, else with the scheme `file`.
  ///
  /// All bytes but unreserved characters and slashes are percent-encoded, so any file name gives a valid reference.
  var uriReference: String {
    let path = plainPath
    var uri = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += (digits.utf8.count == 1 ? "%0" : "%") + digits
      }
    }
    return uri
  }
}
