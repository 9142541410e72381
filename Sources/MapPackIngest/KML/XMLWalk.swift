import CMapPack
import MapPackFeatures

/// What an element is, which depends on the elements around it.
protocol XMLRole: Hashable {
  /// Whether the text of such an element matters.
  var isText: Bool { get }
  /// The role of an element inside this one that the format does not list there.
  var unknownChild: Self { get }
}

/// A walk through the elements of an XML file, each with the role that it has among those around it, by the push parser
/// of libxml2 behind a C interface. The corresponding C type is `xml_shim_parser`.
///
/// Only this type touches memory of the XML parser. Names are local names, whatever their namespaces. No DTD is loaded,
/// and no entities are read except the five of XML. LibXML2Shim limits the nesting of elements (256), attributes and
/// namespaces (1,024), and the length of a tag or comment (256 MiB). Memory is that of a piece of the file, of the text
/// of an element, and of the longest tag, comment or marked section.
struct XMLWalk<Role: XMLRole>: ~Copyable {
  /// The start or the end of an element.
  struct Step {
    var role: Role
    var isStart: Bool
    /// The number of its event, for `attribute(_:of:)`; valid until the next step.
    fileprivate var event: Int
    /// The line, from 1, on which a start tag begins or an end tag ends.
    var line: Int
  }

  private let handle: OpaquePointer
  private var source: XMLText
  private var batch = xml_shim_batch()
  private var failure: StageError?
  private var isAtEnd = false
  private let pieceSize: Int
  private let attributes: [String]
  private let format: String
  private let elements: [String]
  private let root: (name: String, role: Role)
  /// Per role: the role of each element inside it; `nil` if an element is not listed there.
  private let children: [Role: [Role?]]
  private var next = 0
  private var roles: [Role] = []
  /// The text of the element that ended last, if its role is one of a text.
  private(set) var text: [UInt8] = []

  /// - Parameters:
  ///   - format: what to call the format in a message.
  ///   - attributes: the names of the attributes that matter; `:id` is `id` with any prefix.
  ///   - pieceSize: how many bytes of the file are read at a time.
  ///   - root: the local name of the document's element, and its role.
  ///   - children: the roles of elements inside others, by local name.
  init(
    _ request: SourceRequest, path: String, format: String, attributes: [String], pieceSize: Int,
    root: (name: String, role: Role), children: [Role: [String: Role]]
  ) throws(StageError) {
    let source = try XMLText(try InputFile(path: path, shownAs: request.source.path), encoding: request.encoding)
    let elements = Set(children.values.flatMap(\.keys)).union([root.name]).sorted()
    guard let handle = xml_shim_create(elements.joined(separator: " "), attributes.joined(separator: " ")) else {
      throw .unreadable(source.shownPath, "there is not enough memory for it")
    }
    self.handle = handle
    self.source = source
    self.pieceSize = pieceSize
    self.attributes = attributes
    self.format = format
    self.elements = elements
    self.root = root
    self.children = children.mapValues { row in elements.map { row[$0] } }
  }

  deinit { xml_shim_destroy(handle) }

  var encoding: TextEncoding { source.encoding }

  /// Notes the encoding of the text, and what speaks against it.
  func noteEncoding(in builder: inout FeatureTableBuilder) {
    builder.amendSource { $0.encoding = encoding.name }
    guard let doubt = source.doubt else { return }
    builder.note(.suspiciousEncoding, isOfFeature: false, doubt.message, remedy: doubt.remedy)
  }

  /// The position of the next piece in the file, in bytes.
  var position: Int { source.position }

  /// The next start or end of an element; `nil` at the end of the document.
  /// - Throws: `unreadableData` if the text is not XML to its last byte, if it is not in its encoding, or if it is over
  ///   the limits, once all steps before the error have been given.
  mutating func step(_ progress: inout ReadingProgress) throws(StageError) -> Step? {
    while true {
      while next < batch.event_count {
        let event = batch.events[next]
        let line = Int(event.line)
        next += 1
        switch event.kind {
        case xml_shim_start:
          guard let role = role(of: Int(event.element)) else {
            let name = String(decoding: bytes(event.text_start, event.text_length), as: UTF8.self)
            throw StageError(
              .unreadableData, at: Location(file: source.shownPath, line: line),
              "this is not \(format): its root element is “\(name)”", remedy: "give a \(format) file")
          }
          if role.isText, !isInText { text.removeAll(keepingCapacity: true) }
          roles.append(role)
          return Step(role: role, isStart: true, event: next - 1, line: line)
        case xml_shim_end:
          return Step(role: roles.removeLast(), isStart: false, event: next - 1, line: line)
        default:
          if isInText { text.append(contentsOf: bytes(event.text_start, event.text_length)) }
        }
      }
      guard try advance() else { return nil }
      progress.advance(to: position)
    }
  }

