#if Macros
    import Nacre

    enum Third {
        /// A generation without pages, and with another name for the title; with an optional text,
        /// a number with a default, and one that a step computes.
        @Entity
        struct Pamphlet: Hashable {
            let id: Int
            @Attribute(.originalName("title", "text")) var heading: String
            @Attribute(.indexed) var count: Int
            var note: String = "none"
            @Relationship(.noAction) var friends: [Ref<Pamphlet>]
            var size: Int = 0
            var weight: Float = 0.5
            var editor: String?
        }

        static let step = SchemaStep(
            1, "sizes for pages",
            .add("size", Int.self, default: 0, to: "Pamphlet"),
            .rewrite("Pamphlet") { old, new in
                let (count, note): (Int?, String?) = (try old["count"], try old["note"])
                new["size"] = size(count: count ?? 0, note: note)
            },
            .remove("pages", from: "Pamphlet"))

        private static func size(count: Int, note: String?) -> Int {
            count * 2 + (note == "none" ? 0 : 1)
        }

        static func stepped(_ leaflets: [Int: PlainLeaflet]) -> [Int: PlainLeaflet] {
            leaflets.mapValues { leaflet in
                var leaflet = leaflet
                leaflet.size = size(count: leaflet.count, note: leaflet.note)
                return leaflet
            }
        }
    }

    enum Fourth {
        /// A generation with the first name again, a wider number, a required text that was
        /// optional, and a number of which a step has made a text.
        @Entity
        struct Leaflet: Hashable {
            static let originalEntityNames = ["Pamphlet"]
            let id: Int
            var heading: String
            @Attribute(.indexed) var count: Int
            var note: String = "none"
            @Relationship(.noAction) var friends: [Ref<Leaflet>]
            var weight: Double
            var editor: String = "nobody"
            var label: String
        }

        /// The id of the leaflet that a step adds.
        private static let sumID = 8

        /// Removes small leaflets, adds one, and gives all a label.
        static let step = SchemaStep(
            2, "labels for sizes",
            .migrate { store in
                var sum = 0
                try store.forEach("Pamphlet") { pamphlet in
                    let count: Int = try pamphlet["count"] ?? 0
                    if isSmall(count) { try store.delete(pamphlet) } else { sum += count }
                }
                try store.insert("Pamphlet") { new in
                    new["id"] = sumID
                    new["heading"] = "sum"
                    new["count"] = sum
                    new["friends"] = [Ref<Third.Pamphlet>]()
                }
            },
            .add("label", String.self, default: "", to: "Pamphlet"),
            .rewrite("Pamphlet") { old, new in
                let (heading, size): (String?, Int?) = (try old["heading"], try old["size"])
                new["label"] = label(heading ?? "", size ?? 0)
            },
            .remove("size", from: "Pamphlet"))

        private static func isSmall(_ count: Int) -> Bool { count < -6 }

        private static func label(_ heading: String, _ size: Int) -> String {
            "\(heading)/\(size)"
        }

        static func stepped(_ leaflets: [Int: PlainLeaflet]) -> [Int: PlainLeaflet] {
            var left = leaflets.filter { !isSmall($0.value.count) }
            left[sumID] = PlainLeaflet(
                id: sumID, text: "sum", count: left.values.reduce(0) { $0 + $1.count },
                note: "none", friends: [], size: 0)
            return left.mapValues { leaflet in
                var leaflet = leaflet
                leaflet.label = label(leaflet.text, leaflet.size ?? 0)
                return leaflet
            }
        }
    }

    extension Third.Pamphlet: LeafletType {
        init(_ plain: PlainLeaflet) {
            self.init(
                id: plain.id, heading: plain.text, count: plain.count, note: plain.note ?? "none",
                friends: plain.friends.map { Ref(id: $0) }, size: plain.size ?? 0,
                weight: Float(plain.weight ?? 0.5), editor: plain.editor)
        }

        var plain: PlainLeaflet {
            PlainLeaflet(
                id: id, text: heading, count: count, note: note, friends: friends.map(\.id),
                size: size, weight: Double(weight), editor: editor)
        }

        static func above(_ count: Int) -> FetchRequest<Self> { Self.where { $0.count > count } }
    }

    extension Fourth.Leaflet: LeafletType {
        init(_ plain: PlainLeaflet) {
            self.init(
                id: plain.id, heading: plain.text, count: plain.count, note: plain.note ?? "none",
                friends: plain.friends.map { Ref(id: $0) }, weight: plain.weight ?? 0.5,
                editor: plain.editor ?? "nobody", label: plain.label ?? "")
        }

        var plain: PlainLeaflet {
            PlainLeaflet(
                id: id, text: heading, count: count, note: note, friends: friends.map(\.id),
                weight: weight, editor: editor, label: label)
        }

        static func above(_ count: Int) -> FetchRequest<Self> { Self.where { $0.count > count } }
    }
#endif
