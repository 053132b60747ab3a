#if Macros
    import Nacre

    /// An object of the entity that changes from one generation of the program to the next.
    /// Attributes that a generation does not have are nil.
    struct PlainLeaflet: Hashable {
        let id: Int
        var text: String
        var count: Int
        var note: String?
        var friends: [Int]
        var pages: Int?
        var size: Int?
        var weight: Double?
        var editor: String?
        var label: String?
    }

    /// The entity as a generation of the program has it.
    protocol LeafletType: Entity, Hashable where ID == Int, Mutability == Mutable {
        init(_ plain: PlainLeaflet)
        var plain: PlainLeaflet { get }
        static func above(_ count: Int) -> FetchRequest<Self>
    }

    enum First {
        @Entity
        struct Leaflet: Hashable {
            let id: Int
            var text: String
            @Attribute(.indexed) var count: Int16
            var note: String?
            @Relationship(.noAction) var friend: Ref<Leaflet>?
        }
    }

    enum Second {
        /// A generation with another name, a wider number, a list for a reference, a required text
        /// that was optional, and one more number.
        @Entity
        struct Pamphlet: Hashable {
            static let originalEntityNames = ["Leaflet"]
            let id: Int
            @Attribute(.originalName("text")) var title: String
            @Attribute(.indexed) var count: Int
            var note: String = "none"
            @Relationship(.noAction) @Attribute(.originalName("friend"))
            var friends: [Ref<Pamphlet>]
            var pages: Int = 4
        }
    }

    extension First.Leaflet: LeafletType {
        init(_ plain: PlainLeaflet) {
            self.init(
                id: plain.id, text: plain.text, count: Int16(plain.count), note: plain.note,
                friend: plain.friends.first.map { Ref(id: $0) })
        }

        var plain: PlainLeaflet {
            PlainLeaflet(
                id: id, text: text, count: Int(count), note: note,
                friends: friend.map { [$0.id] } ?? [], pages: nil)
        }

        static func above(_ count: Int) -> FetchRequest<Self> {
            Self.where { $0.count > Int16(count) }
        }
    }

    extension Second.Pamphlet: LeafletType {
        init(_ plain: PlainLeaflet) {
            self.init(
                id: plain.id, title: plain.text, count: plain.count, note: plain.note ?? "none",
                friends: plain.friends.map { Ref(id: $0) }, pages: plain.pages ?? 4)
        }

        var plain: PlainLeaflet {
            PlainLeaflet(
                id: id, text: title, count: count, note: note, friends: friends.map(\.id),
                pages: pages)
        }

        static func above(_ count: Int) -> FetchRequest<Self> { Self.where { $0.count > count } }
    }
#endif
