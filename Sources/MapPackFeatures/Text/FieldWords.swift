/// What the name of a field says about its values: whether they are codes or names, of what, and in which language.
///
/// Publishers glue the parts of such names together in many ways: TOWNID, GID_2, LAD23CD, shapeName, CVEGEO, NM_MUN,
/// SIG_KOR_NM. Capitals do not matter.
package struct FieldWords: Hashable, Sendable {
  /// What the values are.
  package enum Role: Hashable, Sendable { case name, code, other }

  /// How well a name serves: the better one is smaller.
  package enum Tongue: Int, Comparable, Sendable {
    /// Nothing is said: the name by which people there know it.
    case own
    /// In a language that is named, and is not English.
    case named
    /// In English, or in Latin letters.
    case english
    /// A further, a shorter or a former name.
    case variant

    package static func < (a: Tongue, b: Tongue) -> Bool { a.rawValue < b.rawValue }
  }

  package private(set) var role = Role.other
  /// The name without the words for role and language: TOWNID and TOWNNAME have `town`, ID_3 and NAME_3 have `3`.
  package private(set) var stem = ""
  package private(set) var tongue = Tongue.own
  /// Whether the field is called a code, and not just an id, a key or a number, which programs give too.
  package private(set) var isCalledCode = false
  /// Whether the field says of what kind something is, in what state, or how much of it there is, and so neither names it
  /// nor tells it apart.
  package private(set) var isClass = false
  /// Whether a program gives the values anew each time, so that no later edition keeps them.
  package private(set) var isVolatile = false

  // The words of languages. Publishers have words of their own.

  private static let nameWords = Set([
    "name", "names", "nam", "nm", "nmw", "nma", "naam", "navn", "namn", "nafn", "nimi", "nimetus", "nome", "nombre",
    "nom", "nama", "nazwa", "nazev", "naziv", "ime", "adi", "libelle", "denominacion", "名称", "名稱", "名", "名前", "이름",
    "ten", "наименование", "название", "назва",
  ]).union(Publisher.names(.nameWord))
  private static let codeWords = codes.union([
    "key", "nr", "no", "num", "nummer", "number", "numero", "id", "ids", "uid", "iso", "ref", "geocode", "kodas",
  ]).union(Publisher.names(.codeWord))
  /// Those that mean a code and nothing else.
  private static let codes = Set([
    "code", "cod", "codes", "cd", "kode", "kod", "codigo", "codice", "clave", "コード", "編號", "代碼", "코드", "код",
  ]).union(Publisher.names(.onlyCode))
  /// Words at the end of a longer one without a sign between them, the longer ones first.
  private static let endings: [(word: String, role: Role)] =
    (["name", "naam", "navn", "namn", "nimi", "nombre", "nome", "nom", "nm", "nam", "名称", "名稱", "名"].map { ($0, .name) }
    + (["code", "kode", "nummer", "コード", "uid", "kod", "cod", "cd", "nr", "id"] + Publisher.names(.codeEnding)).map {
      ($0, .code)
    }).sorted { $0.word.count > $1.word.count }
  /// Words at the beginning of a longer one.
  private static let beginnings: [(word: String, role: Role)] =
    (["name", "nom"] + Publisher.names(.nameBeginning)).map { ($0, .name) }
    + (["cod", "kod"] + Publisher.names(.codeBeginning)).map { ($0, .code) }
  private static let english: Set<String> = [
    "en", "eng", "engl", "engli", "english", "latn", "latin", "roman", "romanized", "ascii", "int", "international",
  ]
  private static let languages: Set<String> = [
    "ja", "jp", "jpn", "ko", "kor", "zh", "chi", "chn", "th", "tha", "ar", "ara", "ru", "rus", "uk", "fr", "fra", "fre",
    "es", "spa", "pt", "por", "it", "ita", "nl", "nld", "de", "deu", "ger", "tr", "he", "hi", "vi", "el", "fi", "sv",
    "da", "nb", "no", "pl", "cs", "hu", "ro", "bg", "sr", "hr", "ka", "fa", "ur", "bn", "ne", "km", "lo", "my", "mn",
    "local", "native", "loc", "w",
  ]
  private static let variants: Set<String> = [
    "alt", "var", "short", "abbr", "abb", "abk", "old", "former", "full", "par", "sort", "official", "formal", "prev",
  ]
  private static let classWords = Set([
    "type", "typ", "tipo", "kind", "class", "category", "status", "objektart", "level", "rank", "boundary", "style",
    "styleurl", "description", "source", "note", "notes", "remark", "remarks", "date", "timestamp", "url", "uri",
    "email", "phone", "website", "wikipedia", "fill", "stroke", "color", "visibility", "created", "updated", "modified",
    "edited", "datetime", "currency", "curr", "count", "cnt", "sites", "total", "population", "pop", "anzahl",
  ]).union(Publisher.names(.classWord))
  private static let volatileNames: Set<String> = [
    "fid", "objectid", "ogcfid", "ogrfid", "gmlid", "oid", "gid", "cartodbid", "globalid", "uuid", "guid", "objid",
    "rowid", "index", "serial", "featureid", "mapshaperid", "unnamed", "object", "recno", "wkbid", "handle",
    "entityhandle", "covid", "mslink", "pkuid", "recordid",
  ]

  package init(_ field: String) {
    let words = Self.words(of: field)
    let joined = words.joined()
    isClass = words.contains { Self.classWords.contains($0) } && !words.contains("name")
    // objectid_1 is a copy of objectid; GID_1 is a code of GADM.
    isVolatile =
      Self.volatileNames.contains(joined)
      || words.count > 1 && joined != "gid\(words.last ?? "")"
        && Self.volatileNames.contains(words.dropLast().joined()) && words.last?.allSatisfy(\.isNumber) == true
    var rest = words
    if let position = words.lastIndex(where: { Self.role(of: $0) != .other }) {
      role = Self.role(of: words[position])
      isCalledCode = Self.codes.contains(words[position])
      rest.remove(at: position)
    } else if let (position, role, remainder) = Self.glued(words) {
      self.role = role
      isCalledCode = Self.codes.contains { words[position] == $0 + remainder || words[position] == remainder + $0 }
      rest[position] = remainder
    }
    if words.last == "nmw" || words.last == "nma" { tongue = .named }
    if role != .code {
      let isNamed = role == .name
      // Without a word for it, a language at the end makes a name: ADM2_EN, TOWNENG.
      if !isNamed, let last = rest.last, rest.count > 1, Self.english.contains(last) || Self.languages.contains(last) {
        role = .name
      } else if !isNamed, let last = rest.last, last.count > 4, last.hasSuffix("eng") {
        role = .name
        rest[rest.count - 1] = String(last.dropLast(3))
        tongue = .english
      }
      if role == .name {
        for word in rest where rest.count > 1 || isNamed {
          if Self.english.contains(word) { tongue = max(tongue, .english) }
          if Self.languages.contains(word) { tongue = max(tongue, .named) }
          if Self.variants.contains(word) { tongue = max(tongue, .variant) }
        }
        rest.removeAll {
          Self.english.contains($0) || Self.languages.contains($0) || Self.variants.contains($0)
        }
      }
    }
    stem = rest.joined(separator: " ")
  }

  private static func role(of word: String) -> Role {
    nameWords.contains(word) ? .name : codeWords.contains(word) ? .code : .other
  }

  /// The last word that begins or ends with a word for a role, the role, and what is left of it.
  private static func glued(_ words: [String]) -> (position: Int, role: Role, rest: String)? {
    for (position, word) in words.enumerated().reversed() {
      if let end = endings.first(where: { word.hasSuffix($0.word) }) {
        return (position, end.role, String(word.dropLast(end.word.count)))
      }
      if let begin = beginnings.first(where: { word.hasPrefix($0.word) }) {
        return (position, begin.role, String(word.dropFirst(begin.word.count)))
      }
    }
    return nil
  }

  /// The words in small letters. They end at signs, before a capital behind a small letter, and between letters and
  /// digits.
  private static func words(of field: String) -> [String] {
    var words: [String] = []
    var last: Character?
    for character in field {
      guard character.isLetter || character.isNumber else {
        last = nil
        continue
      }
      let isNew =
        last.map { last in
          last.isNumber != character.isNumber || last.isLowercase && character.isUppercase
        } ?? true
      if isNew { words.append("") }
      words[words.count - 1] += character.lowercased()
      last = character
    }
    return words
  }
}

