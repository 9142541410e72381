/// To whom each node of the lattice belongs.
struct Survey {
  let lattice: Lattice
  /// Per node the index of a municipality, or one of the two below.
  private(set) var owners: [Int]
  /// Per node above 0 on land, below in water.
  let heights: [Double]
  /// Per node how much nearer the municipality is than the next one.
  private var leads: [Double]

  static let water = -1
  static let reclaimed = -2

  /// Water within land that covers fewer nodes is filled: it is noise, not a lake.
  private static let smallestLake = 100

  init(of plan: Plan, on lattice: Lattice) {
    self.lattice = lattice
    heights = (0..<lattice.count).map { lattice.isOnEdge($0) ? -1 : plan.relief.height(at: lattice.position(of: $0)) }
    owners = heights.map { $0 > 0 ? 0 : Self.water }
    leads = Array(repeating: 0, count: lattice.count)
    let waters = Components(of: owners, on: lattice)
    for node in owners.indices {
      let position = lattice.position(of: node)
      if owners[node] != Self.water || waters.size[waters.part[node]] < Self.smallestLake {
        (owners[node], leads[node]) = plan.municipality(at: position)
      } else if plan.isReclaimed(position) {
        owners[node] = Self.reclaimed
      }
    }
  }

  /// Where the border between two neighbors is, as a share of the way from the first.
  func crossing(_ a: Int, _ b: Int) -> Double {
    if owners[a] == Self.reclaimed || owners[b] == Self.reclaimed { return 0.5 }
    let isCoast = owners[a] == Self.water || owners[b] == Self.water
    let (here, there) = isCoast ? (abs(heights[a]), abs(heights[b])) : (leads[a], leads[b])
    return here / (here + there)
  }

  /// Whether a node and all round it are water.
  func isOpenWater(_ node: Int) -> Bool {
    !lattice.isOnEdge(node) && ([node] + lattice.neighbors(of: node)).allSatisfy { owners[$0] == Self.water }
  }
}
