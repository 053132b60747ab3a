public import Nacre
public import Observation

/// A live object of a ``Context``: properties read and write through it, references lead to other
/// live objects, and whoever observes a property is told when that one changes.
///
/// ```swift
/// let city = try context.find(City.self, "OSL")
/// city?.population += 1
/// city?.mayor?.name = "Anna"
/// try context.save()
/// ```
/// There is one for each object of a context, however it was reached. It holds a value and never
/// becomes invalid: of an object that was deleted the last value stays. Not thread-safe, and not
/// Sendable: it stays where its context was made. ``value`` can go anywhere.
///
/// Who reads a property within `withObservationTracking`, as views do, is told when it has another
/// value, whether that was set here, comes back with ``Context/rollback()``, ``Context/undo()`` or
/// ``Context/redo()``, or is somebody else's that saving or refreshing takes over. Changes of other
/// properties are not told. Values are compared by `==`; of a type that has none every change of
/// the object counts as one.
@dynamicMemberLookup
public final class Managed<Owner: Entity>: Observable {
    /// Where it lives; nil once nobody holds that any more. Then it can be read, and no changes of
    /// it are saved.
    public private(set) weak var context: Context?
    /// Changed by ``become(_:)`` only, which tells those who have read what differs.
    private(set) var content: LiveContent<Owner>
    /// Whether the context's snapshot may have something else: it was read elsewhere, or saved,
    /// which hooks and deletions may have had a say in.
    var mustBeRead = false
    /// What its changes were made upon, where the context has moved on since and could not take it
    /// along.
    private var base: Snapshot?
    /// Whether the last try to read it failed.
    private var isUnreadable = false
    /// What others had done to it when saving began: what is written then is the context's own.
    private var othersWork = WriteTransaction.OthersWork.none
    /// What is written in place of the present value, if the commit succeeds.
    private var merged: Owner?
    /// The objects that references have led to. Those may lead back: the context unties them.
    var targets: [PartialKeyPath<Owner>: [any LiveObject]] = [:]
    /// Those properties that have led to objects which refer to this one.
    var inverses: [PartialKeyPath<Owner>: any InverseRequest] = [:]
    let registrar = ObservationRegistrar()
    /// Those properties that somebody has read: who observes one of them may be told.
    var observed: [PartialKeyPath<Owner>: ObservedProperty<Owner>] = [:]

    /// - Parameter isStored: whether it was read, and not made here.
    init(_ object: Owner, isStored: Bool, in context: Context) {
        self.context = context
        let state = LiveState(object, isPresent: isStored)
        content = LiveContent(state: state, committed: state, isStored: isStored)
    }

    /// Of the object. Never changes.
    public var id: Owner.ID { content.committed.object.id }

    var state: LiveState<Owner> { content.state }
    var phase: LivePhase { content.phase }

    /// The whole object. Setting it is one change, and must keep the id: another one is refused
    /// when the context is saved.
    public var value: Owner {
        get {
            registrar.access(self, keyPath: \.value)
            return state.object
        }
        set { change(to: newValue) }
    }

    /// As it was when it was read or saved last.
    public var committedValue: Owner {
        registrar.access(self, keyPath: \.committedValue)
        return content.committed.object
    }

    /// Whether it differs from the store, as far as the context knows: it was changed, inserted or
    /// deleted and not saved.
    public var hasChanges: Bool {
        registrar.access(self, keyPath: \.hasChanges)
        return phase.isUnsaved
    }

    /// Whether it is no longer to be: deleted here, or found deleted when the context was
    /// refreshed.
    public var isDeleted: Bool {
        registrar.access(self, keyPath: \.isDeleted)
        return phase.isDeleted
    }

    /// A property.
    public subscript<Value>(dynamicMember member: KeyPath<Owner, Value>) -> Value {
        observe(member)
        return state.object[keyPath: member]
    }

    /// A property that can be changed.
    public subscript<Value>(
        dynamicMember member: WritableKeyPath<Owner, Value>
    ) -> Value where Owner.Mutability == Mutable {
        get {
            observe(member)
            return state.object[keyPath: member]
        }
        set {
            var object = state.object
            object[keyPath: member] = newValue
            change(to: object)
        }
    }

    // MARK: Interface for the context

    func change(to object: Owner) {
        let next = LiveState(
            object, isPresent: state.isPresent, isDuplicate: state.isDuplicate)
        if let context { context.set(self, next) } else { set(next) }
    }

    func set(_ next: LiveState<Owner>) {
        var content = content
        content.state = next
        become(content)
    }

