import MapPackCoverage

#if canImport(Glibc)
  import Foundation
  import MapPackMerge
  import TestSupport
  import Testing

  /// Counted in a program of its own, which takes the place of `malloc` for itself and the Swift runtime.
  @Suite("Drawing without allocations")
  struct AllocationTests {
    @Test("drawing a map again and finding regions allocate nothing, and drawing it first a few times for the buffer")
    func drawsWithoutAllocations() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let coverages = [
        Self.grouped(quilt(columns: 25, rows: 20, verticesPerArc: 9, seed: 1), groups: 5, kinds: 1),
        Self.grouped(quilt(columns: 20, rows: 20, verticesPerArc: 50, levels: 3, seed: 2), groups: 50, kinds: 40),
      ]
      var paths: [String] = []
      for (number, coverage) in coverages.enumerated() {
        let file = folder.appendingPathComponent("\(number).mappack")
        try data(coverage).write(to: file)
        paths.append(file.path)
      }
      let view = try SwiftCompiler.Module(target: "MapPackUI").sources.filter {
        ["MapLayer", "MapPicture", "MapPlacing", "MapViewport", "Paint", "PlanePaths"].contains($0.name)
      }
      let output = try SwiftCompiler.run(
        Self.program, with: view, c: [("allocations", Self.allocations)], arguments: paths)
      let lines = output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
      try #require(lines.count == coverages.count && lines.allSatisfy { $0.count == 15 })
      for (coverage, numbers) in zip(coverages, lines) {
        let (rings, vertices, counted, first, again) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        #expect(rings >= 400 && rings >= coverage.regions.count && vertices > 10_000)
        // The counting works: a list of lists takes one for each.
        #expect(counted >= 100)
        #expect(first <= 100)
        #expect(again == 0)
        let (found, asking) = (numbers[5], numbers[6])
        #expect(found >= 300)
        // The program is not optimized: there the rare exact sum of five Doubles makes a list.
        #expect(asking <= 50)
        // What a view asks of a layer for each frame.
        #expect(numbers[7] == 0)
        // Routes of 100 and of 10,000 points, by either method: a few, and no more for more points.
        #expect(numbers[8] == numbers[10] && numbers[9] == numbers[11] && numbers[8] <= 6 && numbers[9] <= 6)
        // A hundred groups and a hundred names, for which there is no more to do than to read a text.
        #expect(numbers[12] == 100 && numbers[13] <= 200)
      }
      // More kinds of texts, groups and regions make no name more costly.
      #expect(lines[0][14] == lines[1][14])
    }

    /// The same regions in groups, with a name in Japanese and with further texts.
    private static func grouped(_ coverage: Coverage, groups: Int, kinds: Int) -> Coverage {
      var coverage = coverage
      for index in coverage.regions.indices {
        coverage.regions[index].group = "group \(index % groups)"
        coverage.regions[index].attributes =
          (0..<kinds).map { .init(field: "kind \($0)", value: "\(index)") } + [.init(field: "name:ja", value: "名")]
      }
      return coverage
    }

    /// For each pack: rings, vertices, allocations of 100 lists, those of the first and of a further drawing; points
    /// found in a region by an index, and allocations of asking; those of ten frames of a magnified map;
    /// those of making a route simpler by either method; the groups of a hundred regions, and the allocations of asking
    /// for these and for the names of the regions.
    private static let program = """
      import Foundation
      import MapPack

      @_silgen_name("allocationCount") func allocationCount() -> Int

      struct AnyRegion: MapRegion {
        static let regionTable = RegionTable<Self>(
          resource: "", identity: 0x1234, table: "\(String(repeating: "\\n", count: 1000))")
        let rawValue: UInt16
        init?(rawValue: UInt16) { self.rawValue = rawValue }
      }

      struct Tally: PathSink {
        var vertices = 0
        var rings = 0
        mutating func move(toX x: Double, y: Double) { vertices += 1 }
        mutating func addLine(toX x: Double, y: Double) { vertices += 1 }
        mutating func closeSubpath() { rings += 1 }
      }

      func allocations(_ body: () -> Void) -> Int {
        let before = allocationCount()
        body()
        return allocationCount() - before
      }

      for path in CommandLine.arguments.dropFirst() {
        let pack = try Pack(contentsOf: URL(fileURLWithPath: path))
        let frame = MapFrame(pack.bounds, width: 1000, height: 1000)
        var lists: [[Int]] = []
        let counted = allocations { for number in 0..<100 { lists.append([number]) } }
        var rings = RingBuffer()
        func draw() -> Tally {
          var tally = Tally()
          for shape in pack.shapes { shape.draw(in: frame, to: &tally, using: &rings) }
          return tally
        }
        var tally = Tally()
        let first = allocations { tally = draw() }
        let again = allocations { tally = draw() }
        var found = 0
        let asking = allocations {
          for number in 0..<1000 {
            let point = MapPoint(
              x: pack.bounds.minX + pack.bounds.width * Double(number) / 1000,
              y: pack.bounds.minY + pack.bounds.height * Double(number * 37 % 1000) / 1000)
            if pack.shape(at: point) != nil { found += 1 }
          }
        }
        // A map that a finger moves: the picture is kept, and its paths are placed elsewhere.
        let layer = MapLayer(PlaneRegions(pack), level: 0)
        let paints = [AreaPaint<Int>](repeating: AreaPaint(fill: .color(0)), count: layer.areas.count)
        var kept = KeptPicture<Tally, Int>()
        var began = MapViewport(home: pack.bounds)
        began.magnify(by: 8, around: CGPoint(x: 500, y: 500), in: frame)
        func show(_ number: Int) {
          var viewport = began
          viewport.pan(by: CGSize(width: 20 * number, height: 10), in: MapFrame(began.part, width: 1000, height: 1000))
          let placing = MapFrame(viewport.part, width: 1000, height: 1000).placing(pack.bounds)
          let screen = placing.layerRect(CGRect(x: 0, y: 0, width: 1000, height: 1000))
          let picture = kept.picture(
            of: layer, paints: paints, lines: BorderPaint(), in: screen, empty: Tally())
          precondition(picture.window.width > 0)
        }
        for number in 0..<10 { show(number) }
        let frames = allocations { for number in 0..<10 { show(number) } }
        let map = try RegionMap(AnyRegion.self, pack: pack)
        let regions = Array(map.regions.prefix(100))
        let locale = Locale(identifier: "ja_JP")
        var grouped = 0
        var names = 0
        func ask() {
          grouped = regions.count { map.group(of: $0).map { $0.regions.count > 1 } ?? false }
          names = allocations { for region in regions { precondition(map.name(of: region, in: locale) == "名") } }
        }
        ask()
        let groups = allocations { for region in regions { precondition(map.group(of: region) != nil) } }
        ask()
        // The first call has the runtime make what it keeps of generic types.
        let simplified = [100, 100, 10_000].map { count in
          let route = (0..<count).map { MapPoint(x: 1e8 + Double($0), y: 1e8 + Double($0 * 7919 % 1013)) }
          return LineSimplification.allCases.map { method in
            allocations { precondition(method.indices(of: route, tolerance: 1).count > 2) }
          }
        }
        print(tally.rings, tally.vertices, counted, first, again, found, asking, frames, simplified[1][0], simplified[1][1], simplified[2][0],
          simplified[2][1], grouped, groups, names)
      }
      """

    /// `malloc` and its kin, counted on each thread by itself. The C library has each of them under a second name.
    private static let allocations = """
      #include <errno.h>
      #include <stddef.h>
      void *__libc_malloc(size_t size);
      void *__libc_calloc(size_t count, size_t size);
      void *__libc_realloc(void *old, size_t size);
      void *__libc_memalign(size_t alignment, size_t size);
      static _Thread_local long count;
      long allocationCount(void) { return count; }
      void *malloc(size_t size) { count++; return __libc_malloc(size); }
      void *calloc(size_t number, size_t size) { count++; return __libc_calloc(number, size); }
      void *realloc(void *old, size_t size) { count++; return __libc_realloc(old, size); }
      void *aligned_alloc(size_t alignment, size_t size) { count++; return __libc_memalign(alignment, size); }
      int posix_memalign(void **result, size_t alignment, size_t size) {
        count++;
        *result = __libc_memalign(alignment, size);
        return *result ? 0 : ENOMEM;
      }
      """
  }
#endif
