/// Whose data a map is made of, in lines to be shown.
package enum Attribution {
  /// A line for each source that says something: its attribution, else its publisher, with edition and license.
  /// No line stands twice.
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
