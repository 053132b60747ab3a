internal import Nacre

/// The live objects that were read together with others, because a fetch included them. Each object
/// of the fetch's result keeps them alive, so that following a reference reads nothing.
final class Companions {
    private let objects: [any LiveObject]
    /// The commit of the state that they were read from.
    private let commitNumber: UInt64
    private let members: PrefetchedMembers

    init(_ objects: [any LiveObject], _ snapshot: Snapshot, _ members: PrefetchedMembers) {
        self.objects = objects
        commitNumber = snapshot.commitNumber
        self.members = members
    }

    /// Returns the objects that refer to another one; nil if they were not included or the context
    /// has moved on since.
    func members<Member: Entity>(
        _ members: ToMany<Member>, in snapshot: Snapshot
    ) -> [Member]? {
        snapshot.commitNumber == commitNumber ? self.members[members] : nil
    }
}
