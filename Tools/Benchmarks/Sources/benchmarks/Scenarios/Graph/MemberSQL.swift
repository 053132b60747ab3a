import Nacre

/// The tables and statements that both peers on SQLite share. Friends have a table of their own,
/// with an index in both directions.
enum MemberSQL {
    static let schema = """
        PRAGMA foreign_keys = ON;
        CREATE TABLE member (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL,
            boss INTEGER REFERENCES member(id) ON DELETE SET NULL, team INTEGER NOT NULL);
        CREATE TABLE friend (
            person INTEGER NOT NULL REFERENCES member(id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            friend INTEGER NOT NULL REFERENCES member(id) ON DELETE CASCADE,
            PRIMARY KEY (person, place)) WITHOUT ROWID;
        CREATE INDEX member_name ON member(name);
        CREATE INDEX member_age ON member(age);
        CREATE INDEX member_boss ON member(boss);
        CREATE INDEX friend_friend ON friend(friend, person);
        """

    static let insertMember = "INSERT INTO member VALUES (?, ?, ?, ?, ?)"
    static let insertFriend = "INSERT INTO friend VALUES (?, ?, ?)"
    static let byID = "SELECT id, name, age, boss, team FROM member WHERE id = ?"
    static let friends = "SELECT friend FROM friend WHERE person = ? ORDER BY place"
    static let fans = """
        SELECT DISTINCT m.id, m.name, m.age, m.boss, m.team
        FROM friend f JOIN member m ON m.id = f.person WHERE f.friend = ? ORDER BY m.id
        """
    static let young = """
        SELECT m.id, m.name, m.age, m.boss, m.team FROM member m JOIN member b ON b.id = m.boss
        WHERE m.age < ? AND b.name >= ? AND b.name < ? ORDER BY m.id
        """
    static let all = "SELECT id, name, age, boss, team FROM member ORDER BY id"
    static let allFriends = "SELECT person, friend FROM friend ORDER BY person, place"
    static let delete = "DELETE FROM member WHERE id = ?"
}

extension Member {
    /// - Parameter row: A row with id, name, age, boss and team.
    init(_ row: some RowSource, friends: [Int]) {
        self.init(
            id: row.integer(0), name: row.text(1), age: row.integer(2),
            boss: row.optionalInteger(3).map { Ref(id: $0) }, friends: friends.map { Ref(id: $0) },
            team: row.integer(4))
    }
}
