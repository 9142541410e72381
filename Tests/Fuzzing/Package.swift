// swift-tools-version: 6.2
import PackageDescription

// Feeds readers with damaged files under libFuzzer and AddressSanitizer; `run` builds and starts it. A target for a
// further format is one file in Sources/Fuzzing and one folder in Seeds.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "MapPack", path: "../..", traits: [])],
  targets: [
    .target(name: "LibFuzzer"),
    .executableTarget(name: "Fuzzing", dependencies: ["LibFuzzer", .product(name: "MapPack", package: "MapPack")]),
  ]
)
