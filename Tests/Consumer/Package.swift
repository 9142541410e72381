// swift-tools-version: 6.2
import PackageDescription

// Two apps that use MapPack and nothing else: one lists packs, the other draws a travel map from the diary in Diary (its
// pictures were drawn for this project, CC0). `check` puts MapPack into the repository that they name, and proves that they
// need nothing else.
let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v13)],
  dependencies: [.package(url: "file://\(Context.packageDirectory)/.build/origin/MapPack", branch: "main")],
  targets: [
    .executableTarget(name: "Consumer", dependencies: [.product(name: "MapPack", package: "MapPack")]),
    .executableTarget(name: "Atlas", dependencies: [.product(name: "MapPack", package: "MapPack")]),
  ]
)
