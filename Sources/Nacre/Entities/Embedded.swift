/// A struct that is stored inside of its owner, each property as an attribute of its own:
/// `townHall.city`. Filters and sorts reach them: `$0.townHall.city == "Oslo"`.
///
/// `@Embedded` writes the conformance.
public protocol Embedded: WholeValue {
    /// The properties, as filters and sorts see them.
    associatedtype Fields: FieldSet where Fields.FieldsOwner == Self
}
