import MapPack
import MapPackFeatures
import MapPackPage
import MapPackRun

/// A change since the former edition of a map: in words, with the codes of its regions, and where it is.
package struct PreviewChange: Encodable {
  var words: String
  /// Those of the new edition come first.
  var codes: [String]
  /// X and y in map points, of a border that moved.
  var at: [Double]?

  /// The changes that a difference tells, the largest kinds first.
  static func all(in difference: MapDifference) -> [PreviewChange] {
    func names(_ regions: [MapDifference.Member]) -> String {
      regions.map { $0.name.line(atMost: 60) }.joined(separator: ", ")
    }
    func name(_ region: MapDifference.Member) -> String { names([region]) }
    let area = DifferenceFigures.area
    var changes = difference.regrouped.map { change in
      PreviewChange(
        words: "\(change.kind.rawValue): \(names(change.from)) → \(names(change.to)), "
          + area(change.from.reduce(0) { $0 + ($1.area ?? 0) }),
        codes: (change.to + change.from).map(\.code))
    }
    changes += difference.recoded.map {
      .init(
        words: "another code: \(name($0.new)), \($0.old.code.line(atMost: 60)) → \($0.new.code.line(atMost: 60))",
        codes: [$0.new.code])
    }
    changes += difference.renamed.map {
      .init(words: "another name: \(name($0.old)) → \(name($0.new))", codes: [$0.new.code])
    }
    changes += difference.added.map {
      .init(words: "new: \(name($0)), \(DifferenceFigures.size($0))", codes: [$0.code])
    }
    changes += difference.removed.map {
      .init(words: "gone: \(name($0)), \(DifferenceFigures.size($0))", codes: [$0.code])
    }
    changes += difference.bordersMoved.map { move in
      .init(
        words: "border moved: \(area(move.area)) from \(name(move.from)) to \(name(move.to)), "
          + "up to \(DifferenceFigures.length(move.width)) wide",
        codes: [move.to.code, move.from.code], at: mapPoint(move.coordinates[0], move.coordinates[1]))
    }
    changes += difference.coastsMoved.map {
      .init(words: "coast moved: \(name($0.region)) \(DifferenceFigures.coast($0))", codes: [$0.region.code])
    }
    changes += difference.islands.map {
      .init(words: "islands: \(name($0.region)), \(DifferenceFigures.islands($0))", codes: [$0.region.code])
    }
    return changes
  }
}
