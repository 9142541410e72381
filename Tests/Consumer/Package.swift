// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "MapPack", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "Consumer", dependencies: [.product(name: "MapPack", package: "MapPack")])
  ]
)
