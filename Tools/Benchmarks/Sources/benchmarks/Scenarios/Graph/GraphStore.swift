import Nacre

/// The calls of the scenario, which each peer answers.
protocol GraphStore {
    /// Calls a closure with a reader of one snapshot.
    func read<Result>(_ body: (any GraphReader) throws -> Result) throws -> Result

    /// Deletes in one transaction. References to the deleted people are removed.
    func delete(_ ids: [Int]) throws

    /// Returns all people by id.
    func all() throws -> [Member]
}

/// A snapshot of the people.
protocol GraphReader {
    func find(_ person: Ref<Member>) throws -> Member?

    /// Returns the people who have someone as a friend, by id.
    func fans(of person: Ref<Member>) throws -> [Member]

    /// Returns the people below an age whose boss's name has a prefix, by id.
    func young(below age: Int, bossPrefix: String) throws -> [Member]
}

extension GraphReader {
    /// Returns a person and all friends.
    func circle(_ id: Int) throws -> [Member] {
        guard let person = try find(Ref(id: id)) else { return [] }
        return [person] + (try person.friends.compactMap(find))
    }

    /// Returns a person, all friends, and all of their friends.
    func wideCircle(_ id: Int) throws -> [Member] {
        var people = try circle(id)
        for friend in people.dropFirst() { people += try friend.friends.compactMap(find) }
        return people
    }

    /// Returns a person, the boss, the boss's boss and so on.
    func line(_ id: Int) throws -> [Member] {
        var people: [Member] = []
        var next: Ref<Member>? = Ref(id: id)
        while let person = try next.flatMap(find) {
            people.append(person)
            next = person.boss
        }
        return people
    }

    /// Returns people who are reached along friends, the nearest first, each of them once.
    func reached(from id: Int, limit: Int) throws -> [Member] {
        var people: [Member] = []
        var seen: Set<Int> = [id]
        var queue = [Ref<Member>(id: id)]
        var place = 0
        while place < queue.count, people.count < limit {
            guard let person = try find(queue[place]) else { continue }
            place += 1
            people.append(person)
            for friend in person.friends where seen.insert(friend.id).inserted {
                queue.append(friend)
            }
        }
        return people
    }
}
