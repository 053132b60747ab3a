extension ToMany {
    /// The objects as a request, which can be sorted, narrowed and counted:
    /// `anne.cities.request.where { $0.population > 1000 }`.
    public var request: FetchRequest<Member> { Member.where(filter) }
}

extension Reader where Self: ~Escapable {
    /// Returns the objects that refer to an object, by ascending id:
    /// `try store.fetch(anne.cities)`.
    /// - Parameter members: The other side of their reference.
    public func fetch<Member: Entity>(
        _ members: ToMany<Member>
    ) throws(StoreError) -> [Member] {
        try source.fetch(members.request)
    }

    /// Returns the number of objects that refer to an object, without decoding them.
    /// - Parameter members: The other side of their reference.
    public func count<Member: Entity>(_ members: ToMany<Member>) throws(StoreError) -> Int {
        try source.count(members.request)
    }
}
