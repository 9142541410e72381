import MapPackFeatures
import MapPackGeometry

extension RegionDivision {
  /// A finding for each run of water that was filled because two boundaries miss each other, and for each overlap that
  /// is narrower than the distance; a note.
  func snapFindings(_ table: FeatureTable) -> [Finding] {
    func name(_ region: Int32) -> String { "\(regions[Int(region)].name) (\(regions[Int(region)].code))" }
    func finding(_ region: Int32, _ point: GridPoint, _ message: String) -> Finding {
      var finding = Finding(.snapped, message)
      finding.code = regions[Int(region)].code
      finding.name = regions[Int(region)].name
      if let feature = grouping.region.firstIndex(of: region) {
        finding.file = table.sources[Int(table.source[feature])].path
        finding.record = Int(table.record[feature])
      }
      finding.longitude = grid.longitude(x: point.x)
      finding.latitude = grid.latitude(y: point.y)
      finding.remedy = "mend the border in the source if that is wrong"
      return finding
    }
    let filled = joined.map { miss in
      let lengths = "\(inWords(meters: miss.width)) along \(inWords(meters: miss.length))"
      return finding(
        miss.region, miss.point,
        miss.a == miss.b
          ? "the boundary of \(name(miss.a)) missed ±180°, beyond which the region goes on, by \(lengths); it was "
            + "moved there"
          : "the boundaries of \(name(miss.a)) and \(name(miss.b)) missed each other by \(lengths); they are joined")
    }
    return filled
      + joinedOverlaps.map { land in
        let area = Figures.area(squareMeters: Ground(grid).squareMeters(within: land.boundary))
        let names = land.claimants.prefix(8).map(name).joined(separator: " and ")
        return finding(land.owner, land.point, "the boundaries of \(names) overlapped (\(area)); they are joined")
      }
  }
}
