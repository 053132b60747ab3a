public import Nacre

/// What leads to the objects that refer to another one, of whatever entity.
protocol InverseRequest {
    /// Whether these are the same in two snapshots.
    func findsSame(in former: Snapshot, and next: Snapshot) throws(StoreError) -> Bool
}

extension FetchRequest: InverseRequest {
    func findsSame(in former: Snapshot, and next: Snapshot) throws(StoreError) -> Bool {
        try former.findsSame(self, as: next)
    }
}

/// References lead to live objects of the same context. A target is read when it is first touched;
/// where there is none, or it cannot be read, there is nil, and the reason is kept for
/// ``Context/save(author:)`` to throw.
extension Managed {
    /// The object that a reference leads to. Setting it refers to another one.
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

    /// The object that a reference leads to; nil if there is none any more.
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
    /// was made, saved or refreshed last: references that were changed and not saved have no say,
    /// but objects deleted here are left out. Who observes it is told when saving or refreshing
    /// makes them others.
    ///
    /// ```swift
    /// for city in anne.cities { city.population += 1 }
    /// ```
    public subscript<Member: Entity>(
        dynamicMember member: KeyPath<Owner, ToMany<Member>>
    ) -> [Managed<Member>] {
        let request = (self[dynamicMember: member] as ToMany<Member>).request
        guard let context else { return [] }
        let found = context.attempt { () throws(StoreError) in try context.fetch(request) }
        guard let found else { return [] }
        targets[member] = found
        inverses[member] = request
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
                    // Whoever wants to know of the next change looks again.
                    willChange: { [unowned self] in
                        inverses[member] = nil
                        change.willChange()
                    }, didChange: change.didChange))
        }
        return changes
    }

    /// Where references lead. Whoever has been there keeps it, be it deleted: a property of it that
    /// is observed must not be lost with it.
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

    /// Lets who observes where references lead know when an object comes that is not there.
    private func seek<Target: Entity>(
        _ reference: Ref<Target>, at member: PartialKeyPath<Owner>
    ) {
        context?.missing.add(
            Target.self, reference.id, .init(object: self, change: observeMissing(behind: member)),
            at: .init(object: ObjectIdentifier(self), member: member))
    }

    /// Whether a reference leads to an object that was not read yet: touching it will read it.
    public func hasFault<Target: Entity>(for member: KeyPath<Owner, Ref<Target>?>) -> Bool {
        state.object[keyPath: member].map { isFault(Target.self, $0.id) } ?? false
    }

    /// Whether a reference leads to an object that was not read yet.
    public func hasFault<Target: Entity>(for member: KeyPath<Owner, Ref<Target>>) -> Bool {
        isFault(Target.self, state.object[keyPath: member].id)
    }

    /// Whether some reference of a list leads to an object that was not read yet.
    public func hasFault<Target: Entity>(for member: KeyPath<Owner, [Ref<Target>]>) -> Bool {
        state.object[keyPath: member].contains { isFault(Target.self, $0.id) }
    }

    /// Whether some reference of a set leads to an object that was not read yet.
    public func hasFault<Target: Entity>(for member: KeyPath<Owner, Set<Ref<Target>>>) -> Bool {
        state.object[keyPath: member].contains { isFault(Target.self, $0.id) }
    }

    private func isFault<Target: Entity>(_ type: Target.Type, _ id: Target.ID) -> Bool {
        context?.objects.find(type, id) == nil
    }
}
