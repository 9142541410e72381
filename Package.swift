// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Warnings become errors if MAPPACK_STRICT or MAPPACK_WARNINGS is set, as continuous integration does. They are not always
// errors, because a new compiler with a new warning would break the build of every user of the package.
let environment = ProcessInfo.processInfo.environment
let strict = environment["MAPPACK_STRICT"] != nil || environment["MAPPACK_WARNINGS"] == "errors"
let swiftSettings: [SwiftSetting] = strict ? [.treatAllWarnings(as: .error)] : []

// An app that links MapPack resolves none of the tools' packages, and looks for none of their libraries. A manifest is not
// told for whom it is read, but it sees where it lies: where SwiftPM, Xcode, a registry or Bazel put it, in a submodule, or
// within another package or Xcode project, as a copy does. While SwiftPM still chooses versions, it reads the
// manifest out of the repository, as if it lay in the root folder. MAPPACK_TOOLS says that the tools are wanted anyway.
let folder = URL(fileURLWithPath: Context.packageDirectory)
let isDependency = environment["MAPPACK_TOOLS"] == nil && liesInAnotherProject(folder)

func liesInAnotherProject(_ folder: URL) -> Bool {
  let ancestors = sequence(first: folder.deletingLastPathComponent()) {
    $0.path == "/" ? nil : $0.deletingLastPathComponent()
  }
  let git = try? String(contentsOf: folder.appendingPathComponent(".git"), encoding: .utf8)
  return folder.path == "/" || git?.contains("/modules/") == true
    || folder.deletingLastPathComponent().lastPathComponent == "checkouts"
    || folder.path.contains("/registry/downloads/") || folder.path.contains("/_bazel_")
    // A clone of its own may lie anywhere.
    || !FileManager.default.fileExists(atPath: folder.appendingPathComponent(".git").path)
      && ancestors.contains { ancestor in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: ancestor.path)) ?? []
        return names.contains { $0 == "Package.swift" || $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace") }
      }
}

// The scripts set MAPPACK_OPTIMIZE: rooms whose loops run once for each vertex are then optimized in debug builds too. All else
// is not: the tool, its packages and the tests compile in a quarter of the time. A release build optimizes everything. Xcode
// cannot build with these flags, since it expects other files of the compiler.
let optimizes = !isDependency && environment["MAPPACK_OPTIMIZE"] != nil
let hotSettings: [SwiftSetting] =
  optimizes
  ? [
    .unsafeFlags(
      ["-O", "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"], .when(configuration: .debug))
  ] : []

func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], isHot: Bool = false,
  swiftSettings own: [SwiftSetting] = [], linkerSettings: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude,
    swiftSettings: swiftSettings + own + (isHot ? hotSettings : []), linkerSettings: linkerSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, swiftSettings: swiftSettings)
}

let package = Package(
  name: "MapPack",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "MapPack", targets: ["MapPack"]),
    .library(name: "MapPackUI", targets: ["MapPackUI"]),
    .plugin(name: "MapPackEnum", targets: ["MapPackEnum"]),
    .plugin(name: "MapPackMaps", targets: ["MapPackMaps"]),
    .plugin(name: "MapPackCheck", targets: ["MapPackCheck"]),
  ],
  targets: [
    // The libraries that an app links.
    room("MapPack", isHot: true),
    // In Swift 6 mode the compiler checks in each closure that it runs on the main actor, and ends the app if not. SwiftUI
    // calls closures from threads of its own. Here the checks are left out, and all else of strict concurrency is checked.
    room(
      "MapPackUI", ["MapPack"],
      swiftSettings: [.swiftLanguageMode(.v5), .enableExperimentalFeature("StrictConcurrency")]),

    // The plugins. One makes the enum of a pack in an app's build, with a program that needs none of the tools' packages
    // and libraries.
    .plugin(name: "MapPackEnum", capability: .buildTool(), dependencies: ["MapPackEnumTool"]),
    .plugin(
      name: "MapPackMaps",
      capability: .command(
        intent: .custom(verb: "maps", description: "Make the maps of a package with mappack."),
        permissions: [.writeToPackageDirectory(reason: "mappack writes packs, enums and name locks.")])),
    .plugin(
      name: "MapPackCheck",
      capability: .command(
        intent: .custom(verb: "check-maps", description: "Check and compare the maps of a package with mappack."))),
    .executableTarget(
      name: "MapPackEnumTool", dependencies: ["MapPackNames", "MapPackFeatures", "MapPack"],
      swiftSettings: swiftSettings),
    room("MapPackNames", ["MapPackFeatures", "MapPack"]),
    room("MapPackFeatures", ["MapPack"], isHot: true),
  ],
  cxxLanguageStandard: .cxx17
)

