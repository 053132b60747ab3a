public import Foundation
internal import NacreEngine
internal import NacreFormat

/// One state that an object has had, or its deletion. It can be kept and read on any thread, even
/// after the store was closed, and keeps the files of the object as long as it lives.
public struct ObjectRevision<Owner: Entity>: Sendable {
    private let content: Revision
    private let revisions: ObjectRevisions
    private let binding: EntityBinding<Owner>

    init(_ content: Revision, _ revisions: ObjectRevisions, _ binding: EntityBinding<Owner>) {
        self.content = content
        self.revisions = revisions
        self.binding = binding
    }

    /// The number of the commit that wrote this state.
    public var commit: UInt64 { content.commit.rawValue }

    /// The date of the commit.
    public var date: Date { Date(timeIntervalSince1970: Double(content.time) / 1_000_000) }

    /// The author of the commit; nil if there was none.
    public var author: String? { content.author.isEmpty ? nil : content.author }

    /// The note of the commit; nil if there was none.
    public var note: String? { content.note.isEmpty ? nil : content.note }

    /// The object; nil if the commit deleted it. Decoded at each call.
    /// - Throws: `undecodable`, `corrupt`.
    public var value: Owner? {
        get throws(StoreError) {
            guard let record = try revisions.record(of: content) else { return nil }
            return try binding.decode(record, in: revisions.storage(of: record, content))
        }
    }
}