    func become(_ next: LiveContent<Owner>) {
        let told = told(of: next)
        for property in told { property.willChange() }
        content = next
        for property in told { property.didChange() }
    }
}

extension Managed: LiveObject {
    func noteOthersWork(
        in changes: WriteTransaction, since snapshot: Snapshot
    ) throws(StoreError) {
        let base = base ?? snapshot
        othersWork = .none
        if phase == .updated || phase == .deleted {
            othersWork = try changes.othersWork(on: Owner.self, id, since: base)
        }
        if othersWork == .none, phase == .updated || phase == .inserted,
            try changes.overwritesHeld(by: state.object, since: base)
        {
            othersWork = .updated
        }
    }

    func write(
        to changes: WriteTransaction, since snapshot: Snapshot, _ policy: MergePolicy
    ) throws(StoreError) -> (any Entity)? {
        merged = nil
        let phase = phase
        guard state.object.id == id else { throw .idChanged(Owner.self, id) }
        if state.isDuplicate, phase.isUnsaved { throw .insertedTwice(Owner.self, id) }
        guard phase.isUnsaved else { return nil }
        if othersWork == .deleted, phase == .deleted { return nil }
        if othersWork != .none {
            if policy == .error { throw .conflict(Owner.self, id) }
            if policy == .storeWins, phase != .inserted {
                merged = try changes.find(Owner.self, id)
                return nil
            }
        }
        if phase == .deleted { return content.committed.object }
        let base = base ?? snapshot
        if phase == .inserted {
            try insert(in: changes, since: base, policy)
            return nil
        }
        if try isMerged(policy, changes, base) {
            merged = try changes.merging(state.object, since: base)
        }
        _ = try changes.overwrite(merged ?? state.object)
        return nil
    }

    /// A new object leaves nothing to others but what it holds.
    private func insert(
        in changes: WriteTransaction, since base: Snapshot, _ policy: MergePolicy
    ) throws(StoreError) {
        if othersWork == .none || policy != .contextWins,
            try changes.overwritesHeld(by: state.object, since: base)
        {
            merged = try changes.mergingHeld(
                by: state.object, since: base,
                isTheirs: othersWork != .none && policy == .storeWins)
        }
        try changes.insert(merged ?? state.object)
    }

    /// Whether only those properties are written that were changed. If nobody else has done
    /// anything, this very save may have: a hook, or a deletion that takes references away.
    private func isMerged(
        _ policy: MergePolicy, _ changes: WriteTransaction, _ snapshot: Snapshot
    ) throws(StoreError) -> Bool {
        if othersWork != .none { return policy == .mergeProperties }
        let work = try changes.othersWork(on: Owner.self, id, since: snapshot)
        if work != .none { return true }
        return try changes.overwritesHeld(by: state.object, since: snapshot)
    }

    func acceptChanges() {
        var next = content
        if let merged { next.state = LiveState(merged, isPresent: state.isPresent) }
        merged = nil
        next.committed = next.state
        next.isStored = next.state.isPresent
        mustBeRead = true
        base = nil
        become(next)
    }

    func letGo() { targets = [:] }

    func discardChanges() {
        set(content.isStored ? content.committed : LiveState(state.object, isPresent: false))
    }

    var isBehind: Bool { base != nil && !phase.isUnsaved }

    func stayBehind(at snapshot: Snapshot) -> Bool {
        defer { isUnreadable = true }
        (base, mustBeRead) = (base ?? snapshot, true)
        return !isUnreadable
    }

    func step(
        from former: Snapshot, to snapshot: Snapshot
    ) throws(StoreError) -> (() -> Void)? {
        let former = base ?? former
        if phase.isUnsaved { return { self.base = former } }
        if phase == .clean, !mustBeRead, try snapshot.hasSame(Owner.self, id, as: former) {
            return base == nil ? nil : { self.base = nil }
        }
        let object = try snapshot.find(Owner.self, id)
        return { self.take(object, former) }
    }

    private func take(_ object: Owner?, _ former: Snapshot) {
        // Who was told of another object may have changed this one.
        guard !phase.isUnsaved else {
            base = former
            return
        }
        (base, mustBeRead, isUnreadable) = (nil, false, false)
        var next = content
        if let object {
            next.state = LiveState(object, isPresent: true)
            next.committed = next.state
            next.isStored = true
        } else if phase == .clean {
            next.state = LiveState(state.object, isPresent: false)
            next.isStored = false
        } else {
            return
        }
        become(next)
    }
}

@available(*, unavailable)
extension Managed: Sendable {}
