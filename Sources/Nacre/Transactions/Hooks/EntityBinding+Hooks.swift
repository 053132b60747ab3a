extension EntityBinding {
    /// The type's hooks. Read only if the store has hooks: ``WriteTransaction/willSave(_:)``.
    var hooks: EntityHooks<Owner> {
        lateHooks.with({ EntityHooks<Owner>() }) {
            // SAFETY: no other type is made here, and nothing else makes hooks.
            unsafe unsafeDowncast($0, to: EntityHooks<Owner>.self)
        }
    }
}

extension EntityRegistry {
    /// The hooks of all entities.
    var hooks: StoreHooks { withHooks { $0 } }

    /// Calls a closure with the hooks of all entities, without retaining them. Every change calls
    /// this.
    @inline(__always)
    func withHooks<Result>(_ body: (StoreHooks) -> Result) -> Result {
        lateHooks.with({ StoreHooks(self) }) {
            // SAFETY: no other type is made here, and nothing else makes hooks.
            unsafe body(unsafeDowncast($0, to: StoreHooks.self))
        }
    }
}
