import MapPackFeatures
import MapPackIngest

/// A way to find the key of a source, and the name that goes with it.
struct KeyRule: Sendable {
  /// What is the key by this rule.
  let title: String
  /// `nil` if the source has nothing of the kind.
  let choice: @Sendable (KeyEvidence) -> KeyChoice?

  private init(_ title: String, _ choice: @escaping @Sendable (KeyEvidence) -> KeyChoice?) {
    (self.title, self.choice) = (title, choice)
  }

  /// All rules, the best first. Of several fields that are equally good, a rule takes the first of the table.
  ///
  /// A field with a value of its own for each feature comes first. Next comes a code that several features share, if it
  /// decides their name: they are parts of a region. What a program numbers anew each time comes last.
  static let all = [
    KeyRule("the usual code of an office") { source in
      let usual = Publisher.usualKeys.lazy.compactMap { usual in
        source.full.first { $0.isNamed(usual) && $0.isUnique }
      }
      return source.choice(of: usual.first)
    },
    KeyRule("a code with a name of the same stem beside it") { source in
      source.choice(of: source.single.first { $0.words.isCalledCode && source.isNamed($0) })
    },
    KeyRule("a field that is called a code") { source in
      source.choice(of: source.single.first { $0.words.isCalledCode })
    },
    KeyRule("an id, a key or a number") { source in source.choice(of: source.single.first) },
    KeyRule("values that look like codes") { source in
      source.choice(
        of: source.stable.first { $0.isUnique && $0.areCodes && $0.words.role != .name && !$0.isRowNumber })
    },
    KeyRule("the ids of the file") { source in
      source.choice(of: source.ids.flatMap { $0.isUnique ? $0 : nil })
    },
    KeyRule("a code that numbers the features") { source in source.choice(of: source.codes.first { $0.isUnique }) },
    KeyRule("a code that the parts of a region share") { source in
      guard let finest = source.finest else { return nil }
      let parts = source.codes.filter { $0.isText && $0.values.count >= finest.values.count && $0.decides(finest) }
      return KeyEvidence.finest(parts).map { part in
        KeyChoice(key: part.name, name: source.names(beside: part).first?.name)
      }
    },
    KeyRule("two codes that look like such") { source in
      source.choice(ofTemplate: KeyEvidence.pair(source.codes.filter(\.areCodes)))
    },
    KeyRule("names of their own") { source in
      source.choice(ofTemplate: source.finest.flatMap { $0.isUnique ? $0.name : nil })
    },
    KeyRule("two codes") { source in source.choice(ofTemplate: KeyEvidence.pair(source.codes)) },
    KeyRule("digits of their own") { source in
      source.choice(ofTemplate: source.stable.first { $0.isUnique && $0.areDigits && !$0.isRowNumber }?.name)
    },
    KeyRule("the folder and the name") { source in
      // North, zone 1: what a folder is called is part of what people call the region.
      source.folderAndName.map { KeyChoice(key: $0, name: $0) }
    },
    KeyRule("another whole and the name") { source in source.choice(ofTemplate: source.wholeAndName) },
    KeyRule("the ids of the file, which some features lack") { source in
      source.choice(ofTemplate: source.ids?.name)
    },
    KeyRule("names that features share") { source in
      // Parts of an area or a line may share a name. Each point stands for itself.
      guard source.table.kind != .points, let finest = source.completeName,
        finest.values.count > 1 || source.features.count == 1
      else { return nil }
      return source.choice(ofTemplate: finest.name)
    },
    KeyRule("a code that features share") { source in
      source.choice(ofTemplate: KeyEvidence.finest(source.codes.filter(\.isText))?.name)
    },
    KeyRule("texts of their own") { source in
      source.choice(ofTemplate: source.stable.first { $0.isUnique && $0.isText && !$0.isRowNumber }?.name)
    },
    KeyRule("whatever numbers the features") { source in
      source.choice(ofTemplate: source.full.first { $0.isUnique }?.name)
    },
  ]
}
