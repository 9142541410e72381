import TestSupport

/// As much of Apple's frameworks as MapPackUI and the listings of the documentation use, for systems that do not have
/// them.
///
/// Each is a module of its own, in the order in which they import each other. Declarations and the versions in which
/// they came are those of Apple's documentation, as far as a call can tell: bodies are empty, and protocols that make no
/// difference here are left out. Where to look each of them up stands at the top of its file.
enum AppleStandIns {
  static let modules = [
    ("CoreGraphics", coreGraphics), ("CoreLocation", coreLocation), ("UIKit", uiKit), ("SwiftUI", swiftUI),
    ("AppKit", appKit), ("ImageIO", imageIO), ("MapKit", mapKit), ("Charts", charts), ("PhotosUI", photosUI),
    ("AppIntents", appIntents),
  ].map { name, text in SwiftCompiler.Module(name: name, sources: [(name, text)]) }
}
