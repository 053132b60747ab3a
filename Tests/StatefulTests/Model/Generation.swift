#if Macros
    import Nacre

    /// The program that has the store open.
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

        /// The migration plan, for changes that the types do not express.
        var plan: SchemaPlan? {
            switch self {
            case .first, .second: nil
            case .third: SchemaPlan(Third.step)
            case .fourth: SchemaPlan(Third.step, Fourth.step)
            }
        }

        /// Returns the leaflets that the step of this program makes of the former program's.
        func stepped(_ leaflets: [Int: PlainLeaflet]) -> [Int: PlainLeaflet] {
            switch self {
            case .first, .second: leaflets
            case .third: Third.stepped(leaflets)
            case .fourth: Fourth.stepped(leaflets)
            }
        }

        /// Returns a leaflet as this program reads it, regardless of its writer.
        func kept(_ plain: PlainLeaflet) -> PlainLeaflet {
            func through<Leaflet: LeafletType>(_ type: Leaflet.Type) -> PlainLeaflet {
                Leaflet(plain).plain
            }
            return through(leaflet)
        }
    }

    extension World {
        /// Returns the world as another program reads it.
        func kept(by generation: Generation) -> World {
            var next = self
            next.generation = generation
            next.leaflets = leaflets.mapValues { generation.kept($0) }
            return next
        }

        /// The world after the next program has opened the store.
        var advanced: World {
            guard generation.next != generation else { return self }
            var next = self
            next.leaflets = generation.next.stepped(leaflets)
            return next.kept(by: generation.next)
        }
    }
#endif
