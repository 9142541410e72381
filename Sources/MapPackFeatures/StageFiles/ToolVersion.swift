/// The version of the tools. README.md and the actions in `.github` name a release too, for users to write into their
/// files.
package enum ToolVersion {
  /// The version of this build, of at most 16 bytes. Stage files of another version are refused. Provenance files,
  /// SARIF reports and `--version` show it.
  package static let current = "0.1.0"
}
