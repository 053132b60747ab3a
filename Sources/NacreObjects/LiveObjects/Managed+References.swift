public import Nacre

/// A request for the objects of any entity that refer to another object.
protocol InverseRequest {
    /// Returns whether the request finds the same objects in two snapshots.
    func findsSame(in former: Snapshot, and next: Snapshot) throws(StoreError) -> Bool
}

extension FetchRequest: InverseRequest {
    func findsSame(in former: Snapshot, and next: Snapshot) throws(StoreError) -> Bool {
        try former.findsSame(self, as: next)
    }
}

/// References as live objects of the same context. A target is read on first access. If there is
/// none, the result is nil. If it cannot be read, the result is nil too, and
/// ``Context/save(author:note:)`` throws the reason.
extension Managed {
    /// The object that a reference leads to. Setting it makes the reference lead to another object.
    public subscript<Target: Entity>(
        dynamicMember member: WritableKeyPath<Owner, Ref<Target>?>
    ) -> Managed<Target>? {
        get { follow(member, [self[dynamicMember: member as KeyPath]].compactMap { $0 }).first }
        set {
            var object = state.object
            object[keyPath: member] = newValue.map { Ref(id: $0.id) }
            change(to: object)
        }
    }

    /// The object that a reference leads to; nil if it is gone.
    public subscript<Target: Entity>(
        dynamicMember member: KeyPath<Owner, Ref<Target>>
    ) -> Managed<Target>? {
        follow(member, [self[dynamicMember: member]]).first
    }

    /// The objects that references lead to, in their order, without those that are gone.
    public subscript<Target: Entity>(
        dynamicMember member: KeyPath<Owner, [Ref<Target>]>
    ) -> [Managed<Target>] {
        follow(member, self[dynamicMember: member])
    }

    /// The objects that a set of references leads to, by ascending id, without those that are gone.
    public subscript<Target: Entity>(
        dynamicMember member: KeyPath<Owner, Set<Ref<Target>>>
    ) -> [Managed<Target>] {
        let references: Set<Ref<Target>> = self[dynamicMember: member]
        return follow(member, references.ascending())
    }

    /// The objects that refer to this one, by ascending id, as the store had them when the context
    /// was made, saved or refreshed last. Unsaved changes to references have no effect, but objects
    /// that were deleted here are left out. Observers are notified when saving or refreshing
    /// changes the list.
    ///
    /// ```swift
    /// for city in anne.cities { city.population += 1 }
    /// ```
    public subscript<Member: Entity>(
        dynamicMember member: KeyPath<Owner, ToMany<Member>>
    ) -> [Managed<Member>] {
        let members: ToMany<Member> = self[dynamicMember: member]
        guard let context else { return [] }
        let found = context.attempt { () throws(StoreError) in
            try context.members(members, companions)
        }
        guard let found else { return [] }
        targets[member] = found
        inverses[member] = members.request
        return found
    }

    func changedInverses(
        from former: Snapshot, to next: Snapshot
    ) throws(StoreError) -> [PropertyChange] {
        var changes: [PropertyChange] = []
        for (member, request) in inverses where try !request.findsSame(in: former, and: next) {
            guard let change = observed[member]?.change else { continue }
            changes.append(
                PropertyChange(
                    // Observers that need the next change read the property again.
                    willChange: { [unowned self] in
                        inverses[member] = nil
                        change.willChange()
                    }, didChange: change.didChange))
        }
        return changes
    }

    /// Returns the objects that references lead to. The object keeps all of them, even deleted
    /// ones, so that observed properties of them are not lost.
    private func follow<Target: Entity>(
        _ member: PartialKeyPath<Owner>, _ references: [Ref<Target>]
    ) -> [Managed<Target>] {
        guard let context else { return [] }
        var found: [Managed<Target>] = []
        for reference in references {
            let looked = context.attempt { () throws(StoreError) in
                try context.look(Target.self, reference.id)
            }
            guard let looked else { continue }
            if let target = looked { found.append(target) } else { seek(reference, at: member) }
        }
        targets[member] = found
        return found.filter { !$0.isDeleted }
    }

    /// Lets observers of a reference be notified when its missing target appears.
    private func seek<Target: Entity>(
        _ reference: Ref<Target>, at member: PartialKeyPath<Owner>
    ) {
        context?.missing.add(
            Target.self, reference.id, .init(object: self, change: observeMissing(behind: member)),
            at: .init(object: ObjectIdentifier(self), member: member))
    }

    /// Returns whether a reference leads to an object that was not read yet. Accessing it will read
    /// it.
    public func hasFault<Target: Entity>(for member: KeyPath<Owner, Ref<Target>?>) -> Bool {
        state.object[keyPath: member].map { isFault(Target.self, $0.id) } ?? false
    }

    /// Returns whether a reference leads to an object that was not read yet.
    public func hasFault<Target: Entity>(for member: KeyPath<Owner, Ref<Target>>) -> Bool {
        isFault(Target.self, state.object[keyPath: member].id)
    }

    /// Returns whether any reference of an array leads to an object that was not read yet.
    public func hasFault<Target: Entity>(for member: KeyPath<Owner, [Ref<Target>]>) -> Bool {
        state.object[keyPath: member].contains { isFault(Target.self, $0.id) }
    }

    /// Returns whether any reference of a set leads to an object that was not read yet.
    public func hasFault<Target: Entity>(for member: KeyPath<Owner, Set<Ref<Target>>>) -> Bool {
        state.object[keyPath: member].contains { isFault(Target.self, $0.id) }
    }

    private func isFault<Target: Entity>(_ type: Target.Type, _ id: Target.ID) -> Bool {
        context?.objects.find(type, id) == nil
    }
}
