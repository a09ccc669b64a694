/// How the pages of the services directory and the home page look: the style of the sign-in page on a full width.
enum DirectoryStyle {
    static let text =
        PageStyle.text + """
            body { display: block; place-items: normal; padding: 0; background: var(--card); }
            header, footer, main { max-width: 64rem; margin: 0 auto; padding: 1rem 1.25rem; box-shadow: none; border-radius: 0; }
            header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem 1.5rem; border-bottom: 1px solid var(--line); }
            header p, header form { margin: 0; }
            header .site { color: var(--text); font-weight: 600; }
            h2 { margin: 1.5rem 0 .5rem; font-size: 1.15rem; }
            h3 { margin: 1.25rem 0 .5rem; font-size: 1rem; }
            nav ol { display: flex; flex-wrap: wrap; gap: .25rem .5rem; margin: 0 0 1.25rem; padding: 0; list-style: none; }
            nav li + li::before { content: "›"; margin-right: .5rem; color: var(--quiet); }
            a { display: inline-block; min-height: 1.5rem; }
            ul { margin: .25rem 0; padding-left: 1.25rem; }
            dl { display: grid; grid-template-columns: fit-content(22rem) 1fr; gap: .25rem 1rem; margin: .25rem 0; }
            dt { font-weight: 600; color: var(--quiet); }
            dd { margin: 0; min-width: 0; white-space: pre-wrap; }
            .field { display: grid; grid-template-columns: minmax(8rem, 15rem) 1fr; gap: .25rem 1rem; align-items: center; margin: .5rem 0; }
            .field label { margin: 0; }
            input, select, textarea { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .375rem; background: var(--card); color: var(--text); font: inherit; }
            form.small { display: inline; }
            form.small button { min-height: 2rem; padding: .125rem .75rem; }
            form .buttons button { flex: 0 1 14rem; }
            .alert h2 { margin-top: 0; } .alert p, .alert li { color: inherit; }
            code, pre { font-family: ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap; }
            @media (max-width: 40rem) { dl, .field { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }

            """

    /// What a policy calls it.
    static let source = PrivatePage.source(of: text)
}
