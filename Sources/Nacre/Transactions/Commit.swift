public import Foundation
public import NacreEngine
internal import NacreFormat

/// What one `performChanges` has changed: the objects it inserted, updated and deleted, as they
/// were and as they became. Where the same object was written more than once, first and last count;
/// what came and went within it is not told.
///
/// ```swift
/// for try await commit in store.commits {
///     for update in try commit.updated(City.self) where update.changed(\.name) {
///         print(update.old.name, "is now", update.new.name)
///     }
/// }
/// ```
/// A value that can be kept and read on any thread, also after the store was closed. It keeps the
/// files of its objects as long as it lives. Objects are decoded when they are asked for.
public struct Commit: Sendable {
    let content: LoggedCommit
    let registry: EntityRegistry

    /// Counted from 1, without gaps.
    public var number: UInt64 { content.number.rawValue }

    /// The time at which the commit was made, as the clock of that machine showed it.
    ///
    /// Commits are ordered by ``number``. Their dates may go back, as after a clock that was ahead
    /// has been set right: each commit keeps the date that the clock showed.
    public var date: Date {
        Date(timeIntervalSince1970: Double(content.time) / 1_000_000)
    }

    /// As given to `performChanges`; nil if there was none.
    public var author: String? { content.author.isEmpty ? nil : content.author }

    /// The place behind it: what to keep, to go on from there another time with
    /// ``Store/commits(since:)``.
    public var token: CommitToken { content.token }

    /// The objects of an entity that it inserted, in the order of their insertion.
    /// - Throws: `unknownEntity` if the store was not opened with the type, `undecodable`,
    ///   `corrupt`.
    public func inserted<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Owner] {
        try forEach(type, .inserted) { (change, binding) throws(StoreError) in
            try binding.new(change, in: content)
        }
    }

    /// The objects of an entity that it updated, before and after.
    /// - Throws: as ``inserted(_:)``.
    public func updated<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Update<Owner>] {
        try forEach(type, .updated) { (change, binding) throws(StoreError) in
            try binding.update(change, in: content)
        }
    }

    /// The objects of an entity that it deleted, as they were at last.
    /// - Throws: as ``inserted(_:)``.
    public func deleted<Owner: Entity>(
        _ type: Owner.Type = Owner.self
    ) throws(StoreError) -> [Owner] {
        try forEach(type, .deleted) { (change, binding) throws(StoreError) in
            try binding.old(change, in: content)
        }
    }

    /// Whether it changed any object of an entity. Decodes none.
    /// - Throws: `unknownEntity` if the store was not opened with the type.
    public func touches<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> Bool {
        let entity = try registry.binding(type).definition.schema.number
        return content.changes.contains { $0.entity == entity }
    }

    private func forEach<Owner: Entity, Result>(
        _ type: Owner.Type, _ kind: RecordChange.Kind,
        _ body: (RecordChange, EntityBinding<Owner>) throws(StoreError) -> Result?
    ) throws(StoreError) -> [Result] {
        let binding = try registry.binding(type)
        let entity = binding.definition.schema.number
        var results: [Result] = []
        for change in content.changes where change.entity == entity && change.kind == kind {
            if let result = try body(change, binding) { results.append(result) }
        }
        return results
    }
}
