/// The hooks of some entity: what is known of them where the type is not. Code that serves all
/// types keeps them as these, since looking up a generic type takes longer than saving an object.
class AnyEntityHooks: @unchecked Sendable {
    // SAFETY: it holds nothing.
    init() {}
}
