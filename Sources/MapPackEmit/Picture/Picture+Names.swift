/// The part of `Picture`, a map in SVG, that writes names. `PictureLabels` chooses their locations and sizes.
extension Picture {
  /// Writes the names of regions, each centered on its label's center, over a pale rim.
  mutating func append(_ labels: [PictureLabel]) {
    guard !labels.isEmpty else { return }
    svg.append("<g class=\"names\" text-anchor=\"middle\"")
    svg.append("fill", MapColors.text)
    svg.append(" stroke=\"#fff\" stroke-opacity=\".7\" stroke-width=\"2\" stroke-linejoin=\"round\"")
    svg.append(" paint-order=\"stroke\">\n")
    for label in labels {
      svg.append("<text")
      svg.append("x", hundredths: label.center.x)
      svg.append("y", hundredths: label.center.y)
      svg.append("font-size", hundredths: label.fontSize)
      svg.append(">")
      for (number, line) in label.lines.enumerated() {
        svg.append("<tspan")
        svg.append("x", hundredths: label.center.x)
        // The baseline of the first line, in font sizes: the middle of all lines is the label's center. The distance
        // of two lines, 1.1, has to be `PictureLabel.leading`.
        svg.append(" dy=\"")
        svg.append(hundredths: number > 0 ? 110 : 36 - 55 * (label.lines.count - 1))
        svg.append("em\">")
        svg.append(escaped: line)
        svg.append("</tspan>")
      }
      svg.append("</text>\n")
    }
    svg.append("</g>\n")
  }
}
