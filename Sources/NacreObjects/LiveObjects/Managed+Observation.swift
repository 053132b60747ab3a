internal import Nacre
internal import Observation

/// A property of a live object that was read and may be observed.
struct ObservedProperty<Owner: Entity> {
    let isSame: (LiveContent<Owner>, LiveContent<Owner>) -> Bool
    let change: PropertyChange
}

/// The notifications of the observers of a property.
struct PropertyChange {
    let willChange: () -> Void
    let didChange: () -> Void
}

/// Observation by property.
extension Managed {
    func observe<Value>(_ member: KeyPath<Owner, Value>) {
        registrar.access(self, keyPath: \.[dynamicMember: member])
        guard observed[member] == nil else { return }
        observed[member] = ObservedProperty(
            isSame: { $0.state.hasSame(member, as: $1.state) },
            change: change(of: \.[dynamicMember: member]))
    }

    /// Returns the properties that differ in the object's next content. Whole objects count as
    /// different whenever they are replaced, because their `==` may compare only the ids.
    func told(of next: LiveContent<Owner>) -> [PropertyChange] {
        let (phase, nextPhase) = (content.phase, next.phase)
        var told = observed.values.filter { !$0.isSame(content, next) }.map(\.change)
        if content.state.stamp != next.state.stamp { told.append(change(of: \.value)) }
        if content.committed.stamp != next.committed.stamp {
            told.append(change(of: \.committedValue))
        }
        if phase.isUnsaved != nextPhase.isUnsaved { told.append(change(of: \.hasChanges)) }
        if phase.isDeleted != nextPhase.isDeleted { told.append(change(of: \.isDeleted)) }
        return told
    }

    /// Registers an access to references that lead to missing objects.
    /// - Returns: The notifications for the time when such an object appears.
    func observeMissing(behind member: PartialKeyPath<Owner>) -> PropertyChange {
        registrar.access(self, keyPath: \.[behind: member])
        return change(of: \.[behind: member])
    }

    /// The number of objects that a property leads to. It is observed by itself, because the
    /// references stay the same when their objects appear.
    private subscript(behind member: PartialKeyPath<Owner>) -> Int { targets[member]?.count ?? 0 }

    func change<Value>(of property: KeyPath<Managed, Value>) -> PropertyChange {
        PropertyChange(
            willChange: { [unowned self] in registrar.willSet(self, keyPath: property) },
            didChange: { [unowned self] in registrar.didSet(self, keyPath: property) })
    }
}
