public import Nacre

/// A domain type that is stored as objects of an entity, its record. The layers above the store
/// work with the domain type and do not see how it is stored.
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
/// `extension City: ManagedObjectConvertible {}`, in any file.
public protocol ManagedObjectConvertible<Record> {
    /// The entity that stores the values.
    associatedtype Record: Entity where Record.Mutability == Mutable

    /// Returns the record that stores this value.
    /// - Parameter changes: The transaction that is about to save the record. Objects that the
    ///   record refers to can be found or saved in it.
    /// - Throws: An error if the value cannot be stored. Then nothing of the whole call is stored.
    func toManagedObject(in changes: WriteTransaction) throws -> Record

    /// Returns the value that a record stores.
    /// - Parameters:
    ///   - record: The record from the store.
    ///   - reader: The snapshot of the record. Objects that the record refers to can be found in
    ///     it.
    /// - Throws: An error if the record does not store such a value. Then the whole call fails.
    static func toEntity(_ record: Record, in reader: Snapshot) throws -> Self
}

extension Entity where Self: ManagedObjectConvertible, Record == Self {
    /// Returns the object itself.
    public func toManagedObject(in changes: WriteTransaction) throws -> Self { self }

    /// Returns the record itself.
    public static func toEntity(_ record: Self, in reader: Snapshot) throws -> Self { record }
}

/// A value that workers store. The protocol itself does not require Sendable; otherwise entities
/// could conform only in the file that declares them.
public typealias WorkerValue = ManagedObjectConvertible & Sendable
