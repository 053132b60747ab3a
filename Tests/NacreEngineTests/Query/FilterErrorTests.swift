import NacreEngine
import NacreFormat
import Testing

/// The messages for texts that are not filters, and the position of the caret.
@Suite struct FilterErrorTests {
    private func check(
        _ text: String, _ caret: String, _ rest: String, shown: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let expected = [shown ?? text, caret, rest].joined(separator: "\n")
        let message = QueryFixture.message(text)
        if rest.contains("There is no attribute") {
            let all = "\(expected) \(QueryFixture.listed)"
            #expect(message.hasPrefix(all), sourceLocation: sourceLocation)
        } else {
            #expect(message == expected, sourceLocation: sourceLocation)
        }
    }

    @Test func `an unknown attribute is reported with the nearest name`() throws {
        check(
            "level == 1 && popluation > 5", "              ^",
            "There is no attribute popluation in City.\nDid you mean population?")
        check(
            "nmae == nil", "^", "There is no attribute nmae in City.\nDid you mean name?")
        check(
            "hometown == nil", "^",
            "There is no attribute hometown in City.\nDid you mean `home town`?")
        let error = #expect(throws: FilterSyntaxError.self) { try QueryFixture.parse("nam == nil") }
        #expect(error?.code == .unknownAttribute)
    }

