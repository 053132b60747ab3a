/// The key of a plan for reading a field alone.
struct FieldPlanKey: Hashable {
    let attribute: String
    /// The attribute that records whether the field's owner is present; nil if none is needed.
    let owner: String?
}
