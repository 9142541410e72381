/// Text that a shell takes as one word.
package enum ShellText {
  /// A text as it is if a shell takes it so, else in single quotes. Source: POSIX.1-2017, Shell Command Language, 2.2.
  package static func word(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_-.,:/@%+".unicodeScalars.contains(scalar)
      }
    return isPlain ? text : "'\(text.escaped { $0 == "'" ? "'\\''" : nil })'"
  }
}
