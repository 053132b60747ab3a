#if Macros
    import Nacre

    /// A value of an attribute whose type changes from generation to generation.
    enum Plain: Hashable, Sendable {
        case nothing
        case one(Int)
        case list([Int])
    }

    /// The type of an attribute in a generation: a number, an optional number, or several, of some
    /// width.
    struct Form: Hashable, Sendable {
        enum Kind: Int, Sendable, CaseIterable { case required, optional, list }
        let kind: Kind
        let width: Int
        static let widths = 4
        /// The value of a required attribute that formerly had none.
        static let fallback = 7

        /// Returns whether it can become another form.
        func canBecome(_ other: Form) -> Bool {
            guard other.width >= width else { return false }
            return kind == other.kind || kind != .list && (other.width == width)
        }

        /// Returns a value of another form, or any value, as one of this form.
        func kept(_ plain: Plain) -> Plain {
            switch (kind, plain) {
            case (.required, .nothing), (.required, .list): .one(Self.fallback)
            case (.optional, .list): .nothing
            case (.list, .nothing): .list([])
            case (.list, .one(let number)): .list([number])
            default: plain
            }
        }
    }

    /// A type that an attribute can have.
    protocol ColumnType: AttributeValue {
        init(_ plain: Plain)
        var plain: Plain { get }
        /// Makes an attribute, with a default if objects without a value need one.
        static func attribute<Owner>(
            _ name: String, _ path: any KeyPath<Owner, Self> & Sendable, former: String
        ) -> Attribute<Owner, Self>
    }

    extension ColumnType {
        static func attribute<Owner>(
            _ name: String, _ path: any KeyPath<Owner, Self> & Sendable, former: String
        ) -> Attribute<Owner, Self> {
            Attribute(name, path, .originalName(former))
        }
    }

    protocol NumberType: ColumnType, FixedWidthInteger {}

    extension NumberType {
        init(_ plain: Plain) {
            guard case .one(let number) = plain else { preconditionFailure("\(plain)") }
            self.init(number)
        }
        var plain: Plain { .one(Int(self)) }

        static func attribute<Owner>(
            _ name: String, _ path: any KeyPath<Owner, Self> & Sendable, former: String
        ) -> Attribute<Owner, Self> {
            Attribute(name, path, default: Self(Form.fallback), .originalName(former))
        }
    }

    extension UInt8: NumberType {}
    extension Int16: NumberType {}
    extension Int32: NumberType {}
    extension Int: NumberType {}

    extension Optional: ColumnType where Wrapped: NumberType {
        init(_ plain: Plain) { self = plain == .nothing ? nil : Wrapped(plain) }
        var plain: Plain { self?.plain ?? .nothing }
    }

    extension Array: ColumnType where Element: NumberType {
        init(_ plain: Plain) {
            guard case .list(let numbers) = plain else { preconditionFailure("\(plain)") }
            self = numbers.map { Element($0) }
        }
        var plain: Plain { .list(map { Int($0) }) }
    }

    extension Form {
        var type: any ColumnType.Type {
            func type<Number: NumberType>(_ number: Number.Type) -> any ColumnType.Type {
                switch kind {
                case .required: Number.self
                case .optional: Number?.self
                case .list: [Number].self
                }
            }
            let numbers: [any NumberType.Type] = [UInt8.self, Int16.self, Int32.self, Int.self]
            return type(numbers[width])
        }
    }
#endif
