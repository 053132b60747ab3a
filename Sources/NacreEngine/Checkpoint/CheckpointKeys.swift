internal import NacreFormat

/// A check whether a checkpoint's keys are those that would be made now. Keys of texts depend on
/// the system's version of Unicode, and hashes depend on the store's key.
///
/// The check costs a process a quarter of a millisecond, the time for its first text normalization.
/// So it runs only before such keys are used: on opening for ids, and for an index when the index
/// is first read. A class: see ``StoreOpener``.
final class CheckpointKeys: Sendable {
    private let header: CheckpointHeader
    private let idKey: IDKey
    private let catalog: Catalog

    init(_ header: CheckpointHeader, _ idKey: IDKey, _ catalog: Catalog) {
        self.header = header
        self.idKey = idKey
        self.catalog = catalog
    }

    /// Checks the keys that must be right before the checkpoint is used: those of ids, and those of
    /// elements, whose number depends on how they are made.
    /// - Parameter isForAll: Whether to check the keys of all other indexes as well.
    func check(isForAll: Bool) throws(FormatError) {
        let mayDiffer = catalog.all.contains { definition in
            !IDKey.isExact(definition.schema.idAttribute.type)
                || definition.indexes.contains { isForAll ? $0.hasInexactKeys : $0.isOfElements }
        }
        if mayDiffer { try check() }
    }

    /// Checks the keys of an index. Those of ids have already been checked, if necessary.
    func check(_ section: CheckpointSection) throws(FormatError) {
        if section.kind == .ids { return }
        if catalog.index(of: section)?.hasInexactKeys ?? true { try check() }
    }

    private func check() throws(FormatError) {
        guard header.keyProbe != idKey.probe else { return }
        throw header.bad(
            "key probe", CheckpointHeaderFields.keyProbe, idKey.probe, header.keyProbe)
    }
}

extension IndexDefinition {
    /// Whether several values may share a key. The key of several attributes that are unique
    /// together is a hash.
    fileprivate var hasInexactKeys: Bool {
        // Conditions may compare texts, too.
        isUnique && attributes.count > 1 || !isOfAllObjects
            || attributes.contains { !IDKey.isExact($0.type) }
    }
}
