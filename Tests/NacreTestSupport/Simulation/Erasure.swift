/// An object that was erased.
package struct Erasure: Sendable {
    package let entity: String
    package let id: Int64
    /// The commit that deleted it. Former states no longer show it.
    package let commit: Int

    package init(entity: String, id: Int64, commit: Int) {
        self.entity = entity
        self.id = id
        self.commit = commit
    }
}
