/// Where the features of a map come from, as the page shows it.
package struct PreviewOrigin: Encodable {
  /// The format, how many features were read, and their coordinate system.
  package var words: String
  /// How many features were read.
  var short: String
  /// The names of the files.
  var files: [String]
  /// The layers of the only file; empty if it has one.
  var layers: [Layer]
  /// The layer that was read; `nil` if none was chosen.
  var layer: String?

  package struct Layer: Encodable {
    var layer: String
    var words: String

    package init(layer: String, words: String) { (self.layer, self.words) = (layer, words) }
  }

  package init(words: String, short: String, files: [String], layers: [Layer], layer: String?) {
    (self.words, self.short, self.files, self.layers, self.layer) = (words, short, files, layers, layer)
  }
}
