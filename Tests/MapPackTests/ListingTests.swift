import Foundation
import TestSupport
import Testing

@Suite("Listings of the documentation")
struct ListingTests {
  /// The pages for those who write apps.
  static let pages = [
    "README.md", "Sources/MapPack/MapPack.docc/MapPack.md", "Sources/MapPack/MapPack.docc/UsingAMap.md",
    "Sources/MapPack/MapPack.docc/Format.md", "Sources/MapPack/API/Pack.swift", "Sources/MapPack/API/RegionMap.swift",
    "Sources/MapPack/API/PackError.swift",
    "Sources/MapPack/API/MapRegion.swift", "Sources/MapPack/API/KnownRegions.swift",
    "Sources/MapPack/Drawing/VertexSink.swift",
    "Sources/MapPack/Lines/LineSimplification.swift",
    "Sources/MapPackUI/MapPackUI.docc/MapPackUI.md", "Sources/MapPackUI/MapPackUI.docc/State.md",
    "Sources/MapPackUI/MapPackUI.docc/Widgets.md",
    "Sources/MapPackUI/Map/RegionMapView.swift", "Sources/MapPackUI/Map/RegionLayer.swift",
    "Sources/MapPackUI/Map/RegionStyle.swift",
    "Sources/MapPackUI/Frameworks/MapKit.swift",
  ]

  @Test
  func `every Swift listing compiles`() throws {
    let listings = try Self.pages.flatMap(Listing.all).filter { $0.language == "swift" }
    try #require(listings.count >= 20)
    var sources: [(name: String, text: String)] = []
    for (number, page) in Self.pages.enumerated() {
      sources.append(("Page\(number)", Self.source(listings.filter { $0.page == page && !$0.isManifest }, number)))
    }
    for (number, listing) in listings.filter(\.isManifest).enumerated() {
      let text = "import PackageDescription\nfunc manifest\(number)() {\n\(listing.located)}\n"
      sources.append(("Manifest\(number)", text))
    }
    let enumeration = SwiftCompiler.root.appendingPathComponent("Output/NewEngland.swift")
    sources.append(("NewEngland", try String(contentsOf: enumeration, encoding: .utf8)))
    let standIns: [SwiftCompiler.Module]
    #if canImport(SwiftUI)
      standIns = []
    #else
      standIns = AppleStandIns.modules
    #endif
    try SwiftCompiler.check(
      SwiftCompiler.Module(name: "Listings", sources: sources),
      modules: standIns + [SwiftCompiler.Module(target: "MapPackUI")])
  }

  @Test("No Swift stands where it would not be compiled", arguments: pages)
  func isFenced(page: String) throws {
    for listing in try Listing.all(in: page) where listing.language != "swift" {
      let isSwift = ["import ", "let pack", "var rings", "struct ", "func "].contains { listing.text.contains($0) }
      #expect(!isSwift, "\(page):\(listing.line) begins a listing that needs ```swift")
    }
  }

  /// A page as one file: declarations as they stand, statements in a function, each listing in the scope of those
  /// before it.
  private static func source(_ listings: [Listing], _ number: Int) -> String {
    var imports: Set = ["import Foundation", "import MapPack"]
    var declarations = ""
    var body = ""
    var depth = 0
    for listing in listings {
      imports.formUnion(listing.text.split(separator: "\n").filter { $0.hasPrefix("import ") }.map(String.init))
      if listing.isDeclarations {
        declarations += listing.located
      } else {
        body += "do {\n" + listing.located
        depth += 1
      }
    }
    return imports.sorted().joined(separator: "\n") + "\n" + declarations
      + "func page\(number)(url: URL) throws {\n" + body + String(repeating: "}\n", count: depth) + "}\n"
  }
}

extension Listing {
  /// Whether it is a Package.swift, whose module knows other names.
  var isManifest: Bool { text.hasPrefix("// swift-tools-version") }

  /// Whether nothing but declarations stands at the beginning of its lines.
  var isDeclarations: Bool {
    let words = ["import", "struct", "extension", "enum", "func", "///", "//", "}", ")", "@"]
    return text.split(separator: "\n").allSatisfy { line in
      line.hasPrefix(" ") || words.contains { line.hasPrefix($0) }
    }
  }

  /// The text without imports. Messages say at which line of the page it stands.
  var located: String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("import ") ? "" : $0 }
    return "#sourceLocation(file: \"\(page)\", line: \(line))\n" + lines.joined(separator: "\n") + "#sourceLocation()\n"
  }
}
