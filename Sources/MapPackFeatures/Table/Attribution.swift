import MapPack

/// The lines that say whose data a map is made of.
package enum Attribution {
  /// The lines for sources, each line once, in the order of the sources.
  ///
  /// The line of a source is its attribution, or else its publisher with edition and license, or else its license. A
  /// source without any of these has no line.
  package static func lines(of sources: [Source]) -> [String] {
    unique(
      sources.compactMap { source in
        if let attribution = source.attribution { return attribution }
        guard let publisher = source.publisher else { return source.license }
        return [publisher, source.edition, source.license].compactMap(\.self).joined(separator: ", ")
      })
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}
