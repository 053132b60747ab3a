internal import NacreFormat

/// Whether the keys in a checkpoint are those that would be made now: keys of texts depend on what
/// the system knows of Unicode, and hashes on the store's key.
///
/// To ask costs a process a quarter of a millisecond, which its first text takes that has to be
/// normalised. So only those ask who are about to use such keys: opening for ids, and whoever looks
/// at an index first for that index. An object: see ``StoreOpener``.
final class CheckpointKeys: Sendable {
    private let header: CheckpointHeader
    private let idKey: IDKey
    private let catalog: Catalog

    init(_ header: CheckpointHeader, _ idKey: IDKey, _ catalog: Catalog) {
        self.header = header
        self.idKey = idKey
        self.catalog = catalog
    }

    /// Checks what is asked before the checkpoint is used: the keys of ids, and those of elements,
    /// of which there may be more or fewer if they are made otherwise.
    /// - Parameter isForAll: whether all others as well.
    func check(isForAll: Bool) throws(FormatError) {
        let mayDiffer = catalog.all.contains { definition in
            !IDKey.isExact(definition.schema.idAttribute.type)
                || definition.indexes.contains { isForAll ? $0.hasInexactKeys : $0.isOfElements }
        }
        if mayDiffer { try check() }
    }

    /// Checks the keys of an index; those of ids were, where they are asked at all.
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
    /// Whether a key may be the key of several values. Of what is unique together it is a hash.
    fileprivate var hasInexactKeys: Bool {
        isUnique && attributes.count > 1 || attributes.contains { !IDKey.isExact($0.type) }
    }
}
