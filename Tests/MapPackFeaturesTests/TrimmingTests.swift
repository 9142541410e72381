import MapPackFeatures
import Testing

@Test(arguments: [
  ("\u{3000} a b \r\n", "a b"), ("\r\n\t", ""), (" \u{FF9E}a", "\u{FF9E}a"), ("a \u{301}\n", "a \u{301}"),
])
func `white space at the ends goes, and no mark with it`(text: String, trimmed: String) {
  #expect(Array(text.trimmingWhitespace.unicodeScalars) == Array(trimmed.unicodeScalars))
}
