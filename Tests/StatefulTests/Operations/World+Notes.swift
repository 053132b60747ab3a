#if Macros
    import Nacre

    /// Notes, of which requests leave some out.
    extension World {
        mutating func runOnNotes(_ operation: Operation, in changes: WriteTransaction) throws {
            switch operation {
            case .writeNote(let note, let kind):
                let note = connected(note)
                try both(
                    "\(kind) \(note)",
                    {
                        switch kind {
                        case .insert: try changes.insert(note)
                        case .update: try changes.update(note)
                        case .save: try changes.save(note)
                        }
                    },
                    { world throws(Refusal) in
                        try world.write(note, as: kind)
                        return note
                    })
            case .turnNotes(let code, let isOfAll):
                try both(
                    "turn notes \(code)",
                    {
                        try changes.update(Self.notes(code, isOfAll)) { $0.isHidden.toggle() }
                    },
                    { world throws(Refusal) in
                        let turned = world.notes(isOfAll: isOfAll) { $0.code == code }
                        for note in turned { world.notes[note.id]?.isHidden.toggle() }
                        return turned.count
                    })
            case .deleteNotes(let code, let isOfAll):
                try both(
                    "delete notes \(code)", { try changes.delete(Self.notes(code, isOfAll)) },
                    { world throws(Refusal) in
                        let gone = world.notes(isOfAll: isOfAll) { $0.code == code }
                        return try world.delete(Set(gone.map { .note($0.id) }))
                    })
            default: break
            }
        }

        private static func notes(_ code: Int, _ isOfAll: Bool) -> FetchRequest<Note> {
            let request = Note.where { $0.code == code }
            return isOfAll ? request.ignoringDefaultFilter : request
        }
    }
#endif
