/// A struct that is stored inside its owner, with each property as an attribute of the owner:
/// `townHall.city`. Filters and sorts reach the properties: `$0.townHall.city == "Oslo"`.
///
/// `@Embedded` writes the conformance.
public protocol Embedded: WholeValue {
    /// The properties, as filters and sorts see them.
    associatedtype Fields: FieldSet where Fields.FieldsOwner == Self
}