    @Test func `an unknown attribute without a near name is reported with all names`() throws {
        let schema = StoredSchema(
            number: EntityNumber(1), name: "my city",
            attributes: [
                AttributeSchema(
                    id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
                AttributeSchema(
                    id: AttributeID(2), name: "odd name", type: .string, isNullable: false),
            ], idOrdinal: 0)
        let error = #expect(throws: FilterSyntaxError.self) {
            try FilterParser.parse("population == 1", schema: schema)
        }
        #expect(error?.message == "There is no attribute population in `my city`.")
        #expect(error?.suggestion == "It has id, `odd name`.")
        let message = QueryFixture.message("zzzzzzzz == 1")
        #expect(message.contains("\n\(QueryFixture.listed)"))
        let many = (1...100).map { number in
            AttributeSchema(
                id: AttributeID(UInt32(number)), name: "a\(number)", type: .string,
                isNullable: false)
        }
        let wide = StoredSchema(
            number: EntityNumber(1), name: "Wide", attributes: many, idOrdinal: 0)
        let unknown = #expect(throws: FilterSyntaxError.self) {
            try FilterParser.parse("zzzzzzzz == 1", schema: wide)
        }
        #expect(unknown?.suggestion?.hasPrefix("It has a1, a2, ") == true)
        #expect(unknown?.suggestion?.hasSuffix(", a64 and 36 more.") == true)
    }

    @Test func `operators of other languages give a hint at Swift's operator`() {
        check("level = 1", "      ^", "There is no operator '='.\nUse ==.")
        check("level <> 1", "      ^", "There is no operator '<>'.\nUse !=.")
        check("level === 1", "      ^", "There is no operator '==='.\nUse ==.")
        check("level => 1", "      ^", "There is no operator '=>'.\nUse >=.")
        check("level =< 1", "      ^", "There is no operator '=<'.\nUse <=.")
        check("level \u{2265} 1", "      ^", "There is no operator '\u{2265}'.\nUse >=.")
        check("level == 1 & level == 2", "           ^", "There is no operator '&'.\nUse &&.")
        check("level == 1 | level == 2", "           ^", "There is no operator '|'.\nUse ||.")
        check("level == 1 and level == 2", "           ^", "There is no operator and.\nUse &&.")
        check("level == 1 OR level == 2", "           ^", "There is no operator OR.\nUse ||.")
        check("not level == 2", "^", "There is no operator not.\nUse !(...).")
        check("not(level == 2)", "^", "There is no function not.\nUse !(...).")
        check(
            "name like \"a%\"", "     ^",
            "There is no operator like.\nUse name.hasPrefix(\"...\"), hasSuffix or contains.")
        check("level between 1", "      ^", "There is no operator between.\nUse in 1...5.")
        check("level is nil", "      ^", "There is no operator is.\nUse ==.")
        check(
            "level in 1..5", "          ^",
            "There is no operator '..'.\nUse ..< or ... between the bounds.")
    }

    @Test func `literals of other languages give a hint at Swift's literal`() {
        check("name == 'Oslo'", "        ^", "Put strings in double quotes.\nWrite \"...\".")
        check(
            "name == \u{201c}Oslo\u{201d}", "        ^",
            "Put strings in double quotes.\nWrite \"...\".")
        check("name == NULL", "        ^", "NULL is unknown.\nUse nil.")
        check("isCapital == True", "             ^", "True is unknown.\nUse true.")
        check(
            "name == Oslo", "        ^",
            "Oslo is neither an attribute nor a value.\n"
                + "If this is text, put it in double quotes: \"Oslo\".")
        check(
            "area > .5", "       ^",
            "Only .nan and .infinity begin with a dot.\n"
                + "Decimal fractions begin with a zero: 0.5.")
    }

    @Test func `attributes of different kinds are not compared with each other`() {
        check(
            "level == name", "         ^",
            "level is of type int8 and cannot be compared with name, which is of type string.")
        check(
            "u64 < population", "      ^",
            "u64 is of type uint64 and cannot be compared with population, which is of type int64.")
        check(
            "scores == weights", "          ^",
            "scores is of type array<double> and cannot be compared with weights, which is of type"
                + " array<float>.")
        check(
            "level == townHall.town", "         ^",
            "There is no attribute townHall.town in City.\nDid you mean townHall.city?")
        check(
            "level in [level]", "          ^",
            "A value was expected here, and level is not one.\n"
                + "If this is text, put it in double quotes: \"level\".")
        #expect(QueryFixture.message("scores.contains { $0 < level }").contains("level is neither"))
        #expect(QueryFixture.message("scores.count > level").contains("level is neither"))
        #expect(throws: StoreError.self) {
            try BoundFilter(
                .inner("scores", .someElement, .attributes("$0", .less, "$0")),
                schema: QueryFixture.schema)
        }
        #expect(throws: StoreError.self) {
            try BoundFilter(.attributes("extra", .less, "extra"), schema: QueryFixture.schema)
        }
    }

    @Test func `attributes are comparable if their stored form tells how values compare`() throws {
        func attribute(
            _ id: UInt32, _ name: String, _ type: StoredType = .string, _ pipeline: [String] = [],
            leadingTo reference: String? = nil
        ) -> AttributeSchema {
            AttributeSchema(
                id: AttributeID(id), name: name, type: type, isNullable: id > 1,
                reference: reference, pipeline: pipeline)
        }
        let schema = StoredSchema(
            number: EntityNumber(1), name: "Note",
            attributes: [
                attribute(1, "id", .scalar(.int64)), attribute(2, "plain"),
                attribute(3, "packed", .string, ["lz4"]),
                attribute(4, "alsoPacked", .string, ["lz4"]),
                attribute(5, "key", .string, ["uuidString"]),
                attribute(6, "date", .string, ["uuidString"]), attribute(7, "home", .scalar(.bool)),
                attribute(8, "home.street"), attribute(9, "work", .scalar(.bool)),
                attribute(10, "author", .scalar(.int64), leadingTo: "Author"),
                attribute(11, "publisher", .scalar(.int64), leadingTo: "House"),
            ], idOrdinal: 0)
        func message(_ text: String) -> String? {
            do throws(FilterSyntaxError) {
                let filter = try FilterParser.parse(text, schema: schema)
                #expect(filter.description == text)
                return nil
            } catch {
                return error.message
            }
        }
        for text in ["packed == alsoPacked", "packed == plain", "plain != packed", "key < plain"] {
            #expect(message(text)?.contains("through stages") == true, "\(text)")
        }
        for text in ["key == date", "date < key", "author == id", "plain == home.street"] {
            #expect(message(text) == nil, "\(text)")
        }
        #expect(message("home == work")?.contains("embedded struct") == true)
        #expect(message("author == publisher")?.contains("another entity, House") == true)
    }

    @Test func `a Bool attribute alone is no filter`() {
        check("isCapital", "^", "An attribute alone is not a test.\nWrite isCapital == true.")
        check(
            "level == 1 && !isCapital", "               ^",
            "An attribute alone is not a test.\nWrite isCapital == true.")
        check("level", "     ^", "The text ends where an operator was expected.")
    }

    @Test func `a negated comparison needs parentheses`() {
        check(
            "!level == 1", "^", "Put the negated test in parentheses.\nWrite !(...).")
        check(
            "true && !level in [1]", "        ^",
            "Put the negated test in parentheses.\nWrite !(...).")
    }

    @Test func `nil is not ordered`() {
        let rest =
            "nil has no place in the order: the comparison would never be true.\n"
            + "Use == nil or != nil."
        check("level < nil", "        ^", rest)
        check("level in nil...", "         ^", rest)
        check("level in 1...nil", "             ^", rest)
    }

    @Test func `the attribute comes first`() {
        let rest =
            "A test begins with its attribute.\nWrite it as in population >= 1000."
        check("5 < level", "^", rest)
        check("true == isCapital", "^", rest)
        check("nil == level", "^", rest)
    }

    @Test func `missing and surplus tokens are reported`() {
        check("", "^", "The filter is empty.\nWrite true for all objects.")
        check("(level == 1", "^", "The closing parenthesis is missing.")
        check("level == 1)", "          ^", "There is no opening parenthesis for this one.")
        check("level == 1 level == 2", "           ^", "Only && or || is allowed here.")
        check("level ==", "        ^", "The text ends where a value was expected.")
        check("level == 1 &&  ", "             ^", "The text ends where a test was expected.")
        check(
            "1 < level < 5", "^",
            "A test begins with its attribute.\nWrite it as in population >= 1000.")
        check(
            "level > 1 < 5", "          ^",
            "A test has one operator.\nWrite a > 1 && a < 5, or a in 2..<5.")
        check("level in [1 2]", "            ^", "A comma or ] was expected here.")
        check(
            "level in 5", "          ^",
            "A list or a range was expected after in.\n"
                + "Write in [1, 5], in 1...5, in 1..<5, in 1... or in ...5.")
        check("name == \"Oslo", "        ^", "The closing \" is missing.")
        check(
            "name == \"a\\q\"", "          ^",
            "There is no such escape.\nUse \\\\, \\\", \\n, \\r, \\t, \\0 or \\u{...}.")
        check(
            "name == \"\\u{d800}\"", "         ^",
            "This is not a character.\nWrite \\u{...} with its hexadecimal number.")
        check(
            "level == 5km", "         ^",
            "Something is attached to this number.\n"
                + "Put names that begin with a digit in backquotes.")
        check("level # 1", "      ^", "The character '#' has no meaning here.")
        check(
            "name.startsWith(\"a\")", "     ^",
            "There is no method startsWith.\nStrings have hasPrefix, hasSuffix, contains, equals"
                + " and matches, collections contains and allSatisfy.")
        check(
            "name.contains(\"a\", .insensitive)", "                   ^",
            "The options are .caseInsensitive and .diacriticInsensitive.\nWrite .caseInsensitive.")
        check(
            "name.contains(5)", "              ^",
            "A string was expected here.\nWrite it as in .contains(\"...\").")
    }

    @Test func `the caret is placed right under wide, combining and multi-byte characters`() throws
    {
        check(
            "name == \"\u{5927}\u{962a}\" = 1", "               ^",
            "There is no operator '='.\nUse ==.")
        check(
            "name == \"e\u{301}\u{e9}\" = 1", "             ^", "There is no operator '='.\nUse ==."
        )
        check(
            "name == \"\u{1F468}\u{200d}\u{1F469}\" = 1", "             ^",
            "There is no operator '='.\nUse ==.")
        let error = #expect(throws: FilterSyntaxError.self) {
            try QueryFixture.parse("name == \"\u{e9}\u{5927}\" = 1")
        }
        #expect(error?.scalarOffset == 13)
        #expect(error?.byteOffset == 16)
    }

    @Test func `only the line with the error is printed, without control characters`() {
        check(
            "level == 1 &&\n\tlevel = 2\n|| true", "       ^", "There is no operator '='.\nUse ==.",
            shown: " level = 2")
        check(
            "name == \"\u{1b}[2J\" = 1", "               ^", "There is no operator '='.\nUse ==.",
            shown: "name == \"\u{fffd}[2J\" = 1")
        // An override of the direction: escaping it formerly moved the text, but not the caret.
        check(
            "name == \"\u{202e}\" = 1", "            ^", "There is no operator '='.\nUse ==.",
            shown: "name == \"\u{fffd}\" = 1")
        #expect(QueryFixture.message("\u{1b}").contains("The character U+1B has no meaning here."))
    }

    @Test func `a syntax error becomes a store error that gives the place`() {
        let error = #expect(throws: FilterSyntaxError.self) { try QueryFixture.parse("level = 1") }
        let store = error.map { StoreError($0) }
        #expect(store?.code == .invalidValue)
        #expect(
            store?.description
                == "There is no operator '='. Use ==. (at character 7 of the filter)")
    }
}
