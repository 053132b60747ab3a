internal import NacreFormat

/// The objects of a request together with those that they lead to, all of one state of the store.
///
/// ```swift
/// let cities = try store.fetch(City.all, including: \.mayor, \.council)
/// for city in cities {
///     print(city.name, cities[city.mayor]?.name ?? "-", cities[city.council].count)
/// }
/// ```
/// Each object was read once, even if several lead to it. Looking up an object reads nothing.
public struct Prefetched<Owner: Entity>: Sendable {
    /// The objects, in the order of the request.
    public let items: [Owner]
    private let loaded: LoadedObjects

    init(_ items: [Owner], _ loaded: LoadedObjects) {
        self.items = items
        self.loaded = loaded
    }

    /// The object that a reference leads to. Nil if the reference is nil, if it leads nowhere, or
    /// if the object was not included.
    public subscript<Target: Entity>(reference: Ref<Target>?) -> Target? {
        guard let id = try? reference?.storedValue().value else { return nil }
        return loaded.object(Target.self, id)
    }

    /// The objects that references lead to, in their order, without those that lead nowhere.
    public subscript<Target: Entity>(references: some Sequence<Ref<Target>>) -> [Target] {
        references.compactMap { self[$0] }
    }

    /// The objects that refer to an object, by ascending id, if they were included.
    public subscript<Member: Entity>(members: ToMany<Member>) -> [Member] {
        loaded.members(Member.self, of: members.key) ?? []
    }

    /// All objects that were read, in no order.
    package var all: [any Entity] { loaded.all }

    /// The objects that refer to others, as far as they were read.
    package var members: PrefetchedMembers { PrefetchedMembers(loaded: loaded) }
}

extension Prefetched: RandomAccessCollection {
    /// The first position, 0.
    public var startIndex: Int { items.startIndex }
    /// The number of objects.
    public var endIndex: Int { items.endIndex }
    /// The object at a position.
    /// - Parameter position: The position, below ``endIndex``.
    public subscript(position: Int) -> Owner { items[position] }
}

/// The objects that refer to others, from the fetch of a ``Prefetched``.
package struct PrefetchedMembers: Sendable {
    fileprivate let loaded: LoadedObjects

    /// The objects that refer to an object, by ascending id; nil if they were not read.
    package subscript<Member: Entity>(members: ToMany<Member>) -> [Member]? {
        loaded.members(Member.self, of: members.key)
    }
}
