public import Nacre
public import Observation

/// A live object of a ``Context``: properties read and write through it, references lead to other
/// live objects, and whoever observes a property is told of its change.
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
@dynamicMemberLookup
public final class Managed<Owner: Entity>: Observable {
    /// Where it lives; nil once nobody holds that any more. Then it can be read, and no changes of
    /// it are saved.
    public private(set) weak var context: Context?
    private(set) var state: LiveState<Owner>
    /// What is in the store, as far as the context knows; nil if it is not.
    private var stored: LiveState<Owner>?
    /// As it was when it was read or saved last.
    public private(set) var committedValue: Owner
    /// Whether it was read elsewhere and the context's snapshot does not have it.
    var isUnseen = false
    /// What others had done to it when saving began: what is written then is the context's own.
    private var othersWork = WriteTransaction.OthersWork.none
    /// What is written in place of the present value, if the commit succeeds.
    private var merged: Owner?
    /// The objects that references have led to. Those may lead back: the context unties them.
    var targets: [PartialKeyPath<Owner>: [any LiveObject]] = [:]
    private let registrar = ObservationRegistrar()
    /// Those properties that somebody has read while being observed.
    private var observed: [PartialKeyPath<Owner>: (will: () -> Void, did: () -> Void)] = [:]

    /// - Parameter isStored: whether it was read, and not made here.
    init(_ object: Owner, isStored: Bool, in context: Context) {
        self.context = context
        state = LiveState(object, isPresent: isStored)
        stored = isStored ? state : nil
        committedValue = object
    }

    /// Of the object. Never changes.
    public var id: Owner.ID { committedValue.id }

    var phase: LivePhase {
        guard let stored else { return state.isPresent ? .inserted : .gone }
        return state.isPresent ? state.stamp == stored.stamp ? .clean : .updated : .deleted
    }

    /// The whole object. Setting it is one change, and must keep the id: another one is refused
    /// when the context is saved.
    public var value: Owner {
        get {
            registrar.access(self, keyPath: \.value)
            return state.object
        }
        set { change(to: newValue) }
    }

    /// Whether it differs from the store, as far as the context knows: it was changed, inserted or
    /// deleted and not saved.
    public var hasChanges: Bool { phase == .inserted || phase == .updated || phase == .deleted }

    /// Whether it is no longer to be: deleted here, or found deleted when the context was
    /// refreshed.
    public var isDeleted: Bool { phase == .deleted || phase == .gone }

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

    // MARK: Observation

    private func observe<Value>(_ member: KeyPath<Owner, Value>) {
        registrar.access(self, keyPath: \.[dynamicMember: member])
        guard observed[member] == nil else { return }
        observed[member] = (
            will: { [unowned self] in
                registrar.willSet(self, keyPath: \.[dynamicMember: member])
            },
            did: { [unowned self] in
                registrar.didSet(self, keyPath: \.[dynamicMember: member])
            }
        )
    }

    /// Runs a change of the value and tells those who observe it. Which properties differ cannot be
    /// asked of every type, so all that were read count as changed.
    private func mutate(_ body: () -> Void) {
        let observers = Array(observed.values)
        for observer in observers { observer.will() }
        registrar.withMutation(of: self, keyPath: \.value, body)
        for observer in observers { observer.did() }
    }

    // MARK: For the context

    func change(to object: Owner) {
        let next = LiveState(
            object, isPresent: state.isPresent, isDuplicate: state.isDuplicate)
        if let context { context.set(self, next) } else { set(next) }
    }

    func set(_ next: LiveState<Owner>) { mutate { state = next } }
}

extension Managed: LiveObject {
    func noteOthersWork(
        in changes: WriteTransaction, since snapshot: Snapshot
    ) throws(StoreError) {
        guard phase == .updated || phase == .deleted else { return }
        othersWork = try changes.othersWork(on: Owner.self, id, since: snapshot)
    }

    func write(
        to changes: WriteTransaction, since snapshot: Snapshot, _ policy: MergePolicy
    ) throws(StoreError) {
        merged = nil
        let phase = phase
        guard state.object.id == id else { throw .idChanged(Owner.self, id) }
        if state.isDuplicate, phase.isUnsaved { throw .insertedTwice(Owner.self, id) }
        if phase == .inserted {
            try changes.insert(state.object)
            return
        }
        guard phase == .updated || phase == .deleted else { return }
        if othersWork == .deleted, phase == .deleted { return }
        if othersWork != .none {
            if policy == .error { throw .conflict(Owner.self, id) }
            if policy == .storeWins {
                merged = try changes.find(Owner.self, id)
                return
            }
        }
        if phase == .deleted {
            _ = try changes.remove(id, of: Owner.self)
            return
        }
        if try isMerged(policy, changes, snapshot) {
            merged = try changes.merging(state.object, since: snapshot)
        }
        _ = try changes.overwrite(merged ?? state.object)
    }

    /// Whether only those properties are written that were changed. If nobody else has done
    /// anything, this very save may have: a hook, or a deletion that takes references away.
    private func isMerged(
        _ policy: MergePolicy, _ changes: WriteTransaction, _ snapshot: Snapshot
    ) throws(StoreError) -> Bool {
        if othersWork != .none { return policy == .mergeProperties }
        return try changes.othersWork(on: Owner.self, id, since: snapshot) != .none
    }

    func acceptChanges() {
        if let merged { state = LiveState(merged, isPresent: state.isPresent) }
        merged = nil
        committedValue = state.object
        mutate { stored = state.isPresent ? state : nil }
    }

    func letGo() { targets = [:] }

    func discardChanges() {
        set(stored ?? LiveState(state.object, isPresent: false))
    }

    func refresh(from former: Snapshot, to snapshot: Snapshot) throws(StoreError) {
        guard phase == .clean || phase == .gone else { return }
        if phase == .clean, !isUnseen, try snapshot.hasSame(Owner.self, id, as: former) { return }
        isUnseen = false
        guard let object = try snapshot.find(Owner.self, id) else {
            if phase == .clean {
                stored = nil
                set(LiveState(state.object, isPresent: false))
            }
            return
        }
        let next = LiveState(object, isPresent: true)
        stored = next
        committedValue = object
        set(next)
    }
}

@available(*, unavailable)
extension Managed: Sendable {}
