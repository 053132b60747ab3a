public import Foundation
public import NacreEngine
internal import NacreFormat

/// The changes of one `performChanges`: the objects that it inserted, updated and deleted, before
/// and after. If an object was written more than once, its first and its last state count. Objects
/// that were inserted and deleted within the commit are left out.
///
/// ```swift
/// for try await commit in store.commits {
///     for update in try commit.updated(City.self) where update.changed(\.name) {
///         print(update.old.name, "is now", update.new.name)
///     }
/// }
/// ```
/// A commit is a value that can be kept and read on any thread, even after the store was closed. It
/// keeps the files of its objects as long as it lives. Objects are decoded when they are read.
public struct Commit: Sendable {
    let content: LoggedCommit
    let registry: EntityRegistry

    private var objects: ChangedObjects { ChangedObjects(content.records, registry) }

    /// The number of the commit. Commits are counted from 1, without gaps.
    public var number: UInt64 { content.number.rawValue }

    /// The time at which the commit was made, by the clock of that machine.
    ///
    /// Commits are ordered by ``number``. Their dates may go back, for example after a fast clock
    /// was corrected: each commit keeps the date that the clock showed.
    public var date: Date {
        Date(timeIntervalSince1970: Double(content.time) / 1_000_000)
    }

    /// The author that was given to `performChanges`; nil if there was none. A commit that changes
    /// the stored schema when a store is opened has the author `schema`.
    public var author: String? { content.author.isEmpty ? nil : content.author }

    /// The note that was given to `performChanges`; nil if there was none.
    public var note: String? { content.note.isEmpty ? nil : content.note }

    /// The place after this commit. Keep it to continue from there later with
    /// ``Store/commits(since:)``.
    public var token: CommitToken { content.token }

    /// Returns the objects of an entity that the commit inserted, in the order of their insertion.
    /// - Throws: `unknownEntity` if the store was not opened with the type, `undecodable`,
    ///   `corrupt`.
    public func inserted<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Owner] {
        try objects.inserted(type)
    }

    /// Returns the objects of an entity that the commit updated, before and after.
    /// - Throws: The errors of ``inserted(_:)``.
    public func updated<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Update<Owner>] {
        try objects.updated(type)
    }

    /// Returns the objects of an entity that the commit deleted, as they were before it.
    /// - Throws: The errors of ``inserted(_:)``.
    public func deleted<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Owner] {
        try objects.deleted(type)
    }

    /// Returns whether the commit changed any object of an entity. Decodes none.
    /// - Throws: `unknownEntity` if the store was not opened with the type.
    public func touches<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> Bool {
        try objects.touches(type)
    }

    /// Returns whether the commit is part of an ``Store/erase(_:_:)`` of objects of an entity.
    /// Their ids and values are gone, from this commit and from former ones: a consumer that has
    /// derived anything from objects of the entity compares it with the objects that are left.
    /// - Throws: `unknownEntity` if the store was not opened with the type.
    public func erased<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> Bool {
        content.erased.contains(try registry.binding(type).definition.schema.number)
    }
}
