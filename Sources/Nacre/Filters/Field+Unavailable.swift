// What comes to mind first and is spelled otherwise here: these are only messages of the compiler.

extension Field where Value == Bool {
    /// Only a message of the compiler.
    /// - Parameter field: an attribute.
    /// - Returns: nothing.
    @available(*, unavailable, message: "compare the attribute: $0.isOpen == false")
    public static prefix func ! (field: Self) -> Filter<Root> { .nothing }

    /// Only a message of the compiler.
    /// - Parameters:
    ///   - field: an attribute.
    ///   - filter: a filter.
    /// - Returns: nothing.
    @available(*, unavailable, message: "compare the attribute: $0.isOpen == true && ...")
    public static func && (field: Self, filter: Filter<Root>) -> Filter<Root> { filter }

    /// Only a message of the compiler.
    /// - Parameters:
    ///   - filter: a filter.
    ///   - field: an attribute.
    /// - Returns: nothing.
    @available(*, unavailable, message: "compare the attribute: ... && $0.isOpen == true")
    public static func && (filter: Filter<Root>, field: Self) -> Filter<Root> { filter }

    /// Only a message of the compiler.
    /// - Parameters:
    ///   - field: an attribute.
    ///   - filter: a filter.
    /// - Returns: nothing.
    @available(*, unavailable, message: "compare the attribute: $0.isOpen == true || ...")
    public static func || (field: Self, filter: Filter<Root>) -> Filter<Root> { filter }

    /// Only a message of the compiler.
    /// - Parameters:
    ///   - filter: a filter.
    ///   - field: an attribute.
    /// - Returns: nothing.
    @available(*, unavailable, message: "compare the attribute: ... || $0.isOpen == true")
    public static func || (filter: Filter<Root>, field: Self) -> Filter<Root> { filter }
}

extension TransformedField where Root: Entity {
    /// Only a message of the compiler.
    /// - Parameters:
    ///   - field: an attribute.
    ///   - value: a value.
    /// - Returns: nothing.
    @available(*, unavailable, message: "if its stages keep the order, say keepsOrder: true")
    public static func < (field: Self, value: Value) -> Filter<Root> { .nothing }

    /// Only a message of the compiler.
    /// - Parameters:
    ///   - field: an attribute.
    ///   - value: a value.
    /// - Returns: nothing.
    @available(*, unavailable, message: "if its stages keep the order, say keepsOrder: true")
    public static func <= (field: Self, value: Value) -> Filter<Root> { .nothing }

    /// Only a message of the compiler.
    /// - Parameters:
    ///   - field: an attribute.
    ///   - value: a value.
    /// - Returns: nothing.
    @available(*, unavailable, message: "if its stages keep the order, say keepsOrder: true")
    public static func > (field: Self, value: Value) -> Filter<Root> { .nothing }

    /// Only a message of the compiler.
    /// - Parameters:
    ///   - field: an attribute.
    ///   - value: a value.
    /// - Returns: nothing.
    @available(*, unavailable, message: "if its stages keep the order, say keepsOrder: true")
    public static func >= (field: Self, value: Value) -> Filter<Root> { .nothing }

    /// Only a message of the compiler.
    @available(*, unavailable, message: "if its stages keep the order, say keepsOrder: true")
    public var ascending: Sort<Root> { Sort(field: fieldPath, isAscending: true, problem: nil) }

    /// Only a message of the compiler.
    @available(*, unavailable, message: "if its stages keep the order, say keepsOrder: true")
    public var descending: Sort<Root> { Sort(field: fieldPath, isAscending: false, problem: nil) }
}

extension RangeExpression {
    /// Only a message of the compiler.
    /// - Parameter field: an attribute.
    /// - Returns: nothing.
    @available(*, unavailable, message: "if its stages keep the order, say keepsOrder: true")
    public func contains<Root, Value>(_ field: TransformedField<Root, Value>) -> Filter<Root> {
        .nothing
    }
}

extension FetchRequest {
    /// Only a message of the compiler.
    /// - Parameter fields: attributes.
    /// - Returns: nothing.
    @available(*, unavailable, message: "say which way: \\.name.ascending or \\.name.descending")
    public func sorted<Value>(
        _ fields: KeyPath<Owner.Fields, Field<Owner, Value>>...
    ) -> FetchRequest { self }
}

extension Entity {
    /// Only a message of the compiler.
    /// - Parameter make: an attribute.
    /// - Returns: nothing.
    @available(*, unavailable, message: "compare the attribute: { $0.isOpen == true }")
    public static func `where`(
        _ make: (Fields) -> Field<Self, Bool>
    ) -> FetchRequest<Self> { FetchRequest() }
}
