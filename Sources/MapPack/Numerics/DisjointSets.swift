/// Sets that can be united, over 0 ..< count; each is named by its smallest member.
///
/// Source: R. Tarjan, "Efficiency of a good but not linear set union algorithm" (1975); path halving.
package struct DisjointSets: Sendable {
  private var parent: ContiguousArray<Int32>

  /// Sets of one member each.
  /// - Precondition: there are fewer than 2³¹ members.
  package init(count: Int) { parent = ContiguousArray((0..<Int32(count))) }

  /// The set of a member, named by the smallest member of the set.
  package mutating func find(_ member: Int) -> Int {
    var current = member
    while Int(parent[current]) != current {
      parent[current] = parent[Int(parent[current])]
      current = Int(parent[current])
    }
    return current
  }

  /// Unites the sets of two members.
  package mutating func unite(_ a: Int, _ b: Int) {
    let first = find(a)
    let second = find(b)
    if first < second {
      parent[second] = Int32(first)
    } else {
      parent[first] = Int32(second)
    }
  }
}
