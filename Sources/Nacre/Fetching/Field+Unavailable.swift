// Spellings that first come to mind but are written differently here. The declarations exist only
// for the compiler's messages.

extension Field where Value == Bool {
    /// Unavailable; declared only for the compiler's message.
    /// - Parameter field: An attribute.
    /// - Returns: Nothing; it cannot be called.
    @available(*, unavailable, message: "compare the attribute: $0.isOpen == false")
    public static prefix func ! (field: Self) -> Filter<Root> { .nothing }

    /// Unavailable; declared only for the compiler's message.
    /// - Parameters:
    ///   - field: An attribute.
    ///   - filter: A filter.
    /// - Returns: Nothing; it cannot be called.
    @available(*, unavailable, message: "compare the attribute: $0.isOpen == true && ...")
    public static func && (field: Self, filter: Filter<Root>) -> Filter<Root> { filter }

    /// Unavailable; declared only for the compiler's message.
    /// - Parameters:
    ///   - filter: A filter.
    ///   - field: An attribute.
    /// - Returns: Nothing; it cannot be called.
    @available(*, unavailable, message: "compare the attribute: ... && $0.isOpen == true")
    public static func && (filter: Filter<Root>, field: Self) -> Filter<Root> { filter }

    /// Unavailable; declared only for the compiler's message.
    /// - Parameters:
    ///   - field: An attribute.
    ///   - filter: A filter.
    /// - Returns: Nothing; it cannot be called.
    @available(*, unavailable, message: "compare the attribute: $0.isOpen == true || ...")
    public static func || (field: Self, filter: Filter<Root>) -> Filter<Root> { filter }

    /// Unavailable; declared only for the compiler's message.
    /// - Parameters:
    ///   - filter: A filter.
    ///   - field: An attribute.
    /// - Returns: Nothing; it cannot be called.
    @available(*, unavailable, message: "compare the attribute: ... || $0.isOpen == true")
    public static func || (filter: Filter<Root>, field: Self) -> Filter<Root> { filter }
}

extension TransformedField where Root: Entity {
    /// Unavailable; declared only for the compiler's message.
    /// - Parameters:
    ///   - field: An attribute.
    ///   - value: A value.
    /// - Returns: Nothing; it cannot be called.
    @available(*, unavailable, message: "if its stages keep the order, say keepsOrder: true")
    public static func < (field: Self, value: Value) -> Filter<Root> { .nothing }

    /// Unavailable; declared only for the compiler's message.
    /// - Parameters:
    ///   - field: An attribute.
    ///   - value: A value.
    /// - Returns: Nothing; it cannot be called.
    @available(*, unavailable, message: "if its stages keep the order, say keepsOrder: true")
    public static func <= (field: Self, value: Value) -> Filter<Root> { .nothing }

    /// Unavailable; declared only for the compiler's message.
    /// - Parameters:
    ///   - field: An attribute.
    ///   - value: A value.
    /// - Returns: Nothing; it cannot be called.
    @available(*, unavailable, message: "if its stages keep the order, say keepsOrder: true")
    public static func > (field: Self, value: Value) -> Filter<Root> { .nothing }

    /// Unavailable; declared only for the compiler's message.
    /// - Parameters:
    ///   - field: An attribute.
    ///   - value: A value.
    /// - Returns: Nothing; it cannot be called.
    @available(*, unavailable, message: "if its stages keep the order, say keepsOrder: true")
    public static func >= (field: Self, value: Value) -> Filter<Root> { .nothing }

    /// Unavailable; declared only for the compiler's message.
    @available(*, unavailable, message: "if its stages keep the order, say keepsOrder: true")
    public var ascending: Sort<Root> { Sort(field: fieldPath, isAscending: true, problem: nil) }

    /// Unavailable; declared only for the compiler's message.
    @available(*, unavailable, message: "if its stages keep the order, say keepsOrder: true")
    public var descending: Sort<Root> { Sort(field: fieldPath, isAscending: false, problem: nil) }
}

extension RangeExpression {
    /// Unavailable; declared only for the compiler's message.
    /// - Parameter field: An attribute.
    /// - Returns: Nothing; it cannot be called.
    @available(*, unavailable, message: "if its stages keep the order, say keepsOrder: true")
    public func contains<Root, Value>(_ field: TransformedField<Root, Value>) -> Filter<Root> {
        .nothing
    }
}

extension FetchRequest {
    /// Unavailable; declared only for the compiler's message.
    /// - Parameter fields: Attributes.
    /// - Returns: Nothing; it cannot be called.
    @available(*, unavailable, message: "say which way: \\.name.ascending or \\.name.descending")
    public func sorted<Value>(
        _ fields: KeyPath<Owner.Fields, Field<Owner, Value>>...
    ) -> FetchRequest { self }
}

extension Entity {
    /// Unavailable; declared only for the compiler's message.
    /// - Parameter make: Returns an attribute.
    /// - Returns: Nothing; it cannot be called.
    @available(*, unavailable, message: "compare the attribute: { $0.isOpen == true }")
    public static func `where`(
        _ make: (Fields) -> Field<Self, Bool>
    ) -> FetchRequest<Self> { FetchRequest() }
}
