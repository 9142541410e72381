// swift-tools-version: 6.2
import PackageDescription

// An app that uses MapPack and nothing else. `check` proves that it needs nothing else either.
let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "MapPack", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "Consumer", dependencies: [.product(name: "MapPack", package: "MapPack")])
  ]
)
