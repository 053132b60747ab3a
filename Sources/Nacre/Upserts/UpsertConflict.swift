/// What an upsert does where there is an object with the same unique values, as one call says it.
///
/// ```swift
/// try changes.upsert(page, on: \.address, conflict: .merge { stored, new in
///     stored.title = new.title
///     stored.visits += new.visits
/// })
/// ```
/// A value that can be kept and sent to other tasks.
public struct UpsertConflict<Owner: Entity>: Sendable {
    let kind: Kind

    enum Kind: Sendable {
        case error, keepExisting
        /// With values of the new object in the place of the stored ones.
        case values(TakenValues)
        case closure(@Sendable (inout Owner, Owner) throws -> Void)
    }

    /// Which values of the new object replace those of the one that is there.
    enum TakenValues: Sendable {
        case all, allButNil
        case fields([FieldPath])
    }

    /// - Parameter policy: as it is declared.
    init(_ policy: ConflictPolicy) {
        switch policy {
        case .error: self = .error
        case .replace: self = .replace
        case .keepExisting: self = .keepExisting
        case .merge: self = .merge
        }
    }

    private init(kind: Kind) { self.kind = kind }

    /// Whether objects are stored as they are given, so that each must keep the rules.
    var storesEach: Bool {
        switch kind {
        case .error, .values(.all): true
        case .keepExisting, .values, .closure: false
        }
    }

    /// Throws `uniqueViolation`.
    public static var error: Self { Self(kind: .error) }

    /// Gives the object that is there the values of the new one. It keeps its id.
    public static var replace: Self { Self(kind: .values(.all)) }

    /// Leaves the object that is there as it is.
    public static var keepExisting: Self { Self(kind: .keepExisting) }

    /// Gives the object that is there those values of the new one that are not nil.
    public static var merge: Self { Self(kind: .values(.allButNil)) }

    /// Gives the object that is there some values of the new one, nil as well, and leaves all
    /// others: `.merge(\.title, \.modified)`.
    /// - Parameters:
    ///   - first: one whose value is taken. What stands in an optional embedded struct is taken
    ///     with the whole struct only: upserts throw `invalidValue` otherwise.
    ///   - fields: others.
    public static func merge<First: FieldProtocol, each Member: FieldProtocol>(
        _ first: KeyPath<Owner.Fields, First>, _ fields: repeat KeyPath<Owner.Fields, each Member>
    ) -> Self {
        let root = Owner.Fields(FieldPath())
        var paths = [root[keyPath: first].fieldPath]
        for field in repeat each fields { paths.append(root[keyPath: field].fieldPath) }
        return Self(kind: .values(.fields(paths)))
    }

    /// Changes the object that is there by a closure, but not its id.
    /// - Parameter change: gets the object that is there, and the new one.
    public static func merge(
        _ change: @escaping @Sendable (_ stored: inout Owner, _ new: Owner) throws -> Void
    ) -> Self { Self(kind: .closure(change)) }
}
