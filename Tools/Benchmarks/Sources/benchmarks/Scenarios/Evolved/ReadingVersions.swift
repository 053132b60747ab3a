import Nacre

// The type of the readings as it grew: each version has one attribute more.

/// Version 1 of the type.
@Entity
struct ReadingV1 {
    static let entityName = "Reading"

    let id: Int
    var name: String
    var value: Double
    var amount: Int
    var note: String
}

extension ReadingV1: Reading {
    static let extraCount = 0

    var extras: [Int] { [] }

    init(_ base: ReadingBase, extra: (Int) -> Int) {
        self.init(
            id: base.id, name: base.name, value: base.value, amount: base.amount, note: base.note)
    }
}

/// Version 2 of the type.
@Entity
struct ReadingV2 {
    static let entityName = "Reading"

    let id: Int
    var name: String
    var value: Double
    var amount: Int
    var note: String
    var extra1: Int = 1
}

extension ReadingV2: Reading {
    static let extraCount = 1

    var extras: [Int] { [extra1] }

    init(_ base: ReadingBase, extra: (Int) -> Int) {
        self.init(
            id: base.id, name: base.name, value: base.value, amount: base.amount, note: base.note,
            extra1: extra(1))
    }
}

/// Version 3 of the type.
@Entity
struct ReadingV3 {
    static let entityName = "Reading"

    let id: Int
    var name: String
    var value: Double
    var amount: Int
    var note: String
    var extra1: Int = 1
    var extra2: Int = 2
}

extension ReadingV3: Reading {
    static let extraCount = 2

    var extras: [Int] { [extra1, extra2] }

    init(_ base: ReadingBase, extra: (Int) -> Int) {
        self.init(
            id: base.id, name: base.name, value: base.value, amount: base.amount, note: base.note,
            extra1: extra(1), extra2: extra(2))
    }
}

/// Version 4 of the type.
@Entity
struct ReadingV4 {
    static let entityName = "Reading"

    let id: Int
    var name: String
    var value: Double
    var amount: Int
    var note: String
    var extra1: Int = 1
    var extra2: Int = 2
    var extra3: Int = 3
}

extension ReadingV4: Reading {
    static let extraCount = 3

    var extras: [Int] { [extra1, extra2, extra3] }

    init(_ base: ReadingBase, extra: (Int) -> Int) {
        self.init(
            id: base.id, name: base.name, value: base.value, amount: base.amount, note: base.note,
            extra1: extra(1), extra2: extra(2), extra3: extra(3))
    }
}

/// Version 5 of the type.
@Entity
struct ReadingV5 {
    static let entityName = "Reading"

    let id: Int
    var name: String
    var value: Double
    var amount: Int
    var note: String
    var extra1: Int = 1
    var extra2: Int = 2
    var extra3: Int = 3
    var extra4: Int = 4
}

extension ReadingV5: Reading {
    static let extraCount = 4

    var extras: [Int] { [extra1, extra2, extra3, extra4] }

    init(_ base: ReadingBase, extra: (Int) -> Int) {
        self.init(
            id: base.id, name: base.name, value: base.value, amount: base.amount, note: base.note,
            extra1: extra(1), extra2: extra(2), extra3: extra(3), extra4: extra(4))
    }
}

/// Version 6 of the type.
@Entity
struct ReadingV6 {
    static let entityName = "Reading"

    let id: Int
    var name: String
    var value: Double
    var amount: Int
    var note: String
    var extra1: Int = 1
    var extra2: Int = 2
    var extra3: Int = 3
    var extra4: Int = 4
    var extra5: Int = 5
}

extension ReadingV6: Reading {
    static let extraCount = 5

    var extras: [Int] { [extra1, extra2, extra3, extra4, extra5] }

    init(_ base: ReadingBase, extra: (Int) -> Int) {
        self.init(
            id: base.id, name: base.name, value: base.value, amount: base.amount, note: base.note,
            extra1: extra(1), extra2: extra(2), extra3: extra(3), extra4: extra(4), extra5: extra(5)
        )
    }
}

/// Version 7 of the type.
@Entity
struct ReadingV7 {
    static let entityName = "Reading"

    let id: Int
    var name: String
    var value: Double
    var amount: Int
    var note: String
    var extra1: Int = 1
    var extra2: Int = 2
    var extra3: Int = 3
    var extra4: Int = 4
    var extra5: Int = 5
    var extra6: Int = 6
}

extension ReadingV7: Reading {
    static let extraCount = 6

    var extras: [Int] { [extra1, extra2, extra3, extra4, extra5, extra6] }

    init(_ base: ReadingBase, extra: (Int) -> Int) {
        self.init(
            id: base.id, name: base.name, value: base.value, amount: base.amount, note: base.note,
            extra1: extra(1), extra2: extra(2), extra3: extra(3), extra4: extra(4),
            extra5: extra(5), extra6: extra(6))
    }
}

/// Version 8 of the type.
@Entity
struct ReadingV8 {
    static let entityName = "Reading"

    let id: Int
    var name: String
    var value: Double
    var amount: Int
    var note: String
    var extra1: Int = 1
    var extra2: Int = 2
    var extra3: Int = 3
    var extra4: Int = 4
    var extra5: Int = 5
    var extra6: Int = 6
    var extra7: Int = 7
}

extension ReadingV8: Reading {
    static let extraCount = 7

    var extras: [Int] { [extra1, extra2, extra3, extra4, extra5, extra6, extra7] }

    init(_ base: ReadingBase, extra: (Int) -> Int) {
        self.init(
            id: base.id, name: base.name, value: base.value, amount: base.amount, note: base.note,
            extra1: extra(1), extra2: extra(2), extra3: extra(3), extra4: extra(4),
            extra5: extra(5), extra6: extra(6), extra7: extra(7))
    }
}
