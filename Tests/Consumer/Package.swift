// swift-tools-version: 6.2
import PackageDescription

// Three apps that use MapPack and nothing else: one lists packs, another draws a travel map from the diary in Diary (its
// pictures were drawn for this project, CC0), and the third has a pack among its files and no enum: the plugin makes that at
// build time. `check` puts MapPack into the repository that they name, and proves that they need nothing else.
let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v13)],
  dependencies: [.package(url: "file://\(Context.packageDirectory)/.build/origin/MapPack", branch: "main")],
  targets: [
    .executableTarget(name: "Consumer", dependencies: [.product(name: "MapPack", package: "MapPack")]),
    .executableTarget(name: "Atlas", dependencies: [.product(name: "MapPack", package: "MapPack")]),
    .executableTarget(
      name: "BuiltEnum", dependencies: [.product(name: "MapPack", package: "MapPack")],
      resources: [.copy("NewEngland.mappack")], plugins: [.plugin(name: "MapPackEnum", package: "MapPack")]),
  ]
)