if !isDependency {
  let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
  let yams = Target.Dependency.product(name: "Yams", package: "Yams")
  let iconv = LinkerSetting.linkedLibrary("iconv", .when(platforms: [.macOS]))

  // On Linux, pkg-config is not asked about simdjson: the compiler finds the headers anyway, and pkg-config's answer has
  // a flag that SwiftPM refuses, with a warning in each build.
  #if os(Linux)
    let simdjson: String? = nil
    let sqlite: String? = "sqlite3"
  #else
    let simdjson: String? = "simdjson"
    // Apple's systems have SQLite.
    let sqlite: String? = nil
  #endif

  // The target of each command, and the executable that it makes. Pipelines/install calls the first one `mappack`. Xcode
  // builds a product in a folder that is named after it, and on most Macs' disks `mappack` is the folder of MapPack.
  let commands: KeyValuePairs = [
    "MapPackCommand": "mappack-command",
    "MapPackIngestCommand": "mappack-ingest",
    "MapPackMergeCommand": "mappack-merge",
    "MapPackSimplifyCommand": "mappack-simplify",
    "MapPackValidateCommand": "mappack-validate",
    "MapPackEmitCommand": "mappack-emit",
  ]
  package.products += commands.map { .executable(name: $0.value, targets: [$0.key]) }
  package.targets += commands.map {
    .executableTarget(name: $0.key, dependencies: ["MapPackTool"], swiftSettings: swiftSettings)
  }
  // One minor version of each, so that what was tested is what a release and a first build get.
  package.dependencies += [
    .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.0")),
    .package(url: "https://github.com/jpsim/Yams", .upToNextMinor(from: "6.2.0")),
  ]

  // The pipeline, from the bottom up: a room imports only those that are named with it.
  package.targets += [
    room("MapPackGeometry", ["MapPack"], isHot: true),
    room(
      "MapPackIngest",
      [
        "MapPackFeatures", "MapPackGeometry", "MapPack", "CMapPack", "CMapPackPROJ", "CMapPackSQLite",
        "CMapPackSystem", "CMapPackZip",
      ],
      isHot: true, linkerSettings: [iconv]),
    room("MapPackCoverage", ["MapPackFeatures", "MapPackGeometry", "MapPack"], isHot: true),
    room("MapPackMerge", ["MapPackCoverage", "MapPackFeatures", "MapPackGeometry", "MapPack"], isHot: true),
    room("MapPackSimplify", ["MapPackCoverage", "MapPackFeatures", "MapPackGeometry", "MapPack"], isHot: true),
    room(
      "MapPackEmit",
      [
        "MapPackNames", "MapPackCoverage", "MapPackFeatures", "MapPackGeometry", "MapPack", "CMapPackSQLite",
        "CMapPackSystem",
      ],
      isHot: true),
    // The tool. Each room below the commands is a library, so that a test, or another program, can do what they do.
    room("MapPackFiles", ["MapPackEmit", "MapPackFeatures", "MapPack"]),
    room(
      "MapPackProject",
      [
        "MapPackFiles", "MapPackEmit", "MapPackNames", "MapPackSimplify", "MapPackMerge", "MapPackCoverage",
        "MapPackIngest",
        "MapPackFeatures", "MapPackGeometry", "MapPack", "CMapPack", yams,
      ], exclude: ["Catalog/catalog.yml"]),
    room(
      "MapPackPage",
      [
        "MapPackFiles", "MapPackEmit", "MapPackSimplify", "MapPackCoverage", "MapPackFeatures", "MapPack", "CMapPack",
      ],
      exclude: ["Web"]),
    room(
      "MapPackRun",
      [
        "MapPackPage", "MapPackProject", "MapPackFiles", "MapPackEmit", "MapPackNames", "MapPackSimplify",
        "MapPackMerge",
        "MapPackCoverage", "MapPackIngest", "MapPackFeatures", "MapPackGeometry", "MapPack", "CMapPackSystem",
      ]),
    room(
      "MapPackPreview",
      [
        "MapPackRun", "MapPackPage", "MapPackProject", "MapPackFiles", "MapPackEmit", "MapPackNames", "MapPackSimplify",
        "MapPackMerge", "MapPackCoverage", "MapPackIngest", "MapPackFeatures", "MapPackGeometry", "MapPack", "CMapPack",
        yams,
      ]),
    room(
      "MapPackTool",
      [
        "MapPackPreview", "MapPackRun", "MapPackProject", "MapPackFiles", "MapPackEmit", "MapPackNames",
        "MapPackSimplify", "MapPackMerge", "MapPackCoverage", "MapPackIngest", "MapPackFeatures", "MapPackGeometry",
        "MapPack",
        argumentParser,
      ]),

    // What is in C and C++: shims for libraries, which do no arithmetic, and the files of the page.
    .target(
      name: "CMapPack", dependencies: ["CMapPackLibXML2", "CMapPackShapelib", "CMapPackSimdJSON"],
      cxxSettings: [.define("SIMDJSON_THREADS_ENABLED", to: "1")], linkerSettings: [.linkedLibrary("simdjson")]),
    .systemLibrary(
      name: "CMapPackLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(name: "CMapPackPROJ", pkgConfig: "proj", providers: [.apt(["libproj-dev"]), .brew(["proj"])]),
    .systemLibrary(
      name: "CMapPackShapelib", pkgConfig: "shapelib", providers: [.apt(["libshp-dev"]), .brew(["shapelib"])]),
    .systemLibrary(
      name: "CMapPackSimdJSON", pkgConfig: simdjson, providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"])]),
    .systemLibrary(name: "CMapPackSQLite", pkgConfig: sqlite, providers: [.apt(["libsqlite3-dev"])]),
    // zlib, iconv and, on Linux alone, libcrypto: in the places where every compiler looks.
    .systemLibrary(name: "CMapPackSystem", providers: [.apt(["zlib1g-dev", "libssl-dev"])]),
    .systemLibrary(name: "CMapPackZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"]), .brew(["libzip"])]),
  ]

  package.targets += [
    .target(
      name: "TestSupport",
      dependencies: [
        "MapPackMerge", "MapPackCoverage", "MapPackFeatures", "MapPackGeometry", "MapPack", "CMapPackSQLite",
        "CMapPackSystem",
        "CMapPackZip",
      ],
      path: "Tests/TestSupport", exclude: ["DarwinStandIns"], swiftSettings: swiftSettings + hotSettings),
    tests("TestSupportTests", ["MapPackFeatures", "MapPackGeometry"]),
    tests(
      "MapPackTests",
      [
        "MapPackUI", "MapPackEmit", "MapPackSimplify", "MapPackMerge", "MapPackCoverage", "MapPackFeatures",
        "MapPackGeometry", "MapPack",
      ],
      exclude: ["Golden", "SecondReader"]),
    tests("MapPackGeometryTests", ["MapPackGeometry"]),
    tests("MapPackFeaturesTests", ["MapPackFeatures"]),
    tests(
      "MapPackIngestTests",
      [
        "MapPackIngest", "MapPackMerge", "MapPackCoverage", "MapPackFeatures", "MapPackGeometry", "CMapPackShapelib",
        "CMapPackSystem",
      ],
      exclude: ["CorporaLines.tsv", "CorporaTable.tsv", "GDAL", "SystemTable.tsv"]),
    tests(
      "MapPackMergeTests", ["MapPackMerge", "MapPackCoverage", "MapPackSimplify", "MapPackFeatures", "MapPackGeometry"]),
    tests(
      "MapPackSimplifyTests",
      ["MapPackSimplify", "MapPackMerge", "MapPackCoverage", "MapPackFeatures", "MapPackGeometry", "MapPack"]),
    tests("MapPackNamesTests", ["MapPackNames", "MapPackFeatures"]),
    tests(
      "MapPackEmitTests",
      [
        "MapPackEmit", "MapPackNames", "MapPackFeatures", "MapPackMerge", "MapPackCoverage", "MapPackGeometry",
        "MapPack",
      ]),
    tests(
      "MapPackToolTests",
      // The executables are built with the tests, which run them as a user does.
      commands.map { .target(name: $0.key) } + [
        "MapPackTool", "MapPackPreview", "MapPackRun", "MapPackPage", "MapPackProject", "MapPackFiles", "MapPackEmit",
        "MapPackNames", "MapPackSimplify", "MapPackMerge", "MapPackCoverage",
        "MapPackFeatures",
        "MapPackGeometry", "MapPack", argumentParser, yams,
      ],
      exclude: ["Golden"]),
    tests(
      "RoadTests",
      [
        "MapPackIngest", "MapPackSimplify", "MapPackEmit", "MapPackMerge", "MapPackCoverage", "MapPackFeatures",
        "MapPackGeometry",
        "MapPack",
      ]),
  ]

  // Fuzz targets use the internal declarations of a room, as tests do. Open-ended fuzzing, which Tests/Fuzzing/run
  // builds and starts under libFuzzer, has a program of its own for them.
  let fuzzed: [Target.Dependency] = [
    "MapPackIngest", "MapPackMerge", "MapPackCoverage", "MapPackPreview", "MapPackRun", "MapPackProject",
    "MapPackFiles",
    "MapPackNames", "MapPackFeatures", "MapPack",
  ]
  if environment["MAPPACK_FUZZING"] == nil {
    package.targets.append(tests("FuzzingTests", fuzzed))
  } else {
    package.targets.removeAll { $0.type == .test }
    package.targets += [
      .target(
        name: "FuzzTargets", dependencies: fuzzed + ["TestSupport"], path: "Tests/FuzzingTests/Targets",
        swiftSettings: swiftSettings),
      .target(name: "LibFuzzer", path: "Tests/Fuzzing/Sources/LibFuzzer"),
      .executableTarget(
        name: "Fuzzing", dependencies: ["FuzzTargets", "LibFuzzer", "TestSupport"],
        path: "Tests/Fuzzing/Sources/Fuzzing", swiftSettings: swiftSettings),
    ]
  }
}
