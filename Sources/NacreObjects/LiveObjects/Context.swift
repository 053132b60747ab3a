public import Nacre

/// A unit of work with live objects. It reads from one snapshot, collects changes, and saves them
/// as one commit or discards them.
///
/// ```swift
/// let context = try Context(store)
/// let cities = try context.fetch(City.where { $0.country == "NO" })
/// for city in cities { city.population += 1 }
/// context.undo()
/// try context.save()
/// ```
/// Everything that is read is of one moment, until ``save(author:note:)`` or ``refresh()`` moves on
/// to the newest state. Each object has one ``Managed`` in a context (identity). Not thread-safe,
/// and not Sendable: a context is used where it was made. Several contexts of one store do not see
/// the changes of each other before they are saved.
public final class Context {
    let store: Store
    /// The policy for objects to be saved that others have changed.
    public var mergePolicy = MergePolicy.error
    var snapshot: Snapshot
    var objects = IdentityMap()
    var missing = MissingObjects()
    /// The objects that were changed since the last save, in the order of the first change.
    var changed: [any LiveObject] = []
    private var changedIdentities: Set<ObjectIdentifier> = []
    /// Whether changes can be undone. If so, the context keeps all former states of its objects.
    public var isUndoEnabled = true
    var history = UndoHistory()
    /// The first error that a property could not throw.
    var failure: StoreError?

    /// Makes a context at the newest state of a store.
    /// - Parameter store: A store that was opened with the entities to be used.
    /// - Throws: `closed`.
    public init(_ store: Store) throws(StoreError) {
        self.store = store
        snapshot = try store.snapshot(label: "context")
    }

    deinit {
        for object in objects.living { object.letGo() }
    }

    // MARK: Reading

    /// Returns the object with an id; nil if there is none. Objects that were inserted here are
    /// found, and objects that were deleted here are not.
    /// - Throws: An error of reading.
    public func find<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID
    ) throws(StoreError) -> Managed<Owner>? {
        // `isDeleted` is read even of an object that was just read from the store: its observers
        // are then notified when it is deleted.
        guard let live = try look(type, id), !live.isDeleted else { return nil }
        return live
    }

    /// Returns the object with an id, even if it is deleted here; nil if there is none.
    func look<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID
    ) throws(StoreError) -> Managed<Owner>? {
        if let known = objects.find(type, id) { return known }
        return try snapshot.find(type, id).map { live($0) }
    }

    /// Returns the objects of a request, as the store had them when the context was made, saved or
    /// refreshed last. Unsaved changes do not affect which objects match, but objects that were
    /// deleted here are left out.
    /// - Throws: An error of reading.
    public func fetch<Owner: Entity>(
        _ request: FetchRequest<Owner>
    ) throws(StoreError) -> [Managed<Owner>] {
        try snapshot.fetch(request).map { live($0) }.filter { !$0.isDeleted }
    }

    /// Returns the objects of a request, and reads those that some of their properties lead to,
    /// too. Following these properties then reads nothing until the context moves on. Each step is
    /// one pass over all objects that it starts from, not a query for each.
    ///
    /// ```swift
    /// let cities = try context.fetch(City.all, including: \.mayor.home, \.council)
    /// for city in cities { print(city.name, city.mayor?.home?.name ?? "-") }
    /// ```
    /// - Parameters:
    ///   - request: The request.
    ///   - fields: References, arrays and sets of them, and other sides of references.
    /// - Throws: An error of reading.
    public func fetch<Owner: Entity, each Member: IncludableField>(
        _ request: FetchRequest<Owner>,
        including fields: repeat KeyPath<Owner.Fields, each Member>
    ) throws(StoreError) -> [Managed<Owner>] {
        let prefetched = try snapshot.fetch(request, including: repeat each fields)
        let found = prefetched.items.map { live($0) }
        let results = Set(found.map { ObjectIdentifier($0) })
        let others = prefetched.all.map { anyLive($0) }
            .filter { !results.contains(ObjectIdentifier($0)) }
        let companions = Companions(others, snapshot, prefetched.members)
        for other in others { other.readWith(companions, keeping: false) }
        for object in found { object.readWith(companions, keeping: true) }
        return found.filter { !$0.isDeleted }
    }

    /// Returns the live object of a value that was read elsewhere. The live object has this
    /// context's state; the value may be older. If the context sees no such object, because it was
    /// added later or is gone, the live object holds the value. Saving changes to it is then a
    /// conflict, unless a refresh before the changes takes over the stored state.
    public func managed<Owner: Entity>(_ object: Owner) -> Managed<Owner> {
        let known = attempt { () throws(StoreError) in try find(Owner.self, object.id) }
        if let known = known ?? nil { return known }
        let unseen = live(object)
        unseen.mustBeRead = true
        return unseen
    }

    /// Returns the live object of a value that was read.
    private func live<Owner: Entity>(_ object: Owner) -> Managed<Owner> {
        if let known = objects.find(Owner.self, object.id) { return known }
        let live = Managed(object, isStored: true, in: self)
        missing.take(Identity(Owner.self, object.id)).told { objects.add(live) }
        return live
    }

    private func anyLive<Owner: Entity>(_ object: Owner) -> any LiveObject { live(object) }

    /// Returns the live objects that refer to another one, without those that were deleted here.
    func members<Member: Entity>(
        _ members: ToMany<Member>, _ companions: Companions?
    ) throws(StoreError) -> [Managed<Member>] {
        guard let known = companions?.members(members, in: snapshot) else {
            return try fetch(members.request)
        }
        return known.map { live($0) }.filter { !$0.isDeleted }
    }

    /// Runs a closure whose error a property cannot throw. If it fails, the result is nil, and the
    /// next save throws the error.
    @discardableResult
    func attempt<Result>(_ body: () throws(StoreError) -> Result) -> Result? {
        do throws(StoreError) { return try body() } catch {
            failure = failure ?? error
            return nil
        }
    }

    // MARK: Changing

    /// Adds an object. If there is one with its id already, saving the context throws
    /// `duplicateID`.
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

    /// Deletes an object. ``undo()`` takes the deletion back, even after it was saved.
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

    /// Undoes a change or makes it again, and nothing else. Changes that others have made to the
    /// object since, and that the context has taken over, stay.
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

    /// Whether there are changes to be saved.
    public var hasChanges: Bool { changed.contains { $0.phase.isUnsaved } }
}

@available(*, unavailable)
extension Context: Sendable {}
