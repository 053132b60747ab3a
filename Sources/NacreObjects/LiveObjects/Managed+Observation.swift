internal import Nacre
internal import Observation

/// A property of a live object that somebody has read, maybe while being observed.
struct ObservedProperty<Owner: Entity> {
    let isSame: (LiveContent<Owner>, LiveContent<Owner>) -> Bool
    let change: PropertyChange
}

/// What tells those who observe a property.
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

    /// The properties that differ in what the object is about to become. Whole objects count as
    /// others whenever they are replaced: their `==` may ask the ids only.
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

    /// Observes that references lead to objects which are not there.
    func observeMissing(behind member: PartialKeyPath<Owner>) -> PropertyChange {
        registrar.access(self, keyPath: \.[behind: member])
        return change(of: \.[behind: member])
    }

    /// By itself: the references stay the same when their objects come.
    private subscript(behind member: PartialKeyPath<Owner>) -> Int { targets[member]?.count ?? 0 }

    func change<Value>(of property: KeyPath<Managed, Value>) -> PropertyChange {
        PropertyChange(
            willChange: { [unowned self] in registrar.willSet(self, keyPath: property) },
            didChange: { [unowned self] in registrar.didSet(self, keyPath: property) })
    }
}
