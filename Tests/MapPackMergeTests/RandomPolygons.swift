import TestSupport

/// Polygons of few points on a small lattice, so that most of their rings touch, cross or repeat each other.
enum RandomPolygons {
  static func feature(using random: inout SplitMix64) -> [PlainPolygon] {
    func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    let second = below(3) == 0
    let third = below(5) == 0
    return (0..<1 + (second ? 1 : 0) + (third ? 1 : 0)).map { number in
      var polygon: PlainPolygon = []
      switch below(8) {
      case 0: polygon.append((0..<3 + below(4)).map { _ in (below(9), below(9)) })
      case 1:
        let (x, y) = (below(9), below(9))
        polygon.append(square(x, y, 2 + below(10)))
      default: polygon.append(square(3 * number, 3 * number, 12 - 4 * number))
      }
      for _ in 0..<below(5) {
        switch below(8) {
        case 0:
          let (x, y) = (3 * number + below(8), 3 * number + below(8))
          polygon.append((0..<3).map { _ in (x + below(4), y + below(4)) })
        case 1:
          let (x, y) = (3 * number + 1 + below(3), 3 * number + 1 + below(3))
          polygon.append(square(x, y, 1 + below(5)))
        case _ where number > 0: return polygon
        default:
          let (x, y) = (2 * below(6) + 1, 2 * below(6) + 1)
          polygon.append([(x - 1, y), (x, y - 1), (x + 1, y), (x, y + 1)])
        }
      }
      return polygon
    }
  }

  /// A polygon whose rings begin or end on each other's edges, a quarter, half or three quarters along.
  static func onEdges(using random: inout SplitMix64) -> PlainPolygon {
    func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    func point(on ring: [(Int, Int)]) -> (Int, Int) {
      let (index, quarters) = (below(ring.count), below(4))
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      let (x, y) = (b.0 - a.0, b.1 - a.1)
      return x % 4 != 0 || y % 4 != 0 ? a : (a.0 + x / 4 * quarters, a.1 + y / 4 * quarters)
    }
    var polygon: PlainPolygon = []
    if below(3) > 0 {
      polygon.append(square(0, 0, 40))
    } else {
      var ring = (0..<3 + below(5)).map { _ in (4 * below(11), 4 * below(11)) }
      if below(2) == 0 {
        let tip = point(on: ring)
        ring.insert(tip, at: below(ring.count + 1))
      }
      polygon.append(ring)
    }
    for _ in 0..<below(4) {
      var hole: [(Int, Int)] = []
      for _ in 0..<3 + below(2) {
        if below(3) == 0 {
          hole.append(point(on: polygon[below(polygon.count)]))
        } else {
          hole.append((4 * (1 + below(9)), 4 * (1 + below(9))))
        }
      }
      polygon.append(hole)
    }
    return polygon
  }
}

/// Whether each of the first 1,000 polygons with seed 11 is valid to GEOS 3.14.1 (v), has holes outside or in each other (n),
/// or has any other fault (x).
let onEdgeVerdicts = """
  xxxvxxxvvvxxxxxxxxxxvxxxxvxvxxxxxxxxxvvxxxxxxxxxnxvvvxxnvxxxvxvxvvvxxvxvxvxvvvxxvxvxvvxxxvxvxxvxvxvvxvvxxxvxxx\
  vxvxxvxxvnvxxxxxxvxxxxxxvxxxxxxxxxxxxxxvxxxxvxxxvvvvxxxxxxxvxxxvxxxvxvvvnxxxxxvxxxvvxxvvxxxvxvxxxvxvvxxxxvxxxx\
  xvxxxvxxvxxxvxxxxxxvxxxxvxxxxxvvvxxxxxxvxxxxvvvxxxxvxvxvvxxxxvxxxxxxxvxnxxvxxxxxxxvxxvxxxxxxxvxxxxxvvvxvvxvxxv\
  vxxvvxvxvvxxxxxvxxxxxxxxxxxxxvxxvvxxxxvxxxxxvvxxxvxxxxxxxxxxxxvxvxxxxxvxxxxxxvxvxxxxxxxvxxxxvxvxxvxxxxvxxvxxxx\
  xxxxvvxvxxxvxxxxxvxxxxvvvxxvvvxxvxxxxxvxxvxxxvxxxxxxxvvnxxvxxvxxvxxvvxxvvxxvxxxvxxxxxxvxxvvxxxxvxxvxxvxvvxxxvx\
  xxxvxxxxxxxxxvxxvvxxxxxxxxvxxxxxxxvvvxxxxvxvxxxvxxvxxxxxxvxxxxxvxxvxvxxxxvxxxxxxvxxvxxvxvxvvxxxxxvvxxxxxvxxvvx\
  xxvxvxvvvxxxxxxxxxxxxvxvvxvxxxxxxvvxvxxxxxxvxvxxxxxxxxxvvvxxxxxvxxxxvxvxvxvxxxxvxvxxxxxxxvxxxvvxxvxxxvxxxxxxxx\
  xvvvxxvxvvvvvxxvxxxxxvxvxxxvvxvxxvvxxvxxxxxnxxxvxxxxvxvxvvxxxxvxxvxxxxxvxxxxxxvvxvvvxvvxxxxxxxxxxnvxxxxxvvxxxv\
  vxxvxxxxxxvvxxvvxvvxxxxnxvvxxvxxxxxxxxxxxxxxxxxxxvxxxvvvvxxxxvxxxvxxxxvvxvxxvxxxxxxvxxxxxxxvxxxxxxxvxxxxvvvxxx\
  vxxvvvxvxx
  """

