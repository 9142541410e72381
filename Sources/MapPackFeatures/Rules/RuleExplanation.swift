/// What a rule means and what to do about it, whatever the data. It is written for readers of a report who do not know
/// the tool.
package struct RuleExplanation: Hashable, Sendable {
  /// What a rule is about.
  package enum Subject: Hashable, Sendable {
    /// A source, while it is read. Many findings of a rule are gathered into one.
    case reading
    /// The shapes of the features of a source or a feature table.
    case features
    /// The borders between features.
    case borders
    /// The codes and names of features.
    case regions
    /// A coverage or a pack.
    case coverages
    /// The work of `merge` or `simplify`, whose findings are kept in stage files.
    case merging, simplifying
    /// The names and codes of a run.
    case naming
    /// What is written in other formats.
    case exporting
  }

  /// How severe the rule is: what ends a run is an error, what a run mends or leaves as it is a warning or a note. `nil` for a rule without findings, by which a ledger leaves features out.
  package var severity: Finding.Severity?
  /// What the rule is about.
  package var subject: Subject
  /// What the rule means: one sentence without a full stop, with code in backticks, as on the page of errors.
  package var meaning: String
  /// What to do, in the same form; `nil` if there is nothing to do. A finding that knows more says more.
  package var remedy: Remedy?
  /// Whether merging mends the fault. The remedy begins with what it makes of it.
  package var isMended: Bool

  /// The remedy for those who may write a pipeline file or run a stage.
  package var remedyWords: String { remedy?.words(for: .documentation) ?? "nothing" }

  /// The title of the page of errors in the documentation, which explains all rules in tables.
  package static let page = "Errors, findings and exit statuses"

  /// The headings of that page, in its order: the stages that report findings.
  package enum Heading: String, CaseIterable, Sendable {
    case reading = "Reading"
    case merge = "Merge"
    case simplify = "Simplify"
    case naming = "Naming"
    case export = "Export"
    case validate = "Validate"
  }

  /// The heading under which the rule is explained.
  package var heading: Heading {
    switch subject {
    case .reading: .reading
    case .merging: .merge
    case .simplifying: .simplify
    case .features, .borders, .regions, .coverages: .validate
    case .naming: .naming
    case .exporting: .export
    }
  }
}
