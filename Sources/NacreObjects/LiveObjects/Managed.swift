public import Nacre
public import Observation

/// A live object of a ``Context``. Properties are read and written through it, references lead to
/// other live objects, and observers of a property are notified when it changes.
///
/// ```swift
/// let city = try context.find(City.self, "OSL")
/// city?.population += 1
/// city?.mayor?.name = "Anna"
/// try context.save()
/// ```
/// There is one for each object of a context, however it was reached. It holds a value and never
/// becomes invalid: after the object is deleted, it keeps the last value. Not thread-safe, and not
/// Sendable: it is used where its context was made. ``value`` can be used anywhere.
///
/// Code that reads a property within `withObservationTracking`, as views do, is notified when the
/// property has another value. The value may be set here, come back with ``Context/rollback()``,
/// ``Context/undo()`` or ``Context/redo()``, or come from others when saving or refreshing takes
/// over their changes. Changes to other properties do not notify. Values are compared by `==`; if a
/// type has none, every change to the object counts.
@dynamicMemberLookup
public final class Managed<Owner: Entity>: Observable {
    /// The context; nil once it is released. After that, the object can be read, but changes to it
    /// are not saved.
    public private(set) weak var context: Context?
    /// The content. Only ``become(_:)`` changes it, and notifies the observers of properties that
    /// differ.
    private(set) var content: LiveContent<Owner>
    /// Whether the context's snapshot may have another state: the object was read elsewhere, or was
    /// saved, and hooks and deletions may have changed it then.
    var mustBeRead = false
    /// The snapshot that the object's state is based on, if the context has moved on since and
    /// could not take the object along.
    private var base: Snapshot?
    /// Whether the last attempt to read the object failed.
    private var isUnreadable = false
    /// The changes that others had made to the object when saving began. Later ones are the
    /// context's own.
    private var othersWork = WriteTransaction.OthersWork.none
    /// The value that replaces the written one if the commit succeeds.
    private var merged: Owner?
    /// The state that the last save has written, or would have without ``merged``.
    private var written: LiveState<Owner>?
    /// The objects that references have led to. They may refer back; the context breaks such
    /// cycles.
    var targets: [PartialKeyPath<Owner>: [any LiveObject]] = [:]
    /// The requests of properties that have led to objects which refer to this one.
    var inverses: [PartialKeyPath<Owner>: any InverseRequest] = [:]
    /// The objects that a fetch has read together with this one; nil if there are none any more.
    private(set) weak var companions: Companions?
    /// The same, if this object was a result of the fetch, and so keeps them alive.
    private var keptCompanions: Companions?
    let registrar = ObservationRegistrar()
    /// The properties that were read and may be observed.
    var observed: [PartialKeyPath<Owner>: ObservedProperty<Owner>] = [:]

    /// Makes a live object.
    /// - Parameter isStored: Whether the object was read from the store, and not made here.
    init(_ object: Owner, isStored: Bool, in context: Context) {
        self.context = context
        let state = LiveState(object, isPresent: isStored)
        content = LiveContent(state: state, committed: state, isStored: isStored)
    }

    /// The id of the object. It never changes.
    public var id: Owner.ID { content.committed.object.id }

    var state: LiveState<Owner> { content.state }
    var phase: LivePhase { content.phase }

    /// The whole object. Setting it is one change. The id must stay the same; otherwise saving the
    /// context throws.
    public var value: Owner {
        get {
            registrar.access(self, keyPath: \.value)
            return state.object
        }
        set { change(to: newValue) }
    }

    /// The object as it was read or saved last.
    public var committedValue: Owner {
        registrar.access(self, keyPath: \.committedValue)
        return content.committed.object
    }

    /// Whether the object differs from the store, as far as the context knows: it was changed,
    /// inserted or deleted, and not saved.
    public var hasChanges: Bool {
        registrar.access(self, keyPath: \.hasChanges)
        return phase.isUnsaved
    }

    /// Whether the object was deleted here, or was found deleted when the context moved on.
    public var isDeleted: Bool {
        registrar.access(self, keyPath: \.isDeleted)
        return phase.isDeleted
    }

    /// The value of a property.
    public subscript<Value>(dynamicMember member: KeyPath<Owner, Value>) -> Value {
        observe(member)
        return state.object[keyPath: member]
    }

    /// The value of a property that can be changed.
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
        become { $0.state = next }
    }

    /// Changes the content, and notifies the observers of properties that differ then.
    /// - Parameter update: Changes the content. Called again on the content as it is after the
    ///   observers were notified, because they may have changed it.
    private func become(_ update: (inout LiveContent<Owner>) -> Void) {
        var next = content
        update(&next)
        let told = told(of: next)
        for property in told { property.willChange() }
        update(&content)
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
        (merged, written) = (nil, state)
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

    /// Inserts the object. It is new, so others can have changed only the objects that it holds.
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

    /// Returns whether only the changed properties are written. Even if others have changed
    /// nothing, this save itself may have: by a hook, or by a deletion that removes references.
    private func isMerged(
        _ policy: MergePolicy, _ changes: WriteTransaction, _ snapshot: Snapshot
    ) throws(StoreError) -> Bool {
        if othersWork != .none { return policy == .mergeProperties }
        let work = try changes.othersWork(on: Owner.self, id, since: snapshot)
        if work != .none { return true }
        return try changes.overwritesHeld(by: state.object, since: snapshot)
    }

    func acceptChanges(since former: Snapshot) {
        guard let written else { return }
        let saved = merged.map { LiveState($0, isPresent: written.isPresent) } ?? written
        let isMerged = merged != nil
        mustBeRead = true
        let before = base ?? former
        (merged, self.written, base) = (nil, nil, nil)
        become { next in
            // An observer of another object may have changed this one since it was written.
            if next.state.stamp == written.stamp { next.state = saved }
            next.committed = saved
            next.isStored = saved.isPresent
        }
        // That change does not know what others did to the object.
        if isMerged, phase.isUnsaved { base = before }
    }

    func letGo() { (targets, keptCompanions) = ([:], nil) }

    func readWith(_ companions: Companions, keeping keepsThem: Bool) {
        self.companions = companions
        if keepsThem { keptCompanions = companions }
    }

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
        // An observer of another object may have changed this one.
        guard !phase.isUnsaved else {
            base = former
            return
        }
        (base, mustBeRead, isUnreadable) = (nil, false, false)
        let found = object.map { LiveState($0, isPresent: true) }
        become { next in
            if next.phase.isUnsaved {
                return
            } else if let found {
                next = LiveContent(state: found, committed: found, isStored: true)
            } else if next.phase == .clean {
                next.state = LiveState(next.state.object, isPresent: false)
                next.isStored = false
            }
        }
        // An observer of this object has changed it meanwhile.
        if phase.isUnsaved { base = former }
    }
}

@available(*, unavailable)
extension Managed: Sendable {}
