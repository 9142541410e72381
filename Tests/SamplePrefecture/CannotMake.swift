/// Something the tool cannot do, in words.
struct CannotMake: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
