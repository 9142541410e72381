/// Whether the map takes a scroll, or the page round it. The momentum of a scroll goes where the fingers scrolled.
struct MapScroll: Sendable {
  /// What scrolls: a wheel; fingers on a trackpad or a mouse; what goes on after they were lifted.
  enum Kind: Sendable { case wheel, fingers, momentum }

  /// Whether what was scrolled last has moved the map.
  private var hasMoved = false

  /// Whether the map takes an event.
  /// - Parameter move: moves the map. Returns whether it has moved.
  mutating func isTaken(_ kind: Kind, move: () -> Bool) -> Bool {
    if kind != .momentum {
      hasMoved = move()
    } else if hasMoved {
      _ = move()
    }
    return hasMoved
  }
}