/// Guesses which field of a source holds names by the fields alone.
package enum NameField {
  /// The index of the field that most likely holds names; `nil` if no field looks like it. Capitals do not matter.
  ///
  /// It is the first of these that exists: a field called `name`, one whose words say a name, by its language, and one in
  /// which a publisher has names.
  package static func index(among fields: [String]) -> Int? {
    let lower = fields.map { $0.lowercased() }
    let words = fields.map { FieldWords($0) }
    let best = fields.indices.filter { words[$0].role == .name }.min { words[$0].tongue < words[$1].tongue }
    return lower.firstIndex(of: "name") ?? best ?? lower.firstIndex { Publisher.names(.name).contains($0) }
  }

  /// Whether values look like names and not like codes: most have letters and begin with a capital or with a letter of a
  /// script without capitals; few are short, have digits or are written in capitals with signs.
  package static func areNames(_ values: some Collection<String>) -> Bool {
    guard !values.isEmpty else { return false }
    let count = values.count { value in
      guard let first = value.first, first.isLetter, !first.isLowercase else { return false }
      let isCapitals = !value.contains { $0.isLowercase } && value.allSatisfy(\.isASCII)
      guard !value.contains(where: { $0 == "/" || $0 == ":" || $0 == "_" || $0 == "@" }) else { return false }
      // BY, US-CA and E06000001 are codes; QUEBEC may be a name.
      return !isCapitals || value.count > 3 && !value.contains { $0.isNumber || $0 == "." || $0 == "-" }
    }
    return 2 * count > values.count
  }
}
