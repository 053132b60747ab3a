package import NacreFormat

/// A policy as it is stored, with the states that it has kept so far.
package struct StoredHistoryPolicy: Sendable, Hashable {
    /// The entity; 0 for all without a policy of their own.
    package let entity: EntityNumber
    package let policy: HistoryPolicy
    /// The oldest commit whose state is kept.
    package let horizon: CommitNumber
    /// The commit from which on marks hold for the entity.
    package let since: CommitNumber

    package init(
        entity: EntityNumber, policy: HistoryPolicy, horizon: CommitNumber, since: CommitNumber
    ) {
        self.entity = entity
        self.policy = policy
        self.horizon = horizon
        self.since = since
    }
}
