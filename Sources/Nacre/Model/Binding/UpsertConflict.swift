/// The action of one call of an upsert if there is an object with the same unique values.
///
/// ```swift
/// try changes.upsert(page, on: \.address, conflict: .merge { stored, new in
///     stored.title = new.title
///     stored.visits += new.visits
/// })
/// ```
/// This value can be stored and sent to other tasks.
public struct UpsertConflict<Owner: Entity>: Sendable {
    let kind: Kind

    enum Kind: Sendable {
        case error, keepExisting
        /// Takes values of the new object in place of the stored ones.
        case values(TakenValues)
        case closure(@Sendable (inout Owner, Owner) throws -> Void)
    }

    /// The values of the new object that replace those of the existing one.
    enum TakenValues: Sendable {
        case all, allButNil
        case fields([FieldPath])
    }

    /// Makes the action of a declared policy.
    /// - Parameter policy: The declared policy.
    init(_ policy: ConflictPolicy) {
        switch policy {
        case .error: self = .error
        case .replace: self = .replace
        case .keepExisting: self = .keepExisting
        case .merge: self = .merge
        }
    }

    private init(kind: Kind) { self.kind = kind }

    /// Whether objects are stored as they are given, so that each must satisfy the rules.
    var storesEach: Bool {
        switch kind {
        case .error, .values(.all): true
        case .keepExisting, .values, .closure: false
        }
    }

    /// Throws `uniqueViolation`.
    public static var error: Self { Self(kind: .error) }

    /// Gives the existing object the values of the new one. It keeps its id.
    public static var replace: Self { Self(kind: .values(.all)) }

    /// Leaves the existing object as it is.
    public static var keepExisting: Self { Self(kind: .keepExisting) }

    /// Gives the existing object those values of the new one that are not nil.
    public static var merge: Self { Self(kind: .values(.allButNil)) }

    /// Gives the existing object some values of the new one, nil as well, and leaves all others:
    /// `.merge(\.title, \.modified)`.
    /// - Parameters:
    ///   - first: An attribute whose value is taken. A member of an optional embedded struct is
    ///     only taken with the whole struct: otherwise upserts throw `invalidValue`.
    ///   - fields: Further attributes.
    public static func merge<First: FieldProtocol, each Member: FieldProtocol>(
        _ first: KeyPath<Owner.Fields, First>, _ fields: repeat KeyPath<Owner.Fields, each Member>
    ) -> Self {
        let root = Owner.Fields(FieldPath())
        var paths = [root[keyPath: first].fieldPath]
        for field in repeat each fields { paths.append(root[keyPath: field].fieldPath) }
        return Self(kind: .values(.fields(paths)))
    }

    /// Changes the existing object by a closure, but not its id.
    /// - Parameter change: Gets the existing object and the new one.
    public static func merge(
        _ change: @escaping @Sendable (_ stored: inout Owner, _ new: Owner) throws -> Void
    ) -> Self { Self(kind: .closure(change)) }
}
