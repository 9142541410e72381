// swift-tools-version: 6.2
import PackageDescription

// Feeds readers with damaged files under libFuzzer and AddressSanitizer; `run` builds and starts it. A target for a
// further format is one file in Tests/FuzzingTests/Targets and one folder in Seeds.
//
// Rooms holds links to the folders of ../../Sources that are built here, so that all is one package: what is `package`
// there can be asked here, and the tools' other packages are not needed.

// Limits of archives and the parser of .prj are a room's own.
let swiftSettings: [SwiftSetting] = [.unsafeFlags(["-enable-testing"])]

func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Rooms/" + name, swiftSettings: swiftSettings,
    linkerSettings: name == "MapIngest" ? [.linkedLibrary("iconv", .when(platforms: [.macOS]))] : [])
}

func library(_ name: String, _ package: String) -> Target {
  .systemLibrary(name: name, path: "Rooms/" + name, pkgConfig: package)
}

func shim(_ name: String, _ library: String) -> Target {
  .target(name: name, dependencies: [.byName(name: library)], path: "Rooms/" + name)
}

let unused =
  [
    "CommitJournal", "Digest", "FileIdentity", "FileRoles", "FolderListing", "OpenFile", "OutputContents", "OutputFile",
    "OutputSet", "OutputStream", "OutputTarget", "SortedJSON",
  ].map { "Outputs/\($0).swift" }
  + ["Console", "ProgressLine", "StandardOutput"].map { "Console/\($0).swift" }

let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v13)],
  dependencies: [.package(url: "https://github.com/jpsim/Yams", from: "6.0.0")],
  targets: [
    .target(name: "LibFuzzer"),
    .executableTarget(name: "Fuzzing", dependencies: ["LibFuzzer", "FuzzTargets", "TestSupport"]),
    room("FuzzTargets", ["TestSupport", "MapPack", "MapIngest", "MapTopology", "MapPipeline", "MapNaming"]),
    // What tests of the project need besides takes more.
    .target(
      name: "TestSupport", dependencies: ["MapFeatures", "MapPack"], path: "Rooms/TestSupport",
      sources: [
        "FeatureTable+Promises", "PackMutation", "PackParts", "PackQuestions", "Reseal", "ShapefileInput",
        "SplitMix64",
      ].map { $0 + ".swift" }, swiftSettings: swiftSettings),

    room("MapPack"),
    room("MapGeometry", ["MapPack"]),
    room("MapFeatures", ["MapGeometry", "MapPack"]),
    room(
      "MapIngest", ["MapFeatures", "ShapelibShim", "SimdJSONShim", "LibXML2Shim", "CZip", "CZlib", "CPROJ", "CIconv"]),
    room("MapTopology", ["MapFeatures", "MapGeometry"]),
    room("MapSimplification", ["MapTopology", "MapFeatures", "MapGeometry", "MapPack"]),
    room("MapNaming", ["MapFeatures"]),
    // Its commands need packages more.
    .target(
      name: "MapPipeline",
      dependencies: [
        "MapIngest", "MapTopology", "MapSimplification", "MapNaming", "MapPack",
        .product(name: "Yams", package: "Yams"),
      ],
      path: "Rooms/MapPipeline",
      exclude: ["Adding", "Commands", "Difference", "MapPipeline.docc", "Run", "Stages"] + unused,
      sources: ["File", "Names", "Schemas", "Console/Figures.swift", "Outputs/FileReading.swift"],
      swiftSettings: swiftSettings),

    library("CShapelib", "shapelib"),
    library("CSimdJSON", "simdjson"),
    library("CLibXML2", "libxml-2.0"),
    library("CZip", "libzip"),
    library("CZlib", "zlib"),
    library("CPROJ", "proj"),
    .systemLibrary(name: "CIconv", path: "Rooms/CIconv"),
    shim("ShapelibShim", "CShapelib"),
    shim("LibXML2Shim", "CLibXML2"),
    .target(
      name: "SimdJSONShim", dependencies: ["CSimdJSON"], path: "Rooms/SimdJSONShim",
      cxxSettings: [.define("SIMDJSON_THREADS_ENABLED", to: "1")]),
  ],
  cxxLanguageStandard: .cxx17
)
