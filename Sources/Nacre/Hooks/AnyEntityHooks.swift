/// The hooks of an entity, without its type. Code that serves all types holds hooks as this class,
/// because looking up a generic type takes longer than saving an object.
class AnyEntityHooks: @unchecked Sendable {
    // SAFETY: the class has no state.
    init() {}
}
