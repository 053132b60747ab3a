import Nacre

/// A person with references to others.
@Entity
struct Member: Equatable {
    let id: Int
    @Attribute(.indexed) var name: String
    @Attribute(.indexed) var age: Int
    @Relationship(.nullify) @Attribute(.indexed) var boss: Ref<Member>?
    @Relationship(.nullify) @Attribute(.indexed) var friends: [Ref<Member>]
    var team: Int
}

extension Member: Answer {
    func mix(into digest: inout Digest) {
        for number in [id, age, team, boss?.id ?? 0] { digest.mix(number) }
        for friend in friends { digest.mix(friend.id) }
        digest.mix(name)
    }
}

extension Member {
    /// A prefix of one name in sixteen.
    static let prefix = "Ada"

    private static let names = [
        "Ada", "Bo", "Carl", "Dina", "Edith", "Frank", "Grace", "Hugo", "Ida", "Jan", "Kari",
        "Liv", "Max", "Nora", "Olav", "Paul",
    ]

    /// Makes the person with an id, the same one for all peers. The first eight have no boss; the
    /// boss of each other one has a lower id.
    /// - Parameter count: The number of people, at least 8.
    static func sample(_ id: Int, of count: Int) -> Member {
        var random = SplitMix(seed: UInt64(id))
        let boss = id <= 8 ? nil : Ref<Member>(id: 1 + random.next(below: (id - 1) / 4 + 1))
        var friends: [Ref<Member>] = []
        while friends.count < 3 {
            let friend = Ref<Member>(id: 1 + random.next(below: count))
            if friend.id != id, !friends.contains(friend) { friends.append(friend) }
        }
        return Member(
            id: id, name: "\(random.element(of: names)) \(random.next(below: 10_000))",
            age: 18 + random.next(below: 60), boss: boss, friends: friends,
            team: random.next(below: 50))
    }
}
