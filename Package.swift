// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Warnings become errors if MAPPACK_STRICT is set, as continuous integration does. They are not always errors, because
// a new compiler with a new warning would break the build of every user of the package.
let strict = ProcessInfo.processInfo.environment["MAPPACK_STRICT"] != nil
let swiftSettings: [SwiftSetting] = strict ? [.treatAllWarnings(as: .error)] : []

// The tools' packages are behind a trait that is off by default, so that an app that links MapPack resolves none of
// them. To work on the tools, turn it on: swift build --traits Tools
let whenTools: TargetDependencyCondition? = .when(traits: ["Tools"])

// Without the trait, SwiftPM does not look for these. So an app's build does not warn that they are not installed.
func libraries(_ names: String...) -> [Target.Dependency] { names.map { .target(name: $0, condition: whenTools) } }

func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

func command(_ name: String) -> Target {
  .executableTarget(name: name, dependencies: ["MapPipeline"], swiftSettings: swiftSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, swiftSettings: swiftSettings)
}

// On Linux, pkg-config is not asked about simdjson: the compiler finds the headers anyway, and pkg-config's answer has
// a flag that SwiftPM refuses, with a warning in each build.
#if os(Linux)
  let isLinux = true
#else
  let isLinux = false
#endif

let package = Package(
  name: "MapPack",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "MapPack", targets: ["MapPack"]),
    .library(name: "MapPackUI", targets: ["MapPackUI"]),
    .plugin(name: "MapEnum", targets: ["MapEnum"]),
    .plugin(name: "Maps", targets: ["Maps"]),
    .executable(name: "mappack", targets: ["MapPackCommand"]),
    .executable(name: "mappack-ingest", targets: ["IngestCommand"]),
    .executable(name: "mappack-merge", targets: ["MergeCommand"]),
    .executable(name: "mappack-simplify", targets: ["SimplifyCommand"]),
    .executable(name: "mappack-validate", targets: ["ValidateCommand"]),
    .executable(name: "mappack-emit", targets: ["EmitCommand"]),
  ],
  traits: [.trait(name: "Tools", description: "The pipeline's commands and the packages they need.")],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.26.0"),
  ],
  targets: [
    // The libraries that an app links.
    room("MapPack"),
    room("MapPackUI", ["MapPack"]),

    // The pipeline, from the bottom up. Each room imports only rooms above it in this list.
    room("MapGeometry", ["MapPack"]),
    room("MapArrangement", ["MapGeometry", "MapPack"]),
    room("MapFeatures", ["MapPack"]),
    .target(
      name: "MapIngest",
      dependencies: [
        "MapFeatures", "MapArrangement", "MapGeometry", "MapPack",
      ] + libraries("ShapelibShim", "SimdJSONShim", "LibXML2Shim", "CZip", "CZlib", "CPROJ", "CIconv"),
      swiftSettings: swiftSettings, linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]),
    room("MapTopology", ["MapFeatures", "MapArrangement", "MapGeometry", "MapPack"]),
    room("MapSimplification", ["MapTopology", "MapFeatures", "MapArrangement", "MapGeometry", "MapPack"]),
    room("MapValidation", ["MapTopology", "MapFeatures", "MapArrangement", "MapGeometry", "MapPack"]),
    room("MapNaming", ["MapFeatures", "MapPack"]),
    room(
      "MapEmission",
      [
        "MapNaming", "MapTopology", "MapFeatures", "MapArrangement", "MapGeometry", "MapPack",
        .target(name: "CLibCrypto", condition: .when(platforms: [.linux], traits: ["Tools"])),
      ]),
    // The page that shows maps, and its server.
    .target(
      name: "MapPreview",
      dependencies: ["PageFiles", .product(name: "FlyingFox", package: "FlyingFox", condition: whenTools)],
      exclude: ["Page"], swiftSettings: swiftSettings),
    .target(name: "PageFiles"),
    room(
      "MapPipeline",
      [
        "MapPreview", "MapEmission", "MapNaming", "MapValidation", "MapSimplification", "MapTopology",
        "MapIngest", "MapFeatures", "MapArrangement", "MapGeometry", "MapPack",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: whenTools),
        .product(name: "Yams", package: "Yams", condition: whenTools),
      ]),
    // The program that an app's build runs to make the enum from the pack. It needs none of the tools' packages and
    // libraries.
    .executableTarget(
      name: "MapEnumTool", dependencies: ["MapNaming", "MapFeatures", "MapPack"],
      swiftSettings: swiftSettings),
    .plugin(name: "MapEnum", capability: .buildTool(), dependencies: ["MapEnumTool"]),
    .plugin(
      name: "Maps",
      capability: .command(
        intent: .custom(verb: "maps", description: "Make, check and compare the maps of a package with mappack."),
        permissions: [.writeToPackageDirectory(reason: "mappack writes packs, enums and name locks.")])),

    command("MapPackCommand"),
    command("IngestCommand"),
    command("MergeCommand"),
    command("SimplifyCommand"),
    command("ValidateCommand"),
    command("EmitCommand"),

    // Libraries in C and C++, and shims for them, which do no arithmetic.
    .systemLibrary(
      name: "CShapelib", pkgConfig: "shapelib", providers: [.apt(["libshp-dev"]), .brew(["shapelib"])]),
    .systemLibrary(
      name: "CSimdJSON", pkgConfig: isLinux ? nil : "simdjson",
      providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"])]),
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"]), .brew(["libzip"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "CPROJ", pkgConfig: "proj", providers: [.apt(["libproj-dev"]), .brew(["proj"])]),
    .systemLibrary(name: "CIconv"),
    // On Apple's systems CryptoKit is used instead.
    .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "ShapelibShim", dependencies: libraries("CShapelib")),
    .target(name: "LibXML2Shim", dependencies: libraries("CLibXML2")),
    .target(
      name: "SimdJSONShim", dependencies: libraries("CSimdJSON"),
      cxxSettings: [.define("SIMDJSON_THREADS_ENABLED", to: "1")], linkerSettings: [.linkedLibrary("simdjson")]),

    // Tests.
    .target(
      name: "TestSupport",
      dependencies: ["CZip", "CZlib", "MapTopology", "MapFeatures", "MapArrangement", "MapGeometry", "MapPack"],
      path: "Tests/TestSupport", swiftSettings: swiftSettings),
    .executableTarget(
      name: "SamplePrefecture", dependencies: ["TestSupport", "CShapelib", "CIconv"],
      path: "Tests/SamplePrefecture", swiftSettings: swiftSettings,
      linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]),
    tests(
      "SamplePrefectureTests",
      ["SamplePrefecture", "MapIngest", "MapTopology", "MapFeatures", "MapArrangement", "CZip"]),
    tests(
      "RoadTests",
      [
        "MapIngest", "MapSimplification", "MapValidation", "MapEmission", "MapTopology", "MapFeatures",
        "MapArrangement",
        "MapGeometry", "MapPack",
      ]),
    tests(
      "MapValidationTests",
      ["MapValidation", "MapSimplification", "MapTopology", "MapFeatures", "MapArrangement", "MapGeometry"],
      exclude: ["Golden"]),
    tests("TestSupportTests", ["MapFeatures", "MapGeometry"]),
    tests(
      "MapPackTests",
      ["MapEmission", "MapSimplification", "MapTopology", "MapFeatures", "MapArrangement", "MapGeometry", "MapPack"],
      exclude: ["Golden", "SecondReader"]),
    tests("MapGeometryTests", ["MapGeometry"]),
    tests("MapArrangementTests", ["MapArrangement", "MapGeometry"]),
    tests(
      "MapIngestTests", ["MapIngest", "MapTopology", "MapFeatures", "CShapelib", "CIconv"],
      exclude: ["CorporaLines.tsv", "CorporaTable.tsv", "SystemTable.tsv"]),
    tests("FuzzingTests", ["MapIngest", "MapTopology", "MapPipeline", "MapNaming", "MapFeatures", "MapPack"]),
    tests("MapFeaturesTests", ["MapFeatures"]),
    tests("MapTopologyTests", ["MapTopology", "MapFeatures", "MapArrangement", "MapGeometry"]),
    tests(
      "MapNamingTests",
      ["MapNaming", "MapFeatures", .product(name: "Yams", package: "Yams", condition: whenTools)]),
    tests(
      "MapPipelineTests",
      [
        "MapPipeline", "MapEmission", "MapNaming", "MapValidation", "MapSimplification", "MapTopology", "MapFeatures",
        "MapGeometry", "MapPack",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: whenTools),
        .product(name: "Yams", package: "Yams", condition: whenTools),
      ]),
    tests(
      "MapEmissionTests",
      ["MapEmission", "MapNaming", "MapFeatures", "MapTopology", "MapGeometry", "MapPack"]),
    tests(
      "MapSimplificationTests",
      ["MapSimplification", "MapTopology", "MapFeatures", "MapArrangement", "MapGeometry", "MapPack"]),
  ],
  cxxLanguageStandard: .cxx17
)

// Open-ended fuzzing, which Tests/Fuzzing/run builds and starts under libFuzzer. The tests run the same fuzz targets;
// here they have a program of their own. Like tests, they use the internal declarations of a room.
if ProcessInfo.processInfo.environment["MAPPACK_FUZZING"] != nil {
  package.targets.removeAll { $0.type == .test }
  package.targets += [
    .target(
      name: "FuzzTargets", dependencies: ["MapPipeline", "TestSupport"], path: "Tests/FuzzingTests/Targets",
      swiftSettings: swiftSettings),
    .target(name: "LibFuzzer", path: "Tests/Fuzzing/Sources/LibFuzzer"),
    .executableTarget(
      name: "Fuzzing", dependencies: ["FuzzTargets", "LibFuzzer", "TestSupport"], path: "Tests/Fuzzing/Sources/Fuzzing",
      swiftSettings: swiftSettings),
  ]
}
