// swift-tools-version: 6.2
// Open this folder with Xcode on a Mac: it is an app for iPhone and iPad.
import AppleProductTypes
import PackageDescription

let package = Package(
  name: "TravelMap",
  platforms: [.iOS("17.0")],
  products: [
    .iOSApplication(
      name: "TravelMap", targets: ["TravelMap"], bundleIdentifier: "org.example.TravelMap", displayVersion: "1.0",
      bundleVersion: "1", appIcon: .placeholder(icon: .map), accentColor: .presetColor(.orange),
      supportedDeviceFamilies: [.pad, .phone], supportedInterfaceOrientations: [.portrait, .landscapeLeft])
  ],
  dependencies: [.package(name: "MapPack", path: "../..")],
  targets: [
    .executableTarget(
      name: "TravelMap",
      dependencies: [
        .product(name: "MapPack", package: "MapPack"), .product(name: "MapPackUI", package: "MapPack"),
      ],
      path: "Sources",
      resources: [.copy("NewEngland.mappack"), .copy("NewEnglandCounties.mappack")])
  ]
)
