import MapPackFeatures

/// The name of a map, which is that of its enum: which one Swift takes, and which one hides no other type. An enum
/// `String` in an app's module would hide Swift's own type in all of that module.
package enum EnumName {
  /// Why a name cannot be that of an enum, and what to do, as a remedy says it; `nil` if it can be.
  package static func remedy(for name: String) -> Remedy? {
    if SwiftIdentifier.keywords.contains(name) {
      return "it is a keyword of Swift: choose another one, such as \(name)Map"
    }
    if typesOfMapPack.contains(name) || GeneratedEnum.TypeName(rawValue: name) != nil {
      return "it is a name of MapPack's own, which the enum would hide: choose another one, such as \(name)Regions"
    }
    if typesOfSwift.contains(name) {
      return "it is a type of Swift's own, which the enum would hide: choose another one, such as \(name)Map"
    }
    return SwiftIdentifier.isLegal(name) ? nil : "use a letter, then letters, digits and underscores: NewEngland"
  }

  /// The modules that an app imports for its maps, and their public types.
  private static let typesOfMapPack = words(
    """
    MapPack MapPackUI
    ChartPoint Code KnownRegions LineBuffer LinePoint LineSimplification MapFrame MapPoint MapRect
    MapPosition MapRegion MapTile MapViewport Pack PackError PackReference PackSource PathSink PhotoPlacement
    RegionArea RegionCode RegionContent RegionGroup RegionKind RegionLayer RegionLayered RegionMap RegionMapBuilder
    RegionMapContent RegionMapLayers RegionMapView RegionNumber RegionOutline RegionOverlay RegionOverlayRenderer
    RegionPolygon RegionSearch RegionShape RegionStyle RegionTable RegionsContent RingBuffer RouteLayer ShapePart
    TileContent WebMercator
    """)

  /// The modules, types and protocols of Swift 6.2's standard library that source code names, and those of Foundation
  /// that MapPack's own declarations name or nearly every app does.
  private static let typesOfSwift = words(
    """
    Swift Foundation Bundle CGFloat CGPoint CGRect CGSize Calendar Data Date Decimal Locale TimeZone URL UUID
    Actor AdditiveArithmetic AnyActor AnyBidirectionalCollection AnyClass AnyCollection AnyHashable AnyIndex AnyIterator
    AnyKeyPath AnyObject AnyRandomAccessCollection AnySequence Array ArraySlice AsyncIteratorProtocol AsyncSequence
    AsyncStream AsyncThrowingStream BidirectionalCollection BinaryFloatingPoint BinaryInteger BitwiseCopyable Bool
    BooleanLiteralType CBool CChar CDouble CFloat CInt CLong CLongLong CShort CSignedChar CUnsignedChar CUnsignedInt
    CUnsignedLong CUnsignedLongLong CUnsignedShort CVarArg CancellationError CaseIterable Character CheckedContinuation
    Clock ClosedRange Codable CodingKey CodingKeyRepresentable CodingUserInfoKey Collection CollectionDifference
    CollectionOfOne CommandLine Comparable ContiguousArray ContinuousClock Copyable CustomDebugStringConvertible
    CustomReflectable CustomStringConvertible Decodable Decoder DecodingError DefaultIndices DefaultStringInterpolation
    Dictionary DiscardingTaskGroup DiscontiguousSlice Double Duration DurationProtocol EmptyCollection Encodable Encoder
    EncodingError EnumeratedSequence Equatable Error Escapable Executor ExecutorJob ExpressibleByArrayLiteral
    ExpressibleByBooleanLiteral ExpressibleByDictionaryLiteral ExpressibleByExtendedGraphemeClusterLiteral
    ExpressibleByFloatLiteral ExpressibleByIntegerLiteral ExpressibleByNilLiteral ExpressibleByStringInterpolation
    ExpressibleByStringLiteral ExpressibleByUnicodeScalarLiteral FixedWidthInteger FlattenSequence Float Float16 Float32
    Float64 Float80 FloatLiteralType FloatingPoint FloatingPointClassification FloatingPointRoundingRule
    FloatingPointSign GlobalActor Hashable Hasher Identifiable IndexingIterator InlineArray InstantProtocol Int Int128
    Int16 Int32 Int64 Int8 IntegerLiteralType IteratorProtocol IteratorSequence JoinedSequence KeyPath KeyValuePairs
    KeyedDecodingContainer KeyedEncodingContainer LazyCollection LazySequence LosslessStringConvertible MainActor
    ManagedBuffer MemoryLayout Mirror MutableCollection MutableRawSpan MutableSpan Never Numeric ObjectIdentifier
    OpaquePointer OptionSet Optional OutputSpan PartialKeyPath PartialRangeFrom PartialRangeThrough PartialRangeUpTo
    RandomAccessCollection RandomNumberGenerator Range RangeExpression RangeReplaceableCollection RangeSet
    RawRepresentable RawSpan ReferenceWritableKeyPath Repeated Result ReversedCollection SIMD SIMD16 SIMD2 SIMD3 SIMD32
    SIMD4 SIMD64 SIMD8 SIMDMask SIMDScalar Sendable SendableMetatype Sequence SerialExecutor Set SetAlgebra
    SignedInteger SignedNumeric SingleValueDecodingContainer SingleValueEncodingContainer Slice Span StaticBigInt
    StaticString StrideThrough StrideTo Strideable String StringLiteralType StringProtocol Substring SuspendingClock
    SystemRandomNumberGenerator Task TaskExecutor TaskGroup TaskLocal TaskPriority TextOutputStream
    TextOutputStreamable ThrowingDiscardingTaskGroup ThrowingTaskGroup UInt UInt128 UInt16 UInt32 UInt64 UInt8 UTF16
    UTF32 UTF8 UTF8Span UnboundedRange UnfoldSequence Unicode UnicodeScalar UnkeyedDecodingContainer
    UnkeyedEncodingContainer Unmanaged UnownedSerialExecutor UnsafeBufferPointer UnsafeContinuation UnsafeCurrentTask
    UnsafeMutableBufferPointer UnsafeMutablePointer UnsafeMutableRawBufferPointer UnsafeMutableRawPointer UnsafePointer
    UnsafeRawBufferPointer UnsafeRawPointer UnsafeThrowingContinuation UnsignedInteger Void WritableKeyPath
    Zip2Sequence
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
