import Foundation

/// What a command took: seconds on the wall and of all processors, and the most memory that it had at once, in bytes.
struct Cost {
  var wall: Double
  var processor: Double
  var memory: Int

  /// The median of each figure for itself.
  static func median(of costs: [Cost]) -> Cost {
    func median<Figure: Comparable>(_ figure: (Cost) -> Figure) -> Figure {
      costs.map(figure).sorted()[costs.count / 2]
    }
    return Cost(wall: median(\.wall), processor: median(\.processor), memory: median(\.memory))
  }
}

struct CommandFailure: Error, CustomStringConvertible {
  var description: String
}

/// Runs a program to its end.
func cost(of program: String, _ arguments: [String]) throws -> Cost {
  var words = ([program] + arguments).map { strdup($0) } + [nil]
  defer { for word in words { free(word) } }
  var process: pid_t = 0
  let start = ContinuousClock.now
  guard posix_spawn(&process, program, nil, nil, &words, environ) == 0 else {
    throw CommandFailure(description: "\(program) does not start")
  }
  var status: Int32 = 0
  var usage = rusage()
  while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
  let wall = ContinuousClock.now - start
  guard status == 0 else {
    throw CommandFailure(description: ([program] + arguments).joined(separator: " ") + " fails")
  }
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
  #if canImport(Darwin)
    let memory = usage.ru_maxrss
  #else
    let memory = 1024 * usage.ru_maxrss
  #endif
  return Cost(
    wall: Double(wall.components.seconds) + Double(wall.components.attoseconds) * 1e-18,
    processor: seconds(usage.ru_utime) + seconds(usage.ru_stime), memory: memory)
}

/// Prints what the stages of a pipeline file cost with some builds of `mappack`.
func compareStages(of pipeline: String, _ programs: [String]) throws {
  let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("stages-\(getpid())").path
  try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: scratch) }
  let jobs = ProcessInfo.processInfo.environment["JOBS"].map { ["--jobs", $0] } ?? []
  let file = (stage: "--pipeline", path: pipeline)
  let stages: [(name: String, arguments: [String])] = [
    ("ingest", ["ingest", file.stage, file.path, "-o", "\(scratch)/a.features", "-q"]),
    ("merge", ["merge", "\(scratch)/a.features", file.stage, file.path, "-o", "\(scratch)/b.coverage", "-q"] + jobs),
    (
      "simplify",
      ["simplify", "\(scratch)/b.coverage", file.stage, file.path, "-o", "\(scratch)/c.coverage", "-q"] + jobs
    ),
    ("emit", ["emit", "\(scratch)/c.coverage", "--pack", "\(scratch)/m.mappack", "--type", "Measured", "-q"]),
    ("run", ["run", file.path, "-o", "\(scratch)/all", "-q"] + jobs),
  ]
  print("stage     build     wall s    cpu s       MB   ns/vertex")
  var vertices = 0
  for (name, arguments) in stages {
    var costs = [[Cost]](repeating: [], count: programs.count)
    for _ in 0..<5 {
      for (build, program) in programs.enumerated() { costs[build].append(try cost(of: program, arguments)) }
    }
    if name == "ingest" { vertices = try vertexCount(of: "\(scratch)/a.features", programs[0]) }
    for (build, costs) in costs.enumerated() {
      let cost = Cost.median(of: costs)
      print(
        name.padding(toLength: 10, withPad: " ", startingAt: 0) + "\(build + 1)    "
          + String(
            format: "%11.3f %8.3f %8.1f %11.1f", cost.wall, cost.processor, Double(cost.memory) / 1e6,
            cost.wall * 1e9 / Double(max(1, vertices))))
    }
  }
  print("\(vertices) vertices; " + programs.enumerated().map { "\($0 + 1): \($1)" }.joined(separator: ", "))
}

/// How many vertices a feature table has.
private func vertexCount(of table: String, _ program: String) throws -> Int {
  struct Inspection: Decodable {
    var vertices: Int
  }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = ["inspect", table, "--json"]
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return try JSONDecoder().decode(Inspection.self, from: output).vertices
}
