/// A scenario without a mistake, in which tests replace a part.
enum GoodScenario {
    static let text = """
        title: A title
        catalogue: C01
        portal: { preset: anonymous }
        client:
          - connect: {}
        expect:
          events: [loaded]
          wire:
            - GET portals/self -> 200
          final: { status: loaded, user: none }
        """
}
