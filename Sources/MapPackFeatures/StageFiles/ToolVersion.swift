import Foundation
import MapPack

/// The version of the tools. README.md and the actions in `.github` name a release too, for users to write into their
/// files.
package enum ToolVersion {
  /// Stage files of another version are refused.
  package static let current = "0.1.0"
}
