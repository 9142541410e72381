/// The parts of a lattice whose nodes have one owner and hang together by edges.
struct Components {
  /// The part of each node. Parts are numbered in the order of their first nodes.
  private(set) var part: [Int]
  /// The owner of each part.
  private(set) var owner: [Int] = []
  /// How many nodes each part has.
  private(set) var size: [Int] = []

  /// - Parameter owners: by node; all nodes on the edge of the lattice have the same.
  /// - Complexity: O(nodes).
  init(of owners: [Int], on lattice: Lattice) {
    part = Array(repeating: -1, count: owners.count)
    for start in owners.indices where part[start] < 0 {
      let number = owner.count
      owner.append(owners[start])
      size.append(0)
      part[start] = number
      var queue = [start]
      while let node = queue.popLast() {
        size[number] += 1
        // On the edge some of these are out of range, or on the edge elsewhere.
        for next in lattice.neighbors(of: node)
        where part.indices.contains(next) && part[next] < 0 && owners[next] == owners[start] {
          part[next] = number
          queue.append(next)
        }
      }
    }
  }
}
