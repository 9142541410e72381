/// The version of the tools. Stage files of another version are refused.
package enum ToolVersion {
  package static let current = "0.1.0"
}
