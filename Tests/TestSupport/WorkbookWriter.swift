/// Writes a workbook in Office Open XML, as spreadsheet programs do: texts are shared, and have phonetic guides.
///
/// - Parameters:
///   - sheets: names, and rows of cells; an empty text is no cell.
///   - strings: replaces the part with the shared texts; empty for none.
///   - sheet: replaces the part of the first sheet.
///   - styles: the part with the formats; `nil` for none.
package func workbook(
  _ sheets: [(name: String, rows: [[String]])], to path: String, strings replaced: String? = nil,
  sheet replacedSheet: String? = nil, styles: String? = nil
) throws {
  var strings: [String] = []
  var parts: [(name: String, text: String)] = []
  for (index, sheet) in sheets.enumerated() {
    var rows = ""
    for (row, fields) in sheet.rows.enumerated() {
      rows += "<row r=\"\(row + 1)\">"
      for (column, field) in fields.enumerated() where !field.isEmpty {
        let letter = String(UnicodeScalar(UInt8(65 + column)))
        rows += "<c r=\"\(letter)\(row + 1)\" t=\"s\"><f>A1</f><v>\(strings.count)</v></c>"
        strings.append(field)
      }
      rows += "</row>"
    }
    parts.append(
      (
        "xl/worksheets/sheet\(index + 1).xml",
        (index == 0 ? replacedSheet : nil)
          ?? "<worksheet xmlns=\"x\"><dimension ref=\"A1\"/><sheetData>\(rows)</sheetData></worksheet>"
      ))
  }
  let names = sheets.enumerated().map { "<sheet name=\"\($1.name)\" sheetId=\"\($0 + 7)\" r:id=\"r\($0)\"/>" }
  parts.append(
    (
      "xl/workbook.xml",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><workbook xmlns=\"x\" xmlns:r=\"y\"><sheets>\(names.joined())</sheets></workbook>"
    ))
  let relations = sheets.indices.map {
    "<Relationship Id=\"r\($0)\" Type=\"http://x/worksheet\" Target=\"worksheets/sheet\($0 + 1).xml\"/>"
  }
  parts.append(
    (
      "xl/_rels/workbook.xml.rels",
      "<Relationships xmlns=\"x\">\(relations.joined())"
        + "<Relationship Id=\"s\" Type=\"http://x/sharedStrings\" Target=\"/xl/sharedStrings.xml\"/>"
        + "<Relationship Id=\"t\" Type=\"http://x/styles\" Target=\"styles.xml\"/></Relationships>"
    ))
  let items = strings.map { text in
    let half = text.index(text.startIndex, offsetBy: text.count / 2)
    return "<si><r><t>\(text[..<half])</t></r><r><t xml:space=\"preserve\">\(text[half...])</t></r>"
      + "<rPh sb=\"0\" eb=\"1\"><t>ヨミ</t></rPh></si>"
  }
  parts.append(("xl/sharedStrings.xml", replaced ?? "<sst xmlns=\"x\">\(items.joined())</sst>"))
  if let styles { parts.append(("xl/styles.xml", styles)) }
  try zipArchive(parts.filter { !$0.text.isEmpty }.map { (Array($0.name.utf8), Array($0.text.utf8)) }, to: path)
}
