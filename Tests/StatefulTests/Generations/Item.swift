#if Macros
    import Nacre

    /// The names of the attributes in a generation.
    protocol Naming: Sendable {
        static var name: String { get }
        static var former: String { get }
    }
    enum OldNames: Naming { static let (name, former) = ("left", "port") }
    enum NewNames: Naming { static let (name, former) = ("port", "left") }

    /// An entity whose attributes have the types and names of a generation.
    struct Item<First: ColumnType, Second: ColumnType, Names: Naming>: Entity {
        let id: Int
        var first: First
        var second: Second

        static var entityName: String { "Item" }
        static var schema: EntitySchema<Self> {
            EntitySchema(
                Self.init, Attribute("id", \.id),
                First.attribute(Names.name, \.first, former: Names.former),
                Second.attribute("second", \.second, former: "other"))
        }
    }

    /// An item without types.
    struct PlainItem: Hashable, Sendable {
        let id: Int
        var first: Plain
        var second: Plain

        func kept(_ program: Program) -> PlainItem {
            PlainItem(
                id: id, first: program.first.kept(first), second: program.second.kept(second))
        }
    }

    protocol ItemType: Entity where ID == Int, Mutability == Mutable {
        init(_ plain: PlainItem)
        var plain: PlainItem { get }
    }

    extension Item: ItemType {
        init(_ plain: PlainItem) {
            self.init(id: plain.id, first: First(plain.first), second: Second(plain.second))
        }

        var plain: PlainItem { PlainItem(id: id, first: first.plain, second: second.plain) }
    }

    /// A generation of a program, given by its entity.
    struct Program: Hashable, Sendable {
        var first: Form
        var second: Form
        var isRenamed = false

        var type: any ItemType.Type {
            func with<First: ColumnType>(_ first: First.Type) -> any ItemType.Type {
                with(first, second.type)
            }
            func with<First: ColumnType, Second: ColumnType>(
                _ first: First.Type, _ second: Second.Type
            ) -> any ItemType.Type {
                isRenamed
                    ? Item<First, Second, NewNames>.self : Item<First, Second, OldNames>.self
            }
            return with(first.type)
        }
    }
#endif
