// Pages of developer.apple.com/documentation/appintents: appenum, appentity, entityquery, entitystringquery,
// typedisplayrepresentation, displayrepresentation. Written down from memory.

extension AppleStandIns {
  static let appIntents = """
    @_exported import Foundation

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    public struct TypeDisplayRepresentation: ExpressibleByStringLiteral, Sendable {
      public init(stringLiteral value: String) {}
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    public struct DisplayRepresentation: ExpressibleByStringInterpolation, Sendable {
      public init(stringLiteral value: String) {}
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    public protocol AppEnum: RawRepresentable, CaseIterable, Hashable, Sendable
    where RawValue: LosslessStringConvertible {
      static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
      static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    public protocol EntityQuery<Entity>: Sendable {
      associatedtype Entity: AppEntity
      init()
      func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
      func suggestedEntities() async throws -> [Entity]
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    public protocol EntityStringQuery: EntityQuery {
      func entities(matching string: String) async throws -> [Entity]
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    public protocol AppEntity: Identifiable, Sendable where ID: Sendable {
      associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self
      static var defaultQuery: DefaultQuery { get }
      static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
      var displayRepresentation: DisplayRepresentation { get }
    }
    """
}
