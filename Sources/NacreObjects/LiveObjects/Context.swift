public import Nacre

/// A unit of work with live objects: reads from one snapshot, gathers changes, and saves them as
/// one commit or throws them away.
///
/// ```swift
/// let context = try Context(store)
/// let cities = try context.fetch(City.where { $0.country == "NO" })
/// for city in cities { city.population += 1 }
/// context.undo()
/// try context.save()
/// ```
/// Everything that is read is of one moment, until ``save(author:)`` or ``refresh()`` moves on to
/// the newest state. Each object has one ``Managed`` here (identity). Not thread-safe, and not
/// Sendable: it stays where it was made. Several contexts of one store do not see each other's
/// changes before they are saved.
public final class Context {
    let store: Store
    /// What is done when somebody else has changed what is saved.
    public var mergePolicy = MergePolicy.error
    var snapshot: Snapshot
    var objects = IdentityMap()
    var missing = MissingObjects()
    /// Those that were changed since the last save, in the order of the first change.
    var changed: [any LiveObject] = []
    private var changedIdentities: Set<ObjectIdentifier> = []
    /// Whether changes can be undone, which keeps all states that objects had.
    public var isUndoEnabled = true
    var history = UndoHistory()
    /// What a property could not throw.
    var failure: StoreError?

    /// - Parameter store: opened with the entities that are to be used.
    /// - Throws: `closed`.
    public init(_ store: Store) throws(StoreError) {
        self.store = store
        snapshot = try store.snapshot(label: "context")
    }

    deinit {
        for object in objects.living { object.letGo() }
    }

    // MARK: Reading

    /// The object with an id; nil if there is none. One that was inserted here is found, one that
    /// was deleted here is not.
    /// - Throws: what reading throws.
    public func find<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID
    ) throws(StoreError) -> Managed<Owner>? {
        // Asked of one that is read here, too: who observes this is told once it is deleted.
        guard let live = try look(type, id), !live.isDeleted else { return nil }
        return live
    }

    /// The object with an id, be it deleted; nil if there is none.
    func look<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID
    ) throws(StoreError) -> Managed<Owner>? {
        if let known = objects.find(type, id) { return known }
        return try snapshot.find(type, id).map { live($0) }
    }

    /// The objects of a request as the store had them when the context was made, saved or refreshed
    /// last; changes that were not saved have no say in which they are, but those deleted here are
    /// left out.
    /// - Throws: what reading throws.
    public func fetch<Owner: Entity>(
        _ request: FetchRequest<Owner>
    ) throws(StoreError) -> [Managed<Owner>] {
        try snapshot.fetch(request).map { live($0) }.filter { !$0.isDeleted }
    }

    /// The live object of a value that was read elsewhere, as this context sees it: the value may
    /// be older. Where the context sees no such object, because it came later or is gone, it holds
    /// the value, and saving changes of it is a conflict; a refresh before them takes over what is
    /// there.
    public func managed<Owner: Entity>(_ object: Owner) -> Managed<Owner> {
        let known = attempt { () throws(StoreError) in try find(Owner.self, object.id) }
        if let known = known ?? nil { return known }
        let unseen = live(object)
        unseen.mustBeRead = true
        return unseen
    }

    /// The live object of a value that was read.
    private func live<Owner: Entity>(_ object: Owner) -> Managed<Owner> {
        if let known = objects.find(Owner.self, object.id) { return known }
        let live = Managed(object, isStored: true, in: self)
        missing.take(Identity(Owner.self, object.id)).told { objects.add(live) }
        return live
    }

    /// Does what a property cannot throw out of: nil if it fails, and saving throws the reason.
    @discardableResult
    func attempt<Result>(_ body: () throws(StoreError) -> Result) -> Result? {
        do throws(StoreError) { return try body() } catch {
            failure = failure ?? error
            return nil
        }
    }

    // MARK: Changing

    /// Adds an object. Whether there is one with its id already shows when it is saved, which
    /// throws `duplicateID` then.
    @discardableResult
    public func insert<Owner: Entity>(_ object: Owner) -> Managed<Owner> {
        let known = objects.find(Owner.self, object.id)
        let live = known ?? Managed(object, isStored: false, in: self)
        let isThere = known.map { !$0.phase.isDeleted } ?? false
        missing.take(Identity(Owner.self, object.id)).told {
            objects.add(live)
            set(live, LiveState(object, isPresent: true, isDuplicate: isThere))
        }
        return live
    }

    /// Deletes an object. Until the context is saved, that can be undone.
    public func delete<Owner: Entity>(
        _ object: Managed<Owner>
    ) where Owner.Mutability == Mutable {
        guard !object.phase.isDeleted else { return }
        set(object, LiveState(object.state.object, isPresent: false))
    }

    func set<Owner: Entity>(_ live: Managed<Owner>, _ next: LiveState<Owner>) {
        let former = live.state
        apply(next, to: live)
        guard isUndoEnabled else { return }
        history.add(
            undo: { [weak self] in self?.change(live, from: next, to: former) },
            redo: { [weak self] in self?.change(live, from: former, to: next) })
    }

    /// Undoes a change or makes it again, and nothing else: what others have done to the object
    /// meanwhile, and the context has taken over, stays.
    private func change<Owner: Entity>(
        _ live: Managed<Owner>, from: LiveState<Owner>, to: LiveState<Owner>
    ) {
        replace(live, from: from, to: to)
        catchUp(live)
    }

    private func replace<Owner: Entity>(
        _ live: Managed<Owner>, from: LiveState<Owner>, to: LiveState<Owner>
    ) {
        let present = live.state
        if present.stamp == from.stamp { return apply(to, to: live) }
        let changed = attempt { () throws(StoreError) in
            try snapshot.applying(from: from.object, to: to.object, onto: present.object)
        }
        guard let changed else { return }
        let isChanged = from.isPresent != to.isPresent
        apply(
            LiveState(
                changed, isPresent: isChanged ? to.isPresent : present.isPresent,
                isDuplicate: to.isDuplicate),
            to: live)
    }

    private func apply<Owner: Entity>(_ state: LiveState<Owner>, to live: Managed<Owner>) {
        live.set(state)
        if changedIdentities.insert(ObjectIdentifier(live)).inserted { changed.append(live) }
    }

    func forgetChanged() {
        changed = []
        changedIdentities = []
    }

    /// Whether anything is to be saved.
    public var hasChanges: Bool { changed.contains { $0.phase.isUnsaved } }
}

@available(*, unavailable)
extension Context: Sendable {}
