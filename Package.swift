// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Warnings become errors where MAPPACK_STRICT is set (continuous integration sets it). Always on, each
// new compiler would break each user of the package.
let strict = ProcessInfo.processInfo.environment["MAPPACK_STRICT"] != nil
let swiftSettings: [SwiftSetting] = strict ? [.treatAllWarnings(as: .error)] : []

// The tools' packages are behind a trait, so that an app that links MapPack alone resolves none of them:
// .package(url: …, from: …, traits: [])
let whenTools: TargetDependencyCondition? = .when(traits: ["Tools"])

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

let package = Package(
  name: "MapPack",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "MapPack", targets: ["MapPack"]),
    .library(name: "MapPackUI", targets: ["MapPackUI"]),
    .executable(name: "mappack", targets: ["MapPackCommand"]),
    .executable(name: "mappack-ingest", targets: ["IngestCommand"]),
    .executable(name: "mappack-merge", targets: ["MergeCommand"]),
    .executable(name: "mappack-simplify", targets: ["SimplifyCommand"]),
    .executable(name: "mappack-validate", targets: ["ValidateCommand"]),
    .executable(name: "mappack-emit", targets: ["EmitCommand"]),
  ],
  traits: [
    .trait(name: "Tools", description: "The pipeline's commands and the packages they need."),
    .default(enabledTraits: ["Tools"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
  ],
  targets: [
    // What an app links.
    room("MapPack"),
    room("MapPackUI", ["MapPack"]),

    // The pipeline, from the bottom up: each room knows only those above it in this list.
    room("MapGeometry", ["MapPack"]),
    room("MapArrangement", ["MapGeometry", "MapPack"]),
    room("MapFeatures", ["MapPack"]),
    .target(
      name: "MapIngest",
      dependencies: [
        "MapFeatures", "MapGeometry", "ShapelibShim", "SimdJSONShim", "LibXML2Shim", "CZip", "CZlib", "CPROJ", "CIconv",
      ],
      swiftSettings: swiftSettings, linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]),
    room("MapTopology", ["MapFeatures", "MapArrangement", "MapGeometry", "MapPack"]),
    room("MapSimplification", ["MapTopology", "MapFeatures", "MapArrangement", "MapGeometry", "MapPack"]),
    room("MapValidation", ["MapTopology", "MapFeatures", "MapArrangement", "MapGeometry", "MapPack"]),
    room("MapNaming", ["MapFeatures"]),
    room(
      "MapEmission",
      [
        "MapNaming", "MapTopology", "MapFeatures", "MapArrangement", "MapGeometry", "MapPack",
        .target(name: "CLibCrypto", condition: .when(platforms: [.linux])),
      ]),
    room(
      "MapPipeline",
      [
        "MapEmission", "MapNaming", "MapValidation", "MapSimplification", "MapTopology", "MapIngest", "MapFeatures",
        "MapArrangement", "MapGeometry", "MapPack",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: whenTools),
        .product(name: "Yams", package: "Yams", condition: whenTools),
      ]),
    command("MapPackCommand"),
    command("IngestCommand"),
    command("MergeCommand"),
    command("SimplifyCommand"),
    command("ValidateCommand"),
    command("EmitCommand"),

    // C interop; no arithmetic in these.
    .systemLibrary(
      name: "CShapelib", pkgConfig: "shapelib", providers: [.apt(["libshp-dev"]), .brew(["shapelib"])]),
    .systemLibrary(
      name: "CSimdJSON", pkgConfig: "simdjson", providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"])]),
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"]), .brew(["libzip"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "CPROJ", pkgConfig: "proj", providers: [.apt(["libproj-dev"]), .brew(["proj"])]),
    .systemLibrary(name: "CIconv"),
    // Apple's systems have CryptoKit in its place.
    .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "ShapelibShim", dependencies: ["CShapelib"]),
    .target(name: "LibXML2Shim", dependencies: ["CLibXML2"]),
    .target(
      name: "SimdJSONShim", dependencies: ["CSimdJSON"],
      cxxSettings: [.define("SIMDJSON_THREADS_ENABLED", to: "1")]),

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
      exclude: ["CorporaTable.tsv", "SystemTable.tsv"]),
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

// Open-ended fuzzing, which Tests/Fuzzing/run builds and starts under libFuzzer: the targets that the tests run too, in a
// program of their own. They ask what is a room's own, as tests do.
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
