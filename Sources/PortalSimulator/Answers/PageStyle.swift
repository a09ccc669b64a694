/// How the pages look; contrasts are 4.5 : 1 and more in both themes (WCAG 2.2 §1.4.3).
enum PageStyle {
    static let text = """

        :root { --page: #f3f5f7; --card: #fff; --text: #1c2733; --quiet: #4d5b69; --line: #76828f; --main: #00619b; --on-main: #fff; --bad: #a11b1b; --bad-page: #fdeeee; color-scheme: light; }
        [data-theme=dark] { --page: #14191f; --card: #1f262e; --text: #eef2f6; --quiet: #b4c0cc; --line: #8a97a5; --main: #7cc4f5; --on-main: #0b1a26; --bad: #ffb3b3; --bad-page: #3a2020; color-scheme: dark; }
        @media (prefers-color-scheme: dark) { :root:not([data-theme]) { --page: #14191f; --card: #1f262e; --text: #eef2f6; --quiet: #b4c0cc; --line: #8a97a5; --main: #7cc4f5; --on-main: #0b1a26; --bad: #ffb3b3; --bad-page: #3a2020; color-scheme: dark; } }
        * { box-sizing: border-box; }
        body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
        main { width: 100%; max-width: 26rem; padding: 2rem; background: var(--card); border-radius: .75rem; box-shadow: 0 1px 3px rgb(0 0 0 / .12), 0 8px 24px rgb(0 0 0 / .08); overflow-wrap: anywhere; }
        h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.2; }
        p { margin: 0 0 1rem; color: var(--quiet); }
        strong { color: var(--text); }
        a { color: var(--main); }
        .alert { padding: .75rem 1rem; border-left: .25rem solid var(--bad); border-radius: .25rem; background: var(--bad-page); color: var(--bad); }
        label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
        textarea, pre { width: 100%; max-width: 100%; overflow: auto; font-family: ui-monospace, "DejaVu Sans Mono", monospace; }
        input { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .375rem; background: var(--card); color: var(--text); font: inherit; }
        .buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
        button { flex: 1 1 8rem; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--main); border-radius: .375rem; background: var(--main); color: var(--on-main); font: inherit; font-weight: 600; cursor: pointer; }
        button.quiet { background: transparent; color: var(--main); }
        button:hover { filter: brightness(1.08); }
        :focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
        @media (max-width: 30rem) { body { place-items: start stretch; padding: 0; background: var(--card); } main { max-width: none; padding: 1.5rem 1.25rem; box-shadow: none; border-radius: 0; } }

        """

    /// What a policy calls it.
    static let source = PrivatePage.source(of: text)
}
