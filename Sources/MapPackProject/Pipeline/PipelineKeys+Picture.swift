import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackFiles

// How a picture is drawn: keys of `output.preview`.

extension PictureOptions {
  /// Reads what `output.preview` says of how a picture is drawn.
  /// - Parameters:
  ///   - text: a mapping in YAML, without `path`.
  ///   - source: where the text is from, for messages.
  ///   - attributes, numbers: those that the regions keep.
  package init(written text: String, in source: String, attributes: [String], numbers: [String]) throws(StageError) {
    self.init()
    try PipelineKeys.look(attributes: attributes, numbers: numbers)
      .read(try YAMLValue(document: text, file: source), into: &self)
  }
}

extension PipelineKeys<PictureOptions> {
  /// - Parameters:
  ///   - attributes: the fields that the regions keep, of which `importance` has to be one.
  ///   - numbers: the numbers that the regions keep, which can color them.
  static func look(attributes: [String], numbers: [String]) -> Self {
    Self(
      colors(numbers: numbers).keys + words(attributes: attributes).keys + [
        .init(
          "outline", .choice(), "What the outer line is: a coast, or a border with land that the map does not have.",
          in: \.outline),
        .init(
          "insets", .list(.inset), "Parts that are drawn in boxes below the rest: a code, several, or bounds.",
          in: \.insets),
      ])
  }

  private static func colors(numbers: [String]) -> Self {
    let number = PipelineForm<String>.text.refusing { name in
      numbers.contains(name)
        ? nil
        : (
          "is “\(name)”, which the regions do not keep",
          numbers.isEmpty
            ? "keep it with `merge: { numbers: [\(name)] }`, or take it from a table with `join`"
            : "the regions have \(numbers.joined(separator: ", "))"
        )
    }
    return Self([
      .init("palette", .choice(), "The colors of the map.", in: \.palette),
      .init("water", .color, "The color of water: \"#a6cbe3\".", in: \.water),
      .init("land", .color, "One color for all land, instead of the palette's many: \"#f2efe6\".", in: \.land),
      .init("number", number, "The number of merge.numbers or join by whose classes regions are colored.") {
        options, name, value throws(StageError) in
        guard options.land == nil else {
          throw value.error(
            "`\(value.path)` colors regions by a number, and `land` all of them alike", remedy: "keep one of the two")
        }
        options.number = NumberLook(name)
      },
      .init(
        "per",
        PipelineForm<YAMLValue>.either([["const": .text(NumberLook.Per.squareKilometerKey)], number.schema]) { $0 },
        "What the number is divided by: km2, for the area, or another number."
      ) { options, per, value throws(StageError) in
        let isArea = try per.text() == NumberLook.Per.squareKilometerKey
        let divisor: NumberLook.Per = isArea ? .squareKilometer : .number(try number.read(per))
        try options.change(value) { $0.per = divisor }
      },
      .init("breaks", .breaks, "Where classes begin: equal-counts, equal-steps, or the numbers themselves.") {
        options, breaks, value throws(StageError) in
        try options.change(value) { $0.breaks = breaks }
      },
      .init("classes", .integer(NumberLook.classCounts), "How many classes there are.") {
        options, count, value throws(StageError) in
        if case .own(let breaks)? = options.number?.breaks, breaks.count + 1 != count {
          throw value.error(
            "`\(value.path)` is \(count), and \(breaks.count) breaks make \(breaks.count + 1) classes",
            remedy: "leave out `classes`")
        }
        try options.change(value) { $0.classes = count }
      },
      .init("ramp", .choice(), "The colors of the classes.", in: \.ramp),
    ])
  }

  private static func words(attributes: [String]) -> Self {
    Self([
      .init("title", .text, "What stands over the map.", in: \.title),
      .init(
        "legend", .text, "The title of the number's legend, instead of the number's name; false for no legend."
      ) { options, title, _ in options.legend = title == "false" ? .none : .titled(title) },
      .init("names", .truth, "Whether regions have their names.", in: \.hasNames),
      .init(
        "importance",
        PipelineForm<String>.text.refusing { field in
          attributes.contains(field)
            ? nil
            : ("is “\(field)”, which the regions do not keep", "keep it with `merge: { attributes: [\(field)] }`")
        }, "The field of merge.attributes whose number gives the size of a region's name; without it, its area does.",
        in: \.importance),
    ])
  }
}

extension PictureOptions {
  /// Changes how the number is shown.
  fileprivate mutating func change(_ value: YAMLValue, _ body: (inout NumberLook) -> Void) throws(StageError) {
    guard var look = number else {
      throw value.error("`\(value.path)` is about a number, and there is none", remedy: "add `number`")
    }
    body(&look)
    number = look
  }
}

extension PipelineForm<NumberLook.Breaks> {
  /// A word, or ascending numbers.
  fileprivate static var breaks: Self {
    let counts = NumberLook.classCounts
    let own = PipelineForm<[Double]>.list(.number, count: counts.lowerBound - 1...counts.upperBound - 1).refusing {
      breaks in
      guard (counts.lowerBound - 1...counts.upperBound - 1).contains(breaks.count) else {
        return ("has \(breaks.count) numbers", "write 1 to \(counts.upperBound - 1)")
      }
      return zip(breaks, breaks.dropFirst()).allSatisfy { $0 < $1 } ? nil : ("is not in ascending order", nil)
    }
    let word = PipelineForm<String>.word(of: NumberLook.Breaks.words)
    return .either([word.schema, own.schema]) { value throws(StageError) in
      if value.isList { return .own(try own.read(value)) }
      return NumberLook.Breaks(word: try word.read(value)) ?? .equalCounts
    }
  }
}

extension PipelineForm<PictureOptions.Inset> {
  /// A code, several, or bounds.
  fileprivate static var inset: Self {
    let bounds = PipelineKeys<Bounds>([
      .init("bounds", .bounds, "The polygons that lie within: west, south, east, north, in degrees.", in: \.self)
        .required("write west, south, east, north in degrees")
    ])
    let codes = PipelineForm<[String]>.list(.text, count: 1...Int.max)
    return .either([PipelineForm<String>.text.schema, codes.schema, bounds.schema]) { inset throws(StageError) in
      guard (try? inset.pairs()) != nil else {
        return .codes(inset.isList ? try codes.read(inset) : [try inset.text()])
      }
      var box = Bounds(west: 0, south: 0, east: 0, north: 0)
      try bounds.read(inset, into: &box)
      return .bounds(box)
    }
  }
}
