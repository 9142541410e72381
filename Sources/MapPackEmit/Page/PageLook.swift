/// How a map is drawn, as `output.preview` says it: the page sends the same keys back.
package struct PageLook: Encodable {
  private let options: PictureOptions

  package init(_ options: PictureOptions) { self.options = options }

  private enum CodingKeys: CodingKey {
    case importance, outline, palette, water, land, number, per, breaks, classes, ramp, title, legend, names
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(options.importance, forKey: .importance)
    try container.encode(options.outline.rawValue, forKey: .outline)
    try container.encode(options.palette, forKey: .palette)
    try container.encodeIfPresent(options.water, forKey: .water)
    try container.encodeIfPresent(options.land, forKey: .land)
    if let number = options.number {
      try container.encode(number.name, forKey: .number)
      switch number.per {
      case .nothing: break
      case .squareKilometer: try container.encode(NumberLook.Per.squareKilometerKey, forKey: .per)
      case .number(let name): try container.encode(name, forKey: .per)
      }
      switch number.breaks {
      case .own(let breaks): try container.encode(breaks, forKey: .breaks)
      case .equalCounts, .equalSteps:
        try container.encode(number.breaks.word, forKey: .breaks)
        try container.encode(number.classes, forKey: .classes)
      }
    }
    try container.encode(options.ramp, forKey: .ramp)
    try container.encodeIfPresent(options.title, forKey: .title)
    switch options.legend {
    case .ofNumber: break
    case .titled(let title): try container.encode(title, forKey: .legend)
    case .none: try container.encode(false, forKey: .legend)
    }
    try container.encode(options.hasNames, forKey: .names)
  }
}
