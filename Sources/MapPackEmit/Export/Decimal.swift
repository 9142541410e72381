/// Appends a decimal number as ASCII, without zeros at the end of the fraction, for `JSONText` and `MarkupText`. A
/// number below 1 has a zero before the point, and a whole number has no point.
/// - Parameters:
///   - decimal: the number in units of its last digit.
///   - digits: the number of digits after the decimal point.
func appendDecimal(_ decimal: Int64, digits: Int, to bytes: inout ContiguousArray<UInt8>) {
  if decimal < 0 { bytes.append(UInt8(ascii: "-")) }
  var rest = decimal.magnitude
  var fraction = digits
  while fraction > 0 && rest % 10 == 0 {
    rest /= 10
    fraction -= 1
  }
  let start = bytes.count
  var written = 0
  repeat {
    if written == fraction && fraction > 0 { bytes.append(UInt8(ascii: ".")) }
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
    rest /= 10
    written += 1
  } while rest > 0 || written <= fraction && fraction > 0
  bytes[start...].reverse()
}
