/// The hooks of an entity or of all entities of a store, for code below the transactions, which
/// hooks use. A class, because looking up a generic type takes longer than saving an object.
class AnyHooks: @unchecked Sendable {
    // SAFETY: the class has no state.
    init() {}
}
