/// An attribute whose stages store text, and a part of a value as the same part of that text:
/// `@Attribute(.transformed(by: ..., keepsText: true))`. It can be compared for equality, and
/// tested with `hasPrefix`, `hasSuffix` and `contains`. An index serves equality and prefixes.
///
/// ```swift
/// let guides = Page.where { $0.slug.hasPrefix(Slug("guides/")) }
/// ```
/// The stages must declare it too: ``Transformer`` has its own `keepsText`, which the store keeps
/// with the stage's name. If one does not, fetching with such a test throws `invalidValue`.
public typealias StagedTextField<Root, Value: Sendable> = StagedField<Root, Value, Keeps.Text>

/// An attribute whose stages keep both the order of its values and parts of their text:
/// `.transformed(by: ..., keepsOrder: true, keepsText: true)`. It combines ``OrderedField`` and
/// ``StagedTextField``.
public typealias OrderedTextField<Root, Value: Sendable> = StagedField<
    Root, Value, Keeps.OrderAndText
>
