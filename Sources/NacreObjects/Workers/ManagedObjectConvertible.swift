public import Nacre

/// A type of the domain that is kept as objects of an entity, its record: what the layers above the
/// store work with, without seeing how it is kept.
///
/// ```swift
/// struct User: ManagedObjectConvertible {
///     let id: String
///     var birthday: DateComponents?
///
///     func toManagedObject(in changes: WriteTransaction) throws -> UserRecord {
///         UserRecord(id: id, birthday: birthday.flatMap(Calendar.current.date))
///     }
///
///     static func toEntity(_ record: UserRecord, in reader: Snapshot) throws -> User {
///         User(id: record.id, birthday: record.birthday.map { ... })
///     }
/// }
/// ```
/// An entity that is its own domain type needs no code:
/// `extension City: ManagedObjectConvertible {}`, in whatever file.
public protocol ManagedObjectConvertible<Record> {
    /// The entity that keeps it.
    associatedtype Record: Entity where Record.Mutability == Mutable

    /// The record that keeps this value.
    /// - Parameter changes: where the record is about to be saved. What it refers to can be looked
    ///   up, or saved, there.
    /// - Throws: if the value cannot be kept: nothing of the whole call is then.
    func toManagedObject(in changes: WriteTransaction) throws -> Record

    /// The value that a record keeps.
    /// - Parameters:
    ///   - record: what the store has.
    ///   - reader: where the record was read. What it refers to can be looked up there.
    /// - Throws: if the record is none of such a value: the whole call fails then.
    static func toEntity(_ record: Record, in reader: Snapshot) throws -> Self
}

extension Entity where Self: ManagedObjectConvertible, Record == Self {
    /// The object itself.
    public func toManagedObject(in changes: WriteTransaction) throws -> Self { self }

    /// The object itself.
    public static func toEntity(_ record: Self, in reader: Snapshot) throws -> Self { record }
}

/// What workers keep: the protocol itself does not ask for Sendable, or entities could conform in
/// their own file only.
public typealias WorkerValue = ManagedObjectConvertible & Sendable
