// swift-tools-version: 6.2
import PackageDescription

// What packs cost beside their peers; `run` starts it. It links MapPack alone, so it builds in seconds.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "MapPack", path: "../..")],
  targets: [
    .executableTarget(name: "Benchmarks", dependencies: [.product(name: "MapPack", package: "MapPack")])
  ]
)
