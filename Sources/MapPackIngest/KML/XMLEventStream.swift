import CMapPack
import MapPackFeatures

/// A start, an end or a text in an XML document. Its bytes belong to the stream, and are valid until the stream
/// advances.
struct XMLEvent {
  enum Kind {
    case start, end, text
  }

  var kind: Kind
  /// The index of the element in the list of names that the stream was made with; `nil` if the list does not have it.
  var element: Int?
  /// The text, or the local name of an element, in UTF-8.
  var bytes: UnsafeRawBufferPointer
  /// The line, from 1, on which it ends.
  var line: Int

  var string: String { String(decoding: bytes, as: UTF8.self) }
}

/// The elements and texts of an XML file in their order, read by the push parser of libxml2 behind a C interface. The
/// corresponding C type is `xml_shim_parser`.
///
/// Call `advance()` until it returns false, and read the events after each call. A text may go on after the next call.
///
/// Only this type touches memory of the XML parser. Names are local names, whatever their namespaces. No DTD is loaded,
/// and no entities are read except the five of XML. LibXML2Shim limits the nesting of elements (256), attributes and
/// namespaces (1,024), and the length of a tag or comment (256 MiB). Memory is that of a piece of the file and of the
/// longest tag, comment or marked section.
struct XMLEventStream: ~Copyable {
  private let handle: OpaquePointer
  private var text: XMLText
  private var batch = xml_shim_batch()
  private var failure: StageError?
  private var isAtEnd = false
  private let pieceSize: Int

  /// - Parameter pieceSize: how many bytes of the file are read at a time.
  init(
    _ text: consuming XMLText, elements: [String], attributes: [String], pieceSize: Int
  ) throws(StageError) {
    guard let handle = xml_shim_create(elements.joined(separator: " "), attributes.joined(separator: " ")) else {
      throw StageError(.unreadableData, file: text.shownPath, "there is not enough memory for it")
    }
    self.handle = handle
    self.text = text
    self.pieceSize = pieceSize
  }

  deinit { xml_shim_destroy(handle) }

  /// The position of the next piece in the file, in bytes.
  var position: Int { text.position }

  /// Reads on, and returns false at the end of the document. The events of the last call become invalid.
  /// - Throws: `unreadableData` if the text is not XML to its last byte, if it is not in its encoding, or if it is over
  ///   the limits, once all events before the error have been given.
  mutating func advance() throws(StageError) -> Bool {
    batch = xml_shim_batch()
    if let failure { throw failure }
    if isAtEnd { return false }
    // libxml2 scans unfinished markup again with each piece, so pieces grow with it.
    let waiting = xml_shim_waiting(handle)
    isAtEnd = try !text.readPiece(waiting > 1 << 20 ? waiting : pieceSize)
    let status = text.piece.withUnsafeBytes { bytes in
      xml_shim_parse(handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, isAtEnd ? 1 : 0)
    }
    batch = xml_shim_events(handle)
    if status != xml_shim_ok { failure = error(status) }
    return true
  }

  var eventCount: Int { batch.event_count }

  /// The event with an index from 0 to below `eventCount`, which is not checked.
  func event(_ number: Int) -> XMLEvent {
    let event = batch.events[number]
    return XMLEvent(
      kind: event.kind == xml_shim_start ? .start : event.kind == xml_shim_end ? .end : .text,
      element: event.element < 0 ? nil : Int(event.element), bytes: bytes(event.text_start, event.text_length),
      line: Int(event.line))
  }

  /// The value of an attribute of the element that starts with an event; `nil` if it does not have it. Both are
  /// indices.
  func attribute(_ name: Int, ofEvent number: Int) -> String? {
    let event = batch.events[number]
    for index in event.attribute_start..<event.attribute_start + event.attribute_count {
      let attribute = batch.attributes[index]
      guard attribute.name == name else { continue }
      return String(decoding: bytes(attribute.text_start, attribute.text_length), as: UTF8.self)
    }
    return nil
  }

  /// All starts and lengths that the parser gives lie inside its text.
  private func bytes(_ start: Int, _ length: Int) -> UnsafeRawBufferPointer {
    guard let text = batch.text else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: text + start, count: length)
  }

  private func error(_ status: xml_shim_status) -> StageError {
    let words = String(cString: xml_shim_message(handle)).trimmingWhitespace
    let message: String
    let remedy: String
    switch status {
    case xml_shim_entity:
      message = "the text uses the entity “\(words)”, and only those of XML itself are read"
      remedy = "write the character in its place"
    case xml_shim_too_deep:
      message = "elements are nested deeper than \(xml_shim_depth_limit)"
      remedy = "get the file again, or mend it"
    case xml_shim_too_many:
      message = "an element has more than \(Figures.grouped(xml_shim_attribute_limit)) attributes and namespaces"
      remedy = "get the file again, or mend it"
    case xml_shim_too_long:
      message = "a tag, a comment or a marked section is longer than \(Figures.grouped(xml_shim_markup_limit)) bytes"
      remedy = "get the file again, or mend it"
    case xml_shim_no_memory:
      message = "there is not enough memory for it"
      remedy = "split the source"
    case xml_shim_cut_off:
      message =
        text.size == 0
        ? "the file is empty"
        : "the XML is cut off after \(Figures.grouped(text.size)) bytes: its first element is not closed"
      remedy = "get the file again"
    default:
      message = "this is not XML: " + words.prefix(1).lowercased() + words.dropFirst()
      remedy = "get the file again, or mend it"
    }
    return StageError(
      .unreadableData, at: Location(file: text.shownPath, line: Int(xml_shim_line(handle))), message, remedy: remedy)
  }
}
