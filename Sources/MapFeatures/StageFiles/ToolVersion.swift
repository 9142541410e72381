/// The version of the tools.
package enum ToolVersion {
  /// The version of this build. Stage files of another version are refused.
  package static let current = "0.1.0"
}
