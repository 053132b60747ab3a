extension NodePool {
    /// Makes or changes several trees at the same time. Each lane has a pool of its own, whose
    /// nodes this pool takes over at the end.
    /// - Parameters:
    ///   - isForMany: Whether the trees need many nodes.
    ///   - body: Makes the tree of a piece with the nodes of a pool. It runs on several threads. It
    ///     does not throw, because the nodes made so far would be lost.
    /// - Returns: The results of `body`, by piece.
    func forEachInLanes<Made>(
        _ lanes: Lanes, isForMany: Bool, _ body: (_ piece: Int, NodePool) -> Made
    ) -> [Made] {
        let origin = origin
        let parts = lanes.collect { lane in
            // Lane 0 uses this pool: trees with few changes must not take a slab each.
            let own = lane.number > 0 ? NodePool(origin, isForMany: isForMany) : nil
            var made: [(piece: Int, made: Made)] = []
            while let piece = lane.takePiece() { made.append((piece, body(piece, own ?? self))) }
            return LanePart(made: made, nodes: own?.nodes)
        }
        for part in parts { if let nodes = part.nodes { take(nodes) } }
        return parts.flatMap(\.made).sorted { $0.piece < $1.piece }.map(\.made)
    }

    /// The result of one lane.
    private struct LanePart<Made> {
        let made: [(piece: Int, made: Made)]
        /// The nodes of a lane with a pool of its own.
        let nodes: NodePool.Nodes?
    }
}
