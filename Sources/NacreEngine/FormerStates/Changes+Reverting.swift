package import NacreFormat

/// The treatment of objects that were changed since the commit that is taken back.
public enum RevertConflicts: Sendable {
    /// Throws `conflict` and changes nothing.
    case fail
    /// Leaves these objects as they are.
    case skip
    /// Gives these objects their former values nevertheless.
    case overwrite
}

/// Takes back commits.
extension Changes {
    /// One step of taking back a commit: the object is to get its former values.
    package struct RevertStep {
        package let schema: StoredSchema
        package let id: Value
        /// The values before the commit; nil if it inserted the object.
        package let former: [Value]?
        /// The values after the commit; nil if it deleted the object.
        package let written: [Value]?
    }

    /// Returns the steps that take back a commit, the last change first.
    package func stepsToRevert(_ commit: LoggedCommit) throws -> [RevertStep] {
        var steps: [RevertStep] = []
        for change in commit.changes.reversed() {
            guard let schema = catalog[change.entity]?.schema, !schema.isOwn else { continue }
            let former = try commit.old(change).map {
                try commit.before.values(of: $0, schema: schema)
            }
            let written = try commit.new(change).map {
                try commit.after.values(of: $0, schema: schema)
            }
            guard let id = (former ?? written)?[schema.idOrdinal] else { continue }
            steps.append(RevertStep(schema: schema, id: id, former: former, written: written))
        }
        return steps
    }

    /// Returns the conflicts of a step with the present object: the attributes that others have
    /// changed since. None if the object has its former values already.
    package func conflicts(of step: RevertStep) throws -> [Conflict] {
        let name = step.schema.name
        let present = try find(step.id, in: name)?.values
        if let present, let former = step.former, present.isIdentical(to: former) { return [] }
        if present == nil, step.former == nil { return [] }
        func conflict(_ place: Int?, _ stored: Value?, _ given: Value?) -> Conflict {
            Conflict(
                entity: name, id: FilterText.literal(step.id),
                attribute: place.map { step.schema.attributes[$0].name },
                stored: stored.map { FilterText.literal($0) },
                given: given.map { FilterText.literal($0) })
        }
        guard let present else { return step.written == nil ? [] : [conflict(nil, nil, nil)] }
        guard let written = step.written else {
            // The commit deleted it, and there is one again.
            return [conflict(step.schema.idOrdinal, step.id, step.id)]
        }
        return present.indices.filter { !present[$0].isIdentical(to: written[$0]) }.map { place in
            conflict(place, present[place], step.former?[place])
        }
    }

    /// Takes back a commit.
    /// - Parameter apply: Applies a step.
    /// - Returns: The conflicts of objects that were skipped or overwritten.
    /// - Throws: `conflict`, and what writing throws.
    @discardableResult
    package func revert(
        _ commit: LoggedCommit, onConflict handling: RevertConflicts,
        _ apply: (RevertStep) throws -> Void
    ) throws -> [Conflict] {
        try savepoint {
            var found: [Conflict] = []
            var kept: [RevertStep] = []
            for step in try stepsToRevert(commit) {
                let conflicts = try conflicts(of: step)
                found += conflicts
                if case .skip = handling, !conflicts.isEmpty { continue }
                kept.append(step)
            }
            if case .fail = handling, !found.isEmpty { throw StoreError(found) }
            // Insertions and updates first, so that objects which others refer to are there.
            for step in kept where step.former != nil { try apply(step) }
            for step in kept where step.former == nil { try apply(step) }
            return found
        }
    }

    /// Takes back a commit without any code of types.
    @discardableResult
    package func revert(
        _ commit: LoggedCommit, onConflict handling: RevertConflicts
    ) throws -> [Conflict] {
        try revert(commit, onConflict: handling) { try apply($0) }
    }

    /// Gives an object its former values, or deletes it.
    package func apply(_ step: RevertStep) throws {
        if let former = step.former {
            _ = try save(former, in: step.schema.name)
        } else {
            _ = try delete(step.id, from: step.schema.name)
        }
    }
}
