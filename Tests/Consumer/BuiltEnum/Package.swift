// swift-tools-version: 6.2
import PackageDescription

// An app that has a pack among its files and no enum: the plugin makes the enum at build time. `../check` builds it.
let package = Package(
  name: "BuiltEnum",
  platforms: [.macOS(.v13)],
  dependencies: [.package(url: "file://\(Context.packageDirectory)/../.build/origin/MapPack", branch: "main")],
  targets: [
    .executableTarget(
      name: "BuiltEnum", dependencies: [.product(name: "MapPack", package: "MapPack")],
      resources: [.copy("NewEngland.mappack")], plugins: [.plugin(name: "MapPackEnum", package: "MapPack")])
  ]
)
