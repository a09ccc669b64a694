/// What the page's script does: it filters rows, and Escape closes a cell.
enum HTMLReportScript {
    static let text: StaticString = """

        "use strict";
        const form = document.getElementById("filter"), field = id => document.getElementById(id);
        const groups = [...document.querySelectorAll("tbody[data-f]")].map(body => ({ body, rows: [...body.querySelectorAll("tr[data-t]")] }));
        const total = groups.reduce((sum, group) => sum + group.rows.length, 0);
        function show() {
            const words = field("text").value.toLowerCase().split(/\\s+/).filter(Boolean);
            const family = field("family").value, tag = field("tag").value, verdict = field("verdict").value;
            let count = 0;
            for (const { body, rows } of groups) {
                let some = false;
                for (const row of rows) {
                    const head = row.cells[0].textContent.toLowerCase();
                    const fits = (!family || body.dataset.f === family) && (!tag || row.dataset.t.split(" ").includes(tag))
                        && (!verdict || row.querySelector("td." + verdict)) && words.every(word => head.includes(word));
                    row.hidden = !fits;
                    if (fits) { some = true; count += 1; }
                }
                body.hidden = !some;
            }
            field("count").textContent = count === total ? total + " runs" : count + " of " + total + " runs";
        }
        form.hidden = false;
        form.addEventListener("input", show);
        form.addEventListener("submit", event => event.preventDefault());
        form.addEventListener("reset", () => setTimeout(show));
        document.addEventListener("keydown", event => {
            const open = event.key === "Escape" && document.querySelector("td details[open]");
            if (open) { open.open = false; open.querySelector("summary").focus(); }
        });
        document.addEventListener("click", event => {
            const open = document.querySelector("td details[open]");
            if (open && !open.contains(event.target)) open.open = false;
        });
        show();

        """
}
