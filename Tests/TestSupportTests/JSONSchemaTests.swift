import TestSupport
import Testing

@Suite struct JSONSchemaTests {
  private static func faults(_ document: String, _ schema: String) throws -> [String] {
    try JSONSchema(JSONValue(text: schema)).faults(in: JSONValue(text: document))
  }

  @Test(arguments: [
    (#"{"type": "integer"}"#, "1", "1.5"), (#"{"type": ["string", "null"]}"#, "null", "true"),
    (#"{"type": "boolean"}"#, "true", "1"), (#"{"type": "number"}"#, "1.5", "false"),
    (#"{"enum": ["a", "b"]}"#, #""b""#, #""c""#), (#"{"pattern": "^[a-f]{2}$"}"#, #""ab""#, #""abc""#),
    (#"{"minimum": 1, "maximum": 3}"#, "3", "4"), (#"{"minimum": 1}"#, "1", "0"),
    (#"{"minItems": 1}"#, "[0]", "[]"), (#"{"uniqueItems": true}"#, "[0, 1]", "[1, 1]"),
    (#"{"items": {"type": "string"}}"#, #"["a"]"#, #"["a", 1]"#),
    (#"{"required": ["a"]}"#, #"{"a": 1}"#, #"{"b": 1}"#),
    (#"{"properties": {"a": {"type": "string"}}}"#, #"{"a": "", "b": 1}"#, #"{"a": 1}"#),
    (#"{"properties": {"a": {}}, "additionalProperties": false}"#, #"{"a": 1}"#, #"{"a": 1, "b": 1}"#),
    (#"{"additionalProperties": {"type": "string"}}"#, #"{"a": ""}"#, #"{"a": 1}"#),
    (#"{"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}"#, #"{"a": 1, "b": 1}"#, #"{"c": 1}"#),
    (#"{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}"#, #"{"a": 1}"#, #"{"a": 1, "b": 1}"#),
    (##"{"$ref": "#/definitions/d", "definitions": {"d": {"type": "null"}}}"##, "null", "0"),
  ])
  func `a document that fits passes, one that does not fails`(schema: String, fitting: String, broken: String) throws {
    #expect(try Self.faults(fitting, schema) == [])
    #expect(try !Self.faults(broken, schema).isEmpty)
  }

  @Test func `a fault is told with its location`() throws {
    let schema = #"{"properties": {"a": {"items": {"required": ["b"]}}}}"#
    #expect(try Self.faults(#"{"a": [{"b": 1}, {}]}"#, schema) == ["$.a[1]: required"])
  }

  @Test func `a keyword that is not checked is an error`() {
    #expect(throws: (any Error).self) { try Self.faults("1", #"{"multipleOf": 2}"#) }
  }
}
