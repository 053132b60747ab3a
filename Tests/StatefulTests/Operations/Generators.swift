#if Macros
    import Nacre
    import NacreTestSupport

    /// Few ids and few values, so that they meet; sometimes one that breaks a rule.
    enum Random {
        static let id = Generator<Int>.integer(in: 0...7)

        private static func reference<Target: Entity>(
            _ type: Target.Type
        ) -> Generator<Ref<Target>?> where Target.ID == Int {
            .frequency((3, .just(nil)), (2, id.map { Ref(id: $0) }))
        }

        private static let name = Generator<String>.frequency(
            (12, .element(of: ["Ann", "Bo", "Cy", "Di", "\u{e9}", "e\u{301}"])),
            (1, .element(of: [refusedName, stayingName, "", "too long"])))

        /// Returns whether a name has the second spelling of one that Swift takes for equal. A
        /// change from one to the other is a change for the store, and none for the model. So
        /// objects with the second one also have another value that no others have.
        private static func isRespelled(_ name: String) -> Bool {
            name.utf8.elementsEqual("e\u{301}".utf8)
        }

        static let age = Generator<Int>.frequency(
            (12, .integer(in: 0...99)), (1, .element(of: [50, 99, -1, 100])))

        private static let state = Generator<State>.oneOf(
            .just(.planned), Generator<Int>.integer(in: 0...3).map { .open(since: $0) },
            .element(of: [.closed(reason: ""), .closed(reason: "fire")]))

        private static let address = Generator<Address?>.optional(
            .init { choices throws(Rejection) in
                Address(
                    street: try choices.draw(.element(of: ["Main", "Side"])),
                    floor: try choices.draw(.optional(.integer(in: 0...3))))
            })

        private static let tag = Generator<String>.element(of: ["x", "y", "z"])

        static let person = Generator<Person> { choices throws(Rejection) in
            let friends = try choices.draw(.array(of: id, count: 0...2))
            let name = try choices.draw(Random.name)
            return Person(
                id: try choices.draw(id),
                email: try choices.draw(.optional(.element(of: ["a@x", "b@x", "c@x", "d@x"]))),
                badge: try choices.draw(.optional(.integer(in: 0...5))),
                hall: try choices.draw(.element(of: ["A", "B"])),
                seat: try choices.draw(.optional(.integer(in: 0...3))),
                name: name, age: try choices.draw(age),
                rank: try choices.draw(.anyCase()), state: try choices.draw(state),
                address: try choices.draw(address),
                tags: Set(try choices.draw(.array(of: tag, count: 0...3))),
                scores: isRespelled(name)
                    ? [6] : try choices.draw(.array(of: .integer(in: 0...5), count: 0...3)),
                facts: [try choices.draw(tag): try choices.draw(.integer(in: 0...2))],
                team: try choices.draw(reference(Team.self)),
                boss: try choices.draw(reference(Person.self)),
                mentor: try choices.draw(reference(Person.self)),
                friends: friends.map { Ref(id: $0) })
        }

        static let team = Generator<Team> { choices throws(Rejection) in
            let name = try choices.draw(Random.name)
            return Team(
                id: try choices.draw(id),
                code: try choices.draw(.optional(.element(of: ["r", "s", "t"]))),
                name: name,
                motto: isRespelled(name)
                    ? "again" : try choices.draw(.optional(.element(of: ["on", "up"]))))
        }

        static let thing = Generator<Thing> { choices throws(Rejection) in
            // Long ones become external values.
            let isLong = try choices.draw(.integer(in: 0...60)) == 60
            return Thing(
                id: try choices.draw(id),
                title: isLong
                    ? String(repeating: "long ", count: 14_000)
                    : try choices.draw(.element(of: ["Ulysses", "Emma"])),
                watts: try choices.draw(age),
                level: Level(number: try choices.draw(.element(of: [0, -0.0, .nan]))))
        }

        static let desk = Generator<Desk> { choices throws(Rejection) in
            Desk(
                id: try choices.draw(id), owner: Ref(id: try choices.draw(id)),
                lamp: try choices.draw(.optional(thing)),
                books: try choices.draw(.array(of: thing, count: 0...3)))
        }

        static let note = Generator<Note> { choices throws(Rejection) in
            let readers = try choices.draw(.array(of: id, count: 0...3))
            // Long ones are compressed.
            let length = try choices.draw(.element(of: [0, 1, 400]))
            let device = try choices.draw(.optional(.integer(in: 0...3)))
            let fact = try choices.draw(.optional(tag))
            return Note(
                id: try choices.draw(id), isHidden: try choices.draw(.integer(in: 0...2)) == 2,
                readers: Set(readers.map { Ref(id: $0) }),
                day: Note.day(try choices.draw(.integer(in: 0...3))),
                device: device.map { Note.device($0) }, facts: fact.map { [$0: length] },
                samples: Array(repeating: 0.5, count: length),
                code: try choices.draw(.integer(in: 0...3)))
        }

        static let leaflet = Generator<PlainLeaflet> { choices throws(Rejection) in
            PlainLeaflet(
                id: try choices.draw(id), text: try choices.draw(tag),
                count: try choices.draw(.integer(in: -9...9)),
                note: try choices.draw(.optional(tag)),
                friends: try choices.draw(.array(of: id, count: 0...2)),
                pages: try choices.draw(.optional(.integer(in: 1...3))),
                size: try choices.draw(.optional(.integer(in: 1...3))),
                weight: try choices.draw(.optional(.element(of: [0.5, 1.5, 1e9]))),
                editor: try choices.draw(.optional(tag)), label: try choices.draw(.optional(tag)))
        }
    }
#endif
