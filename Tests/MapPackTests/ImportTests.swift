import TestSupport
import Testing

/// On Apple's systems, Foundation has the names of Core Graphics' rectangles, and Core Graphics has their members. A file
/// that uses members has to import their module, as soon as apps turn on `MemberImportVisibility`.
@Suite struct ImportTests {
  /// The rectangles of Core Graphics, as far as MapPack uses them. There they are not `Hashable`, as they are in the
  /// Foundation of other systems.
  private static let coreGraphics = """
    public typealias CGFloat = Double
    public struct CGPoint: Equatable, Sendable {
      public static let zero = CGPoint(x: 0, y: 0)
      public var x, y: Double
      public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    }
    public struct CGSize: Equatable, Sendable {
      public static let zero = CGSize(width: 0, height: 0)
      public var width, height: Double
      public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
    }
    public struct CGRect: Equatable, Sendable {
      public var origin: CGPoint
      public var size: CGSize
      public init(x: Double, y: Double, width: Double, height: Double) {
        (origin, size) = (CGPoint(x: x, y: y), CGSize(width: width, height: height))
      }
      public var minX: Double { origin.x }
      public var minY: Double { origin.y }
      public var maxX: Double { origin.x + size.width }
      public var maxY: Double { origin.y + size.height }
      public var midX: Double { origin.x + size.width / 2 }
      public var midY: Double { origin.y + size.height / 2 }
      public var width: Double { size.width }
      public var height: Double { size.height }
      public var isEmpty: Bool { false }
      public func contains(_ rect: CGRect) -> Bool { false }
      public func contains(_ point: CGPoint) -> Bool { false }
      public func intersects(_ rect: CGRect) -> Bool { false }
      public func insetBy(dx: Double, dy: Double) -> CGRect { self }
    }
    """

  /// Foundation as it is on Apple's systems: with the names of rectangles, and without their members.
  private static let foundation = """
    @_exported import Foundation
    public import CoreGraphics
    public typealias CGFloat = CoreGraphics.CGFloat
    public typealias CGPoint = CoreGraphics.CGPoint
    public typealias CGSize = CoreGraphics.CGSize
    public typealias CGRect = CoreGraphics.CGRect
    """

  /// MapPack as it is compiled on Apple's systems, but for one file whose import of Core Graphics is left out.
  private static func check(without file: String? = nil) throws {
    var module = try SwiftCompiler.Module(target: "MapPack")
    for index in module.sources.indices {
      module.sources[index].text.replace("import Foundation\n", with: "import AppleFoundation\n")
      if module.sources[index].name == file {
        module.sources[index].text.replace("  import CoreGraphics\n", with: "")
      }
    }
    try SwiftCompiler.check(
      module,
      modules: [
        SwiftCompiler.Module(name: "CoreGraphics", sources: [("CoreGraphics", coreGraphics)]),
        SwiftCompiler.Module(name: "AppleFoundation", sources: [("AppleFoundation", foundation)]),
      ], upcoming: ["MemberImportVisibility"])
  }

  #if !canImport(CoreGraphics)
    @Test func `each file of MapPack imports the modules whose members it uses, and one that does not is found`() throws
    {
      try Self.check()
      let files = try SwiftCompiler.Module(target: "MapPack").sources.filter {
        $0.text.contains("  import CoreGraphics\n")
      }
      try #require(!files.isEmpty)
      for file in files {
        let failure = try #require(throws: SwiftCompiler.Failure.self) { try Self.check(without: file.name) }
        #expect(failure.output.contains("\(file.name).swift:"))
        #expect(failure.output.contains("missing import of defining module 'CoreGraphics'"), "\(failure.output)")
      }
    }

    @Test func `each file of MapPackUI imports the modules whose members it uses`() throws {
      try SwiftCompiler.check(
        SwiftCompiler.Module(target: "MapPackUI"), modules: AppleStandIns.modules, upcoming: ["MemberImportVisibility"])
    }
  #endif
}
