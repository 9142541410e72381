/// The shapes of a table as they are in its sources, from where they can be read once more.
///
/// So whoever has rounded the coordinates of the table, which are most of it, can let go of them and still tell where a
/// vertex is as it was published.
///
/// It is a structure, because an optional function that throws a certain type needs macOS 15.
package struct SourceShapes: Sendable {
  /// Features, each by the index of its source and its number there. Those of a source follow each other.
  package typealias Records = [(source: Int, record: Int)]

  private let read: @Sendable (Records) throws(StageError) -> FeatureTable

  package init(_ read: @escaping @Sendable (Records) throws(StageError) -> FeatureTable) { self.read = read }

  /// The shapes of some features as a table without attributes, in the same order.
  /// - Throws: `noInput` or `unreadableData` if a source is gone, or is not what it was.
  package func callAsFunction(_ features: Records) throws(StageError) -> FeatureTable { try read(features) }
}
