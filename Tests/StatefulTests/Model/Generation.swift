#if Macros
    import Nacre

    /// Which program has the store open.
    enum Generation: Int, CaseIterable {
        case first, second, third, fourth

        var leaflet: any LeafletType.Type {
            switch self {
            case .first: First.Leaflet.self
            case .second: Second.Pamphlet.self
            case .third: Third.Pamphlet.self
            case .fourth: Fourth.Leaflet.self
            }
        }

        var next: Generation { Generation(rawValue: rawValue + 1) ?? self }

        /// What the types do not say.
        var plan: SchemaPlan? {
            switch self {
            case .first, .second: nil
            case .third: SchemaPlan(Third.step)
            case .fourth: SchemaPlan(Third.step, Fourth.step)
            }
        }

        /// What the step of this program makes of the leaflets of the one before.
        func stepped(_ leaflets: [Int: PlainLeaflet]) -> [Int: PlainLeaflet] {
            switch self {
            case .first, .second: leaflets
            case .third: Third.stepped(leaflets)
            case .fourth: Fourth.stepped(leaflets)
            }
        }

        /// A leaflet as this program reads it, whoever has written it.
        func kept(_ plain: PlainLeaflet) -> PlainLeaflet {
            func through<Leaflet: LeafletType>(_ type: Leaflet.Type) -> PlainLeaflet {
                Leaflet(plain).plain
            }
            return through(leaflet)
        }
    }

    extension World {
        /// The same as another program reads it.
        func kept(by generation: Generation) -> World {
            var next = self
            next.generation = generation
            next.leaflets = leaflets.mapValues { generation.kept($0) }
            return next
        }

        /// The same once the next program has opened it.
        var advanced: World {
            guard generation.next != generation else { return self }
            var next = self
            next.leaflets = generation.next.stepped(leaflets)
            return next.kept(by: generation.next)
        }
    }
#endif
