/// The open stores of all peers, each with a complete search.
struct OpenNotes {
    private(set) var notes: [NotePeer: any NoteStore] = [:]

    init(_ stores: SearchStores) throws {
        for peer in NotePeer.allCases {
            notes[peer] = try peer.open(in: stores.searched(peer))
            _ = Lap.untilQuiet {}
        }
    }

    subscript(peer: NotePeer) -> any NoteStore {
        get throws {
            guard let found = notes[peer] else {
                throw RunFailure(what: "The store of \(peer.title) is not open.")
            }
            return found
        }
    }

    func close() {
        for store in notes.values { try? store.close() }
    }
}
