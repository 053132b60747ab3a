import Foundation

/// The folders with the notes of each peer. They are made once, and changed only as copies.
struct SearchStores {
    let root: String
    let texts: NoteTexts

    init(in root: String, _ texts: NoteTexts) throws {
        self.root = root
        self.texts = texts
        for peer in NotePeer.allCases { try make(peer) }
    }

    /// The folder of a store that has no search yet.
    func plain(_ peer: NotePeer) -> String { folder(peer) + "-plain" }

    /// The folder of a store with a search.
    func searched(_ peer: NotePeer) -> String { folder(peer) + "-searched" }

    private func folder(_ peer: NotePeer) -> String {
        "\(root)/\(peer.rawValue)-\(texts.notes.count)"
    }

    private func make(_ peer: NotePeer) throws {
        if FileManager.default.fileExists(atPath: searched(peer)) { return }
        try Workspace.makeEmpty(plain(peer))
        try peer.create(in: plain(peer), texts.notes)
        try Workspace.withEmpty(beside: searched(peer)) { copy in
            try Workspace.copyContents(of: plain(peer), to: copy)
            let notes = try peer.open(in: copy)
            _ = Lap.untilQuiet {}
            try notes.close()
            try FileManager.default.moveItem(atPath: copy, toPath: searched(peer))
        }
    }
}
