/// Characters that leave no mark, or change the order in which others are shown.
///
/// They are dropped from identifiers and written as escapes into generated text. The list is fixed here and not taken
/// from the standard library, whose list grows with each version of Unicode.
///
/// Source: Unicode 16, Default_Ignorable_Code_Point, with the controls (Cc), the separators of lines and paragraphs,
/// the no-break space and the interlinear annotation characters.
package enum InvisibleScalar {
  /// Whether a scalar is one of these. The space U+0020 is not; line breaks and tabs are.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0xA0, 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F,
      0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB,
      0x1_BCA0...0x1_BCA3, 0x1_D173...0x1_D17A, 0xE_0000...0xE_0FFF:
      true
    default:
      false
    }
  }
}

extension String {
  /// The text with other text in place of some of its scalars.
  /// - Parameter escape: what stands for a scalar; `nil` if the scalar stays.
  package func escaped(_ escape: (Unicode.Scalar) -> String?) -> String {
    var escaped = UnicodeScalarView()
    for scalar in unicodeScalars {
      if let text = escape(scalar) { escaped += text.unicodeScalars } else { escaped.append(scalar) }
    }
    return String(escaped)
  }
}
