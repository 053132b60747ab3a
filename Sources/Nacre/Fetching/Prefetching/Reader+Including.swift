internal import NacreEngine
internal import NacreFormat

extension Reader where Self: ~Escapable {
    /// Returns the objects of a request, and those that some of their properties lead to. Each step
    /// is one pass over all objects that it starts from, not a query for each; each object is read
    /// once. A path may follow several references, `\.mayor.home`, and end at the other side of a
    /// reference, `\.mayor.cities`.
    ///
    /// ```swift
    /// let people = try store.fetch(Person.all, including: \.cities, \.boss.home)
    /// for person in people { print(people[person.cities].map(\.name)) }
    /// ```
    /// - Parameters:
    ///   - request: The request.
    ///   - fields: References, arrays and sets of them, and other sides of references.
    public func fetch<Owner: Entity, each Member: IncludableField>(
        _ request: FetchRequest<Owner>,
        including fields: repeat KeyPath<Owner.Fields, each Member>
    ) throws(StoreError) -> Prefetched<Owner> {
        let root = Owner.Fields(FieldPath())
        var paths: [IncludedPath] = []
        for path in repeat root[keyPath: each fields].includedPath { paths.append(path) }
        return try source.fetch(request, including: paths)
    }

    /// Returns the objects of a request, and all objects that references lead to, up to a number of
    /// steps from one object to the next. Cycles end by themselves: each object is read once.
    ///
    /// ```swift
    /// let world = try store.fetch(City.where { $0.name == "Oslo" }, depth: 3)
    /// ```
    /// - Parameters:
    ///   - request: The request.
    ///   - depth: The number of steps, from 0 to 64; others throw `invalidValue`. The store must
    ///     have been opened with every entity on the way.
    public func fetch<Owner: Entity>(
        _ request: FetchRequest<Owner>, depth: Int
    ) throws(StoreError) -> Prefetched<Owner> {
        try source.fetch(request, depth: depth)
    }
}

extension ReadSource {
    func fetch<Owner: Entity>(
        _ request: FetchRequest<Owner>, including paths: [IncludedPath]
    ) throws(StoreError) -> Prefetched<Owner> {
        let tree = try IncludedTree(paths)
        switch content {
        case .snapshot(let snapshot): return try fetch(request, in: snapshot, .tree(tree))
        case .changes(let changes): return try fetch(request, in: changes, .tree(tree))
        }
    }

    func fetch<Owner: Entity>(
        _ request: FetchRequest<Owner>, depth: Int
    ) throws(StoreError) -> Prefetched<Owner> {
        guard (0...GraphDepth.max).contains(depth) else {
            throw StoreError(
                .invalidValue,
                "The depth of a fetch must be from 0 to \(GraphDepth.max), not \(depth).")
        }
        switch content {
        case .snapshot(let snapshot): return try fetch(request, in: snapshot, .all(depth: depth))
        case .changes(let changes): return try fetch(request, in: changes, .all(depth: depth))
        }
    }

    /// The objects that are read in addition to those of a request.
    private enum Included {
        case tree(IncludedTree)
        case all(depth: Int)
    }

    private func fetch<Owner: Entity>(
        _ request: FetchRequest<Owner>, in source: some RecordSource, _ included: Included
    ) throws(StoreError) -> Prefetched<Owner> {
        let binding = try registry.binding(Owner.self)
        var loader = GraphLoader(source, registry)
        var items: [Owner] = []
        var ids: Set<Value> = []
        try source.forEach(request, in: registry) { (found) throws(StoreError) in
            let object = try binding.decode(found, in: source)
            let id = try StoreError.typed { try source.id(of: found) }
            items.append(object)
            loader.add(object, id)
            ids.insert(id)
        }
        switch included {
        case .tree(let tree): try loader.follow(tree, from: Owner.self, ids)
        case .all(let depth): try loader.followAll(from: Owner.self, ids, depth: depth)
        }
        return Prefetched(items, loader.loaded)
    }
}
