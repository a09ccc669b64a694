import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// restgdf (github.com/joshuasundance-swca/restgdf), which pages through layers side by side with aiohttp.
@Suite(.tables) struct `restgdf at the fake` {
    private static let prelude = #"""
        import asyncio, os, ssl
        from aiohttp import ClientSession, TCPConnector
        from restgdf import AGOLUserPass, ArcGISTokenSession, Directory, FeatureLayer, TokenSessionConfig

        def connected(): return ClientSession(connector=TCPConnector(ssl=ssl.create_default_context(cafile=os.environ["SSL_CERT_FILE"])))

        """#

    @Test func `reads a layer, narrows it and counts its values`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let said = try await TablePeer.run(
            Self.prelude + #"""
                async def work():
                    async with connected() as session:
                        layer = await FeatureLayer.from_url(trees, session=session)
                        frame = await layer.get_gdf()
                        tall = await layer.where("HEIGHT > 20.5")
                        counts = await layer.get_value_counts("CONDITION")
                        return {
                            "layer": [layer.name, layer.count, layer.metadata.max_record_count],
                            "frame": [len(frame), frame.OBJECTID.nunique(), str(frame.crs)],
                            "tall": [tall.count, int((frame.HEIGHT > 20.5).sum())],
                            "good": [int(counts.set_index("CONDITION")["CONDITION_count"]["good"]), int((frame.CONDITION == "good").sum())],
                            "species": (await layer.get_unique_values("SPECIES")) == list(frame.SPECIES.unique()),
                        }
                said = asyncio.run(work())
                """#, fake)
        #expect(said["layer"] == ["Trees", 200, 1000] && said["frame"] == [200, 200, "EPSG:4326"])
        for name in ["tall", "good"] {
            let pair = said[name]?.array ?? []
            #expect(pair.count == 2 && pair[0] == pair[1] && pair[0] != 0, "\(name): \(pair)")
        }
        #expect(said["species"] == true)
        let asked = fake.layerRequests
        #expect(asked.allSatisfy { $0.request.answer?.code == 200 })
        #expect(asked.contains { $0["outStatistics"] != nil && $0["groupByFieldsForStatistics"] == "CONDITION" })
    }

    /// A page before the last says `exceededTransferLimit` (developers.arcgis.com, "Query (Feature Service/Layer)", resultOffset).
    @Test func `streams every page, and takes for a loss that one says there is more`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        try await fake.plantTrees(2145)
        let said = try await TablePeer.run(
            Self.prelude + #"""
                async def work():
                    async with connected() as session:
                        layer = await FeatureLayer.from_url(trees, session=session)
                        rows = [row["OBJECTID"] async for row in layer.stream_rows(on_truncation="ignore")]
                        try: await layer.get_gdf(); refused = None
                        except Exception as error: refused = type(error).__name__
                        return [layer.count, len(rows), len(set(rows)), refused]
                said = asyncio.run(work())
                """#, fake)
        #expect(said == [2345, 2345, 2345, "PaginationError"])
        let pages = fake.layerRequests.filter { $0.asksForFeatures && $0["resultOffset"] != nil }
        #expect(Set(pages.compactMap { $0["resultOffset"] }) == ["0", "1000", "2000"])
        #expect(
            pages.allSatisfy { $0["orderByFields"]?.hasPrefix("OBJECTID") == true && $0.request.answer?.code == 200 })
    }

    @Test func `crawls the directory down to every layer`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let said = try await TablePeer.run(
            Self.prelude + #"""
                async def work():
                    async with connected() as session:
                        directory = await Directory.from_url(services.rstrip("/"), session=session)
                        await directory.crawl()
                        return sorted(layer.url.removeprefix(services) for layer in directory.feature_layers())
                said = asyncio.run(work())
                """#, fake)
        let layers = (said.array ?? []).compactMap(\.string)
        for layer in [
            "Hosted/Trees/FeatureServer/0", "Parcels/FeatureServer/0", "Roads/MapServer/0", "Surveys/FeatureServer/2",
        ] {
            #expect(layers.contains(layer), "\(layers)")
        }
        #expect(Set(fake.layerRequests.map(\.path)).isSuperset(of: ["Hosted", "Hosted/Trees/FeatureServer"]))
        #expect(fake.layerRequests.allSatisfy { $0.request.answer?.status == 200 })
    }

    @Test func `signs in by itself for a secured layer, and is told where it does not`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let said = try await TablePeer.run(
            Self.prelude + #"""
                async def work():
                    async with connected() as session:
                        traffic = services + "Traffic/FeatureServer/0"
                        try: await FeatureLayer.from_url(traffic, session=session); refused = None
                        except Exception as error: refused = str(error)
                        credentials = AGOLUserPass(username="alice", password=told["password"], referer="https://app.test")
                        config = TokenSessionConfig(token_url=portal + "/sharing/rest/generateToken", credentials=credentials, referer=credentials.referer)
                        layer = await FeatureLayer.from_url(traffic, session=ArcGISTokenSession(session, config=config))
                        return [refused, sorted((await layer.get_gdf()).NAME)]
                said = asyncio.run(work())
                """#, fake, ["password": .string(try fake.password())])
        #expect(said.array?.first?.string?.contains("(code=499): Token Required") == true, "\(said)")
        #expect(said.array?.last == ["Bridge Road", "Main Street", "Market Square", "Ring West", "Station Way"])
        let requests = fake.portal.journal().requests
        #expect(requests.filter { $0.operation == "generateToken" }.count == 1)
        let seen = fake.layerRequests.map(\.request)
        #expect(seen.map { $0.answer?.code } == [499] + Array(repeating: 200, count: seen.count - 1))
        #expect(seen.dropFirst().allSatisfy { $0.presented.map(\.alias).contains("token#1") })
        #expect(requests.allSatisfy { !$0.target.contains("token=") })
    }
}