  /// The role of an element that starts here; `nil` if the document cannot start with it.
  /// - Parameter element: its index in the list of names; less than 0 if it is not there.
  private func role(of element: Int) -> Role? {
    let isKnown = element >= 0
    guard let parent = roles.last else { return isKnown && elements[element] == root.name ? root.role : nil }
    // Elements inside a text belong to it.
    if isKnown, !parent.isText, let role = children[parent]?[element] { return role }
    return parent.unknownChild
  }

  private var isInText: Bool { roles.last?.isText ?? false }

  /// Reads the next piece of the file, and returns false at the end of the document.
  private mutating func advance() throws(StageError) -> Bool {
    (batch, next) = (xml_shim_batch(), 0)
    if let failure { throw failure }
    if isAtEnd { return false }
    // libxml2 scans unfinished markup again with each piece, so pieces grow with it.
    let waiting = xml_shim_waiting(handle)
    isAtEnd = try !source.readPiece(waiting > 1 << 20 ? waiting : pieceSize)
    let status = source.piece.withUnsafeBytes { bytes in
      xml_shim_parse(handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, isAtEnd ? 1 : 0)
    }
    batch = xml_shim_events(handle)
    if status != xml_shim_ok { failure = error(status) }
    return true
  }

  /// The value of an attribute of the element that starts with a step; `nil` if it does not have it, or if the walk was
  /// made without its name.
  func attribute(_ name: String, of step: Step) -> String? {
    let event = batch.events[step.event]
    let name = attributes.firstIndex(of: name) ?? -1
    for index in event.attribute_start..<event.attribute_start + event.attribute_count {
      let attribute = batch.attributes[index]
      guard attribute.name == name else { continue }
      return String(decoding: bytes(attribute.text_start, attribute.text_length), as: UTF8.self)
    }
    return nil
  }

  /// `text` without white space at its ends.
  var trimmedText: String { String(decoding: text, as: UTF8.self).trimmingWhitespace }

  /// All starts and lengths that the parser gives lie inside its text.
  private func bytes(_ start: Int, _ length: Int) -> UnsafeRawBufferPointer {
    guard let text = batch.text else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: text + start, count: length)
  }

  private func error(_ status: xml_shim_status) -> StageError {
    let words = String(cString: xml_shim_message(handle)).trimmingWhitespace
    let mend: Remedy = "get the file again, or mend it"
    let (message, remedy): (String, Remedy) =
      switch status {
      case xml_shim_entity:
        (
          "the text uses the entity “\(words)”, and only those of XML itself are read",
          "write the character in its place"
        )
      case xml_shim_too_deep: ("elements are nested deeper than \(xml_shim_depth_limit)", mend)
      case xml_shim_too_many:
        ("an element has more than \(Figures.grouped(xml_shim_attribute_limit)) attributes and namespaces", mend)
      case xml_shim_too_long:
        (
          "a tag, a comment or a marked section is longer than \(Figures.grouped(xml_shim_markup_limit)) bytes",
          mend
        )
      case xml_shim_no_memory: ("there is not enough memory for it", "split the source")
      case xml_shim_cut_off where source.size == 0: ("the file is empty", "get the file again")
      case xml_shim_cut_off:
        (
          "the XML is cut off after \(Figures.grouped(source.size)) bytes: its first element is not closed",
          "get the file again"
        )
      default: ("this is not XML: " + words.prefix(1).lowercased() + words.dropFirst(), mend)
      }
    return StageError(
      .unreadableData, at: Location(file: source.shownPath, line: Int(xml_shim_line(handle))), message, remedy: remedy)
  }
}
