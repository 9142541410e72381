// swift-tools-version: 6.2
import PackageDescription

// Two apps that use MapPack and nothing else: one lists packs, the other draws a map that it knows by its enum.
// `check` proves that they need nothing else either.
let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "MapPack", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "Consumer", dependencies: [.product(name: "MapPack", package: "MapPack")]),
    .executableTarget(name: "Atlas", dependencies: [.product(name: "MapPack", package: "MapPack")]),
  ]
)