/// A letter for each of the first 1,500 features with seed 4.
let randomVerdicts = """
  sodsvosvssdsdvsdvssnvsnvdssvnsvossvvsvvvssssnordvvsnsvsssssnsosvvssvsdsvsvssnvsfovdvnvsssdvvnossvvfvvssfnsnfvn\
  vfvsosssvnsvfvffssvvssndsvfssssossvnsdsnvnnsrssvossnsvnfvfvvvssvnsvsvvdnvssssssvssvnsvfdssvvssvnvvnvvfssfssvvv\
  svnnrdsssvsvnvnvdsdvssdsvssssvssvvsfvvssssvsvssosvsssvdvnssvsvsnroosvnosssnvssnonvsvssssnsvdsshssvnvssvvsvssss\
  svsosssdsffvdfvsosvvvsnfsvnvssnsvsvsndsnvvsvsvdsssfvvdssssvvvshssssssvvsfssvvsnnvodsvnssvhnnnvnvsnvssnsvnssssv\
  fssvsnsvdvsdssvvssdsvvssndssvdvvsssvvnnsnnvsfsosvffssvsnvsvsvnssvvvvvsvvdssssvvssvsvvvnonvsdvdsvsddsfvnsffdsfv\
  svsvvvnvsvdssnsnssvossvvsovvfsdnsssssvdvvsssosvsssvnvvsvsdvvvvssvdnssnvsssnvnsnnvosvvsvsovssfsnfvnosfvsssnsvsv\
  nsvnvvvnvdssssdnosnnvssssvsvvvssssnnvonsssosssvsvsdsvfsvvsvfnnvsvvsrvssvsdvsovsvonsssnfvnvsvvvvovvvnsvvfssfvss\
  ssfnnnsssnsdsvvossvsvvsdvnnvsdsvvvvsfsnssfsossssvvsvnssssnvdsffsvsssssssosssssvsssssvsnsvssssnvddvsvsvsvvvssss\
  dnsfdfsdsvssvssssfsssssvnrsvssvsdssvsssosvnvssvsdvovnsdnssdfssvovsvvvsfsvvdosdvvsfnsvsfssvsssdsfsvdvssnfovsssv\
  ffsvssssvvssfssonvvvvvssssvdvssvnsssvvosssssvvvsvvndvrvndssssvvvssvdvssosvsfsvdsvsdsonvvnsvsnvfsvvssssvvsfsvsn\
  vsssnofnovrsosvdsnfsvvssssovnfssvsnnfsvnvvsvsdsvnsfssssfvdnvvvvsndvshdvvosdnsdvvdssnvnnsnvvvvvnonsvvvnsssnsdsv\
  svvsssvsosvsvvsffvnvsdvvnvdsssvvsvsvsvnovvfnfonsvfnvsvssvfdssonssvndsssvnvssfsvsssvnsvsssvsssnovvsvssssssvsvsv\
  vosddvsvvsfvsssdssvsvsvssnvvdovsvsvvvvssosnfdsvsvsvsssssfnvovsvvvvvsdvvsvvovvnsvvnfsfvovsvsnvvsnvfvssdsvsfosss\
  vvsvsddvfvnsvvvsnvsvsvsfsnvvdvvsnosssfvvnsvvvsvodssssvvvvssdnvssovvsss
  """
