
"use strict";
// One file, no library. Every text that a stranger wrote reaches the page through put(), which sets textContent and makes controls visible.

const root = location.pathname.replace(/\/+$/, "");
const $ = id => document.getElementById(id);
const most = 20000; // Entries that the page keeps; the journal has limits of its own.

// ---- Texts -------------------------------------------------------------------------------------------------------------------

// What acts on text or hides in it, as HTTPSemantics/VisibleText.swift has it (ECMA-48, Unicode UAX #9, TR36 §2).
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;
const escaped = scalar => "\\u{" + scalar.codePointAt(0).toString(16) + "}";
const line = text => String(text).replace(unseen, escaped);
const lines = text => String(text).replace(/\r\n/g, "\n").replace(unseen, scalar => scalar === "\n" || scalar === "\t" ? scalar : escaped(scalar));

function put(element, text) { const seen = line(text); if (element.textContent !== seen) element.textContent = seen; return element; }

/** Makes an element; texts go through put(). */
function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
    for (const child of children) element.append(typeof child === "string" ? line(child) : child);
    return element;
}

// ---- Secrets -----------------------------------------------------------------------------------------------------------------

let showsSecrets = false;
let known = []; // Secrets that the portal told, each with its name, as they stand in a URL too.
const hidden = "‹hidden›";
// The names of PortalJudge/Evidence/SecretFields.swift.
const secretFields = "token|password|access_token|refresh_token|id_token|client_secret|code|code_verifier|assertion|client_assertion|auth_token|subject_token|actor_token|apikey|api_key|oldpassword|newpassword"
    + "|securityanswer|newsecurityanswer|samlresponse|new_password|confirm_password|mfa_code";
const inForm = new RegExp("((?:^|[?&;\\s])(?:" + secretFields + ")=)([^&\\s#]+)", "gi");
const inJSON = new RegExp("(\"(?:" + secretFields + ")\"\\s*:\\s*\")((?:[^\"\\\\]|\\\\.)*)", "gi");
const inHead = new RegExp("^content-disposition:[^]*;\\s*name\\s*=\\s*\"?(?:" + secretFields + ")\"?\\s*(?:;|$)", "i");

function learnSecrets(ready) {
    const found = [];
    for (const user of ready.users || []) found.push([user.password, "password of " + user.username]);
    for (const client of ready.oauthClients || []) found.push([client.clientSecret, "secret of " + client.clientID]);
    for (const [name, key] of Object.entries(ready.apiKeys || {})) found.push([key, "API key " + name]);
    for (const identity of ready.identities || []) found.push([identity.password, "password of the .p12 files"]);
    known = [];
    for (const [value, name] of found) {
        if (!value) continue;
        for (const form of new Set([value, encodeURIComponent(value), encodeURIComponent(value).replace(/%20/g, "+")])) known.push([form, name]);
    }
}

/** A text without the secrets that are known by their values or by their places. */
function shown(text) {
    if (showsSecrets) return text;
    let seen = String(text);
    for (const [value, name] of known) if (seen.includes(value)) seen = seen.split(value).join("‹" + name + "›");
    const hide = (whole, before, value) => value.startsWith("‹") ? whole : before + hidden;
    seen = seen.replace(inForm, hide).replace(inJSON, hide);
    return seen.includes("\n") ? hideParts(seen) : seen;
}

/** Hides the values of a form's secret parts (RFC 7578 §4.2), from the empty line behind a part's head to the next delimiter. One pass: any client may send any body. */
function hideParts(text) {
    let delimiter = "--", place = "";
    return text.split("\n").map(line => {
        const bare = line.endsWith("\r") ? line.slice(0, -1) : line;
        // The first line is the value's own, whatever it begins with.
        if (place === "value" || (place === "rest" && !bare.startsWith(delimiter))) {
            place = "rest";
            return bare === "" || bare.startsWith("‹") ? line : hidden + line.slice(bare.length);
        }
        if (bare.startsWith("--")) { delimiter = bare; place = ""; } else if (inHead.test(bare)) place = "head"; else if (place === "head" && bare === "") place = "value";
        return line;
    }).join("\n");
}

/** A header field's value without its secrets. */
function shownField(name, value) {
    if (showsSecrets) return value;
    switch (name.toLowerCase()) {
    case "cookie": return value.replace(/=[^;]*/g, "=" + hidden);
    case "authorization": case "proxy-authorization": case "x-esri-authorization": {
        const [scheme] = value.split(" ", 1);
        if (scheme.toLowerCase() === "digest") return value.replace(/(\bresponse\s*=\s*"?)[^",\s]*/i, "$1" + hidden);
        return value.length > scheme.length ? scheme + " " + hidden : hidden;
    }
    default: return shown(value);
    }
}

// ---- Entries -----------------------------------------------------------------------------------------------------------------

const entries = new Map(); // By key, as "r12" and "c3".
let order = []; // All of them by their place in the journal.
let visible = []; // Those that the filter lets through, in the same order.
let chosen = null; // The key of the line that is chosen.
let certificates = [], state = null, judged = false, clockAhead = 0;

const outcomes = {
    pending: "in its handshake", completed: "handshake completed", refusedByClient: "refused by the client", refusedByServer: "refused by the portal",
    abandoned: "left in the handshake", notTLS: "no TLS",
};
const isRefusedHandshake = tls => tls && ["refusedByClient", "refusedByServer", "abandoned", "notTLS"].includes(tls.outcome);

/** What a line of the list shows of an entry: who, the gate's word, the answer, and how grave it is. */
function summary(entry) {
    const data = entry.data;
    if (entry.kind === "connection") {
        // What the portal broke on purpose, the client did not refuse.
        const tls = data.tls, refused = isRefusedHandshake(tls) && !data.fault;
        const words = [];
        if (data.fault) words.push("fault " + data.fault);
        if (tls && tls.outcome !== "completed") words.push(outcomes[tls.outcome] || tls.outcome);
        if (tls?.alert) words.push(tls.alert.name);
        if (tls?.certificate && (refused || tls.certificate !== "good")) words.push("shown: " + tls.certificate);
        if (tls?.identityVerdict && tls.identityVerdict !== "accepted") words.push(tls.identityVerdict);
        const end = data.end ? "ended by " + data.end.by : "open";
        return {
            what: (tls ? tls.version || "TLS" : "HTTP") + (data.listener === "portal" ? "" : " @" + data.listener), who: tls?.identity || "",
            why: words.join(", "), answer: refused ? "refused ✗" : data.fault ? "fault" : end,
            grade: refused ? "bad" : data.fault ? "odd" : "plain",
        };
    }
    const who = [];
    if (data.login) who.push(data.login.user || data.login.scheme);
    if (data.identity) who.push(data.identity);
    for (const token of data.tokens || []) who.push(token.alias);
    const decisions = data.decisions || [];
    const decision = decisions.findLast(one => !one.passed) || decisions.at(-1);
    const code = data.answer?.code, isBad = data.refusedByParser || (decision && !decision.passed) || code >= 400;
    let answer = data.answer ? String(code) : data.refusedByParser ? "refused" : data.fault ? "none" : "…";
    if (isBad) answer += " ✗";
    if (data.answer?.issued) answer += " " + data.answer.issued.join(" ");
    const inURL = secretInURL(data);
    const why = [inURL, data.fault ? "fault " + data.fault : "", data.refusedByParser || (decision ? decision.gate + ": " + shown(decision.reason) : "")].filter(Boolean).join(" · ");
    return {
        what: (data.method || "?") + " " + (data.operation === "unknown" && data.target ? shown(data.target) : data.operation) + (data.listener === "portal" ? "" : " @" + data.listener),
        who: who.join(" "), why, answer,
        grade: isBad ? "bad" : data.fault || inURL ? "odd" : data.answer ? "good" : "plain", isMarked: inURL !== "",
    };
}

/** What of a request stands in its URL and should not: proxies and logs keep URLs (RFC 6750 §5.3). */
function secretInURL(data) {
    if ((data.tokens || []).some(token => token.carrier === "query")) return "token in the URL";
    return /[?&](?:password|client_secret|refresh_token|code_verifier|assertion)=[^&]/i.test(data.target || "") ? "secret in the URL" : "";
}

function haystack(entry, seen) {
    const data = entry.data, tls = data.tls || {};
    return [entry.key, "#" + data.number, entry.kind === "connection" ? "connection " + data.number : "", seen.what, seen.who, seen.why, seen.answer, data.target, data.line, data.peer, data.origin, data.fault, tls.serverName, tls.version,
        entry.kind === "request" ? "c" + data.connection : "", ...(data.decisions || []).map(one => one.gate + " " + one.reason)].join(" ").toLowerCase();
}

/** Takes an entry as it is now; gives whether it was there before. */
function take(kind, data) {
    const key = kind[0] + data.number;
    let entry = entries.get(key);
    const isNew = !entry;
    if (isNew) { entry = { key, kind, data, version: 0 }; entries.set(key, entry); } else entry.data = data;
    entry.place = data.place;
    entry.version += 1;
    entry.seen = summary(entry);
    entry.hay = haystack(entry, entry.seen);
    const was = entry.fits;
    entry.fits = fits(entry);
    if (isNew) {
        insert(order, entry);
        if (entry.fits) insert(visible, entry);
        note(entry);
    } else if (was !== entry.fits) isStale = true;
}

/** Puts an entry into its place, which is nearly always the end. */
function insert(list, entry) {
    let index = list.length;
    while (index > 0 && list[index - 1].place > entry.place) index -= 1;
    if (index === list.length) list.push(entry); else list.splice(index, 0, entry);
}

let isStale = false; // Whether what is visible must be worked out anew.

function trim() {
    if (order.length <= most + 1000) return;
    for (const entry of order.splice(0, order.length - most)) entries.delete(entry.key);
    isStale = true;
}

function forget() {
    entries.clear();
    order = [];
    visible = [];
    choose(null);
    isStale = true;
}

// ---- Filter ------------------------------------------------------------------------------------------------------------------

let words = [], kind = "all";

function fits(entry) {
    switch (kind) {
    case "requests": if (entry.kind !== "request") return false; break;
    case "connections": if (entry.kind !== "connection") return false; break;
    case "refused": if (entry.seen.grade !== "bad") return false; break;
    case "faults": if (!entry.data.fault) return false; break;
    }
    return words.every(word => entry.hay.includes(word));
}

function filter() {
    words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    kind = document.querySelector("input[name=kind]:checked").value;
    isStale = true;
    schedule();
}

// ---- The list: only the lines that can be seen are in the document -------------------------------------------------------------

const list = $("list"), rows = $("rows");
const pool = [];
let follows = true, endTop = 0, rowHeight = 30, drawn = { first: -1, count: -1 };

function makeRow() {
    const row = make("div", { role: "option", id: "row-" + pool.length });
    const parts = {};
    for (const name of ["n", "t", "o", "w", "g", "a"]) { parts[name] = make("span", { class: name, "aria-hidden": "true" }); row.append(parts[name]); }
    row.hidden = true;
    rows.append(row);
    const slot = { row, parts, entry: null, version: -1, index: -1, isChosen: false };
    row.addEventListener("click", () => { if (slot.entry) { setFollow(false); choose(slot.entry.key, true); } });
    pool.push(slot);
}

function measure() {
    rowHeight = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row")) || 30;
    drawn = { first: -1, count: -1 };
    for (const slot of pool) slot.index = -1;
    schedule();
}

function time(entry) {
    return new Date(entry.data.portalTime).toISOString().slice(11, 19);
}

function draw() {
    if (isStale) {
        isStale = false;
        for (const entry of order) entry.fits = fits(entry);
        visible = order.filter(entry => entry.fits);
        for (const slot of pool) slot.index = -1;
    }
    const height = visible.length * rowHeight;
    if (drawn.height !== height) { rows.style.height = height + "px"; drawn.height = height; }
    if (follows) { list.scrollTop = height; endTop = list.scrollTop; }
    const room = list.clientHeight || 600;
    const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 8);
    const last = Math.min(visible.length, Math.ceil((list.scrollTop + room) / rowHeight) + 8);
    const needed = Math.ceil(room / rowHeight) + 17;
    while (pool.length < needed && pool.length < 400) makeRow();
    let active = "";
    const used = new Set();
    for (let index = first; index < last; index += 1) {
        const slot = pool[index % pool.length], entry = visible[index];
        used.add(slot);
        const isChosen = entry.key === chosen;
        if (isChosen) active = slot.row.id;
        if (slot.entry === entry && slot.version === entry.version && slot.index === index && slot.isChosen === isChosen) continue;
        drawRow(slot, entry, index, isChosen);
    }
    for (const slot of pool) if (!used.has(slot) && !slot.row.hidden) { slot.row.hidden = true; slot.entry = null; slot.index = -1; }
    if (active) list.setAttribute("aria-activedescendant", active); else list.removeAttribute("aria-activedescendant");
    const counts = visible.length === order.length ? order.length + " entries" : visible.length + " of " + order.length + " entries";
    put($("count"), (order.length ? counts : "nothing yet") + (state?.dropped ? ", " + state.dropped + " older ones dropped" : ""));
    $("empty").hidden = visible.length > 0;
    if (!visible.length) put($("empty"), order.length ? "No entry matches the filter." : "Nothing has come yet. Requests, connections and refused handshakes appear here as they come.");
}

function drawRow(slot, entry, index, isChosen) {
    const { row, parts } = slot, seen = entry.seen;
    Object.assign(slot, { entry, version: entry.version, index, isChosen });
    row.hidden = false;
    row.style.transform = "translateY(" + index * rowHeight + "px)";
    row.className = "row " + entry.kind + " " + seen.grade + (seen.isMarked ? " marked" : "");
    row.setAttribute("aria-selected", isChosen);
    row.setAttribute("aria-posinset", index + 1);
    row.setAttribute("aria-setsize", visible.length);
    row.setAttribute("aria-label", line([entry.kind + " " + entry.data.number, seen.what, seen.who, seen.why, seen.answer].filter(Boolean).join(", ")));
    put(parts.n, entry.kind === "request" ? "#" + entry.data.number : "c" + entry.data.number);
    put(parts.t, time(entry));
    put(parts.o, seen.what);
    put(parts.w, seen.who);
    put(parts.g, seen.why);
    // What is cut off is told by the pointer.
    for (const part of [parts.o, parts.w, parts.g]) part.title = part.textContent;
    put(parts.a, seen.answer);
}

function setFollow(is) {
    if (follows === is) return;
    follows = is;
    $("follow").setAttribute("aria-pressed", is);
    if (is) schedule();
}

function reveal(index) {
    const top = index * rowHeight, room = list.clientHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + rowHeight > list.scrollTop + room) list.scrollTop = top + rowHeight - room;
}

/** Moves the choice by so many lines, to the first or to the last one. */
function move(step) {
    if (!visible.length) return;
    const last = visible.length - 1, now = visible.findIndex(entry => entry.key === chosen);
    const isEnd = !Number.isFinite(step) || now < 0;
    const next = isEnd && step === -Infinity ? 0 : isEnd && step !== 1 ? last : Math.max(0, Math.min(last, now + step));
    setFollow(false);
    reveal(next);
    choose(visible[next].key);
}

list.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(list.clientHeight / rowHeight) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key in steps) {
        event.preventDefault();
        move(steps[event.key]);
    } else if (event.key === "Enter") {
        event.preventDefault();
        if (chosen) open("details", true);
    } else if (event.key === "/") {
        event.preventDefault();
        $("search").focus();
    }
});
list.addEventListener("scroll", () => {
    // Above where it was put, and not because there is less to scroll: it was scrolled by hand.
    if (follows && list.scrollTop < Math.min(endTop, list.scrollHeight - list.clientHeight) - 2) setFollow(false);
    schedule();
}, { passive: true });

// ---- One turn a frame --------------------------------------------------------------------------------------------------------

const queue = []; // Texts of events that are not read yet.
let isScheduled = false, cancelTurn = () => {};

function schedule() {
    if (isScheduled) return;
    isScheduled = true;
    // A page that cannot be seen gets no frames.
    if (document.hidden) {
        const timer = setTimeout(turn, 250);
        cancelTurn = () => clearTimeout(timer);
    } else {
        const frame = requestAnimationFrame(turn);
        cancelTurn = () => cancelAnimationFrame(frame);
    }
}
document.addEventListener("visibilitychange", () => { cancelTurn(); isScheduled = false; schedule(); });

function turn() {
    isScheduled = false;
    const end = performance.now() + 8;
    while (queue.length && performance.now() < end) {
        const part = JSON.parse(queue.shift());
        for (const connection of part.connections) take("connection", connection);
        for (const request of part.requests) take("request", request);
        verdictIsOld = true;
    }
    trim();
    draw();
    if (queue.length) schedule();
}

// ---- What a screen reader is told: a sentence now and then ---------------------------------------------------------------------

const news = { requests: 0, refused: 0, handshakes: 0 };
function note(entry) {
    if (entry.kind === "request") { news.requests += 1; if (entry.seen.grade === "bad") news.refused += 1; } else if (entry.seen.grade === "bad") news.handshakes += 1;
}
setInterval(() => {
    if (!news.requests && !news.handshakes) return;
    const say = (count, one, more) => count ? count + " " + (count === 1 ? one : more) : "";
    put($("news"), [say(news.requests, "new request", "new requests"), say(news.refused, "refused", "refused"), say(news.handshakes, "refused handshake", "refused handshakes")].filter(Boolean).join(", "));
    Object.assign(news, { requests: 0, refused: 0, handshakes: 0 });
}, 10000);

// ---- Following the portal ------------------------------------------------------------------------------------------------------

let stream = null, lost = 0;
const mostLost = 5; // Tries, one a second, after which a portal is taken to have ended.

function say(what, words) {
    // Where the portal is lost, a screen reader is told at once.
    if ($("state").dataset.state !== what && what !== "live") put($("news"), words);
    $("state").dataset.state = what;
    put($("state"), words);
}

function follow() {
    stream = new EventSource(root + "/events");
    stream.addEventListener("open", () => { lost = 0; say("live", "live"); learn(); });
    stream.addEventListener("start", event => {
        const data = JSON.parse(event.data);
        queue.length = 0;
        forget();
        judged = data.judged;
        certificates = data.certificates;
        fill($("recipes"), certificates);
        learn();
        schedule();
    });
    stream.addEventListener("portal", event => tell(JSON.parse(event.data)));
    stream.addEventListener("entries", event => { queue.push(event.data); schedule(); });
    stream.addEventListener("error", () => {
        lost += 1;
        if (stream.readyState !== EventSource.CLOSED) {
            if (lost < mostLost) return say("lost", "connection lost, trying again");
            return giveUp("this portal has ended; reload the page where it serves again");
        }
        refusal().then(([words, hasEnded]) => {
            if (hasEnded) return giveUp(words);
            say("lost", words);
            setTimeout(follow, 3000);
        });
    });
}

/** Asks no more: what has ended does not come back under this address. */
function giveUp(words) {
    stream.close();
    say("ended", words);
}

/** Why there is no stream, which an EventSource does not tell, and whether there never will be one again. */
async function refusal() {
    const control = new AbortController();
    try {
        const answer = await fetch(root + "/events", { signal: control.signal });
        if (answer.ok) return ["connection lost, trying again", false];
        const body = await answer.json();
        return answer.status === 404 ? ["this portal has ended", true] : [body.error, false];
    } catch { return lost < mostLost ? ["connection lost, trying again", false] : ["this portal has ended; reload the page where it serves again", true]; } finally { control.abort(); }
}

async function learn() {
    try {
        const ready = await (await fetch(root + "/ready")).json();
        learnSecrets(ready);
        caFile = ready.caFile || "mockportal-ca.pem";
        fill($("users"), ready.users.map(user => user.username));
        renew();
    } catch { /* The stream's own error says it. */ }
}
let caFile = "mockportal-ca.pem", shownCertificate = null;

/** Lets every line be made anew, as where secrets are shown or hidden. */
function renew() {
    for (const entry of order) { entry.seen = summary(entry); entry.version += 1; }
    showDetails();
    schedule();
}

function tell(portal) {
    state = portal;
    clockAhead = portal.portalTime - Date.now();
    put($("scenario"), portal.scenario);
    put($("url"), portal.url);
    put($("ahead"), portal.advanced ? "(" + span(portal.advanced) + " ahead)" : "");
    put($("certificate"), portal.certificate || "–");
    // The one that is shown is chosen, until another one was chosen by hand.
    if (portal.certificate && portal.certificate !== shownCertificate) { shownCertificate = portal.certificate; $("recipes").value = portal.certificate; }
    $("faults").replaceChildren(...portal.faults.map(words => make("li", {}, words)));
    document.title = "mockportal live: " + line(portal.scenario);
    tick();
    schedule();
}

function span(milliseconds) {
    const seconds = Math.round(Math.abs(milliseconds) / 1000), parts = [];
    for (const [unit, size] of [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]]) {
        const count = Math.floor(seconds / size) % (unit === "d" ? Infinity : unit === "h" ? 24 : 60);
        if (count) parts.push(count + " " + unit);
    }
    return (milliseconds < 0 ? "−" : "") + (parts.join(" ") || "0 s");
}

function tick() {
    if (!state) return;
    put($("clock"), new Date(state.standing ? state.portalTime : Date.now() + clockAhead).toISOString().replace("T", " ").slice(0, 19) + " UTC");
}
setInterval(tick, 1000);

function fill(select, names) {
    if (select.options.length === names.length && names.every((name, index) => select.options[index].value === name)) return;
    const value = select.value;
    select.replaceChildren(...names.map(name => make("option", { value: name }, name)));
    if (names.includes(value)) select.value = value;
}

// ---- A request in full -----------------------------------------------------------------------------------------------------------

let asked = null, full = null;

/** Chooses a line; its details follow once the choice stays. */
function choose(key, isOpened = false) {
    chosen = key;
    schedule();
    clearTimeout(asked);
    full = null;
    if (!key) return $("details").replaceChildren(make("p", { class: "note" }, "Choose a line to see all of it. In the list, the arrow keys move, Enter opens, / searches; Escape leads back."));
    if (isOpened || document.body.dataset.view === "traffic") open("details", false, !isOpened);
    asked = setTimeout(load, 80, key);
}

async function load(key) {
    const entry = entries.get(key);
    if (!entry) return;
    let found = { entry };
    if (entry.kind === "request") {
        const number = entry.data.number;
        try {
            const part = await (await fetch(root + "/journal?since=" + (number - 1) + "&limit=1")).json();
            found.request = part.requests?.find(one => one.number === number);
            found.connection = part.connections?.find(one => one.number === entry.data.connection);
        } catch { /* It is shown as far as it is known. */ }
    }
    if (chosen !== key) return;
    full = found;
    showDetails();
}

function facts(pairs) {
    const all = make("dl");
    for (const [name, value] of pairs) if (value !== undefined && value !== null && value !== "") all.append(make("dt", {}, name), make("dd", {}, shown(String(value))));
    return all;
}

function copyable(title, text, hint) {
    const button = make("button", { type: "button" }, "Copy");
    button.addEventListener("click", async () => {
        try { await navigator.clipboard.writeText(text); put(button, "Copied"); } catch { put(button, "Select it by hand"); }
        setTimeout(() => put(button, "Copy"), 2000);
    });
    const block = make("pre", { tabindex: "0", role: "region", "aria-label": title });
    block.textContent = lines(text);
    const parts = [make("div", { class: "copied" }, make("h3", {}, title), button), block];
    if (hint) parts.push(make("p", { class: "note" }, hint));
    return parts;
}

function showDetails() {
    if (!chosen || !full || full.entry.key !== chosen) return;
    const entry = entries.get(chosen) || full.entry;
    const scroll = $("details").scrollTop;
    $("details").replaceChildren(...(entry.kind === "request" ? requestDetails(entry, full.request, full.connection) : connectionDetails(entry)));
    $("details").scrollTop = scroll;
}

function requestDetails(entry, request, connection) {
    const data = entry.data, parts = [make("h2", {}, "Request " + data.number + " · " + data.method + " " + data.operation)];
    const where = make("button", { type: "button" }, "connection " + data.connection);
    where.addEventListener("click", () => { $("search").value = "c" + data.connection; filter(); choose("c" + data.connection, true); });
    parts.push(make("p", { class: "buttons" }, where));
    const answer = data.answer;
    parts.push(facts([
        ["answer", answer ? answer.code + (answer.code !== answer.status ? " in HTTP " + answer.status : "") + ", " + answer.size + " bytes" : "none yet"],
        ["handed out", answer?.issued?.join(", ")], ["challenges", answer?.challenges?.join(", ")], ["Retry-After", answer?.retryAfter], ["fault played", data.fault],
        ["token", data.tokens?.map(token => token.alias + " (" + token.carrier + ")").join(", ")],
        ["credentials", data.login && [data.login.scheme, data.login.user, data.login.verdict].filter(Boolean).join(", ")], ["client certificate", data.identity],
        ["listener", data.listener], ["portal time", new Date(data.portalTime).toISOString()], ["refused by the parser", data.refusedByParser],
    ]));
    if (data.decisions?.length) {
        parts.push(make("h3", {}, "What the gates decided"), make("ul", { class: "gates" }, ...data.decisions.map(one =>
            make("li", { class: one.passed ? "yes" : "no" }, (one.passed ? "✓ " : "✗ ") + one.gate + ": " + shown(one.reason)))));
    }
    parts.push(...copyable("As a line of a scenario", shown(data.line)));
    if (!request) return parts.concat(make("p", { class: "note" }, "The rest of it was dropped from the journal."));
    parts.push(...copyable("As curl", curl(request), showsSecrets ? null : "Secrets are hidden; show them to copy a line that works."));
    const head = [request.method + " " + shown(request.target) + " " + request.httpVersion, ...request.headers.map(field => field.name + ": " + shownField(field.name, field.value))];
    parts.push(...copyable("Head as received", head.join("\n")));
    if (request.body.length) {
        const text = decoded(request.body);
        const rest = request.bodyBytesDropped ? ", of which " + request.bodyBytesDropped + " more bytes were not kept" : "";
        parts.push(...copyable("Body, " + request.body.length + " bytes" + rest, text !== null ? shown(text) : holdsSecrets(request.body) ? hidden : dump(request.body)));
    }
    return parts;
}

function connectionDetails(entry) {
    const data = entry.data, tls = data.tls, parts = [make("h2", {}, "Connection " + data.number)];
    const where = make("button", { type: "button" }, "Show its requests");
    where.addEventListener("click", () => { $("search").value = "c" + data.number; filter(); open("traffic"); });
    parts.push(make("p", { class: "buttons" }, where));
    if (isRefusedHandshake(tls)) {
        const by = { refusedByClient: "The client refused the handshake", refusedByServer: "The portal refused the handshake", abandoned: "The client left during the handshake, without an alert", notTLS: "What came was no TLS" }[tls.outcome];
        const after = { refusedByClient: "the client refused what came", refusedByServer: "the handshake ended", abandoned: "the client left, without an alert", notTLS: "what came was no TLS" }[tls.outcome];
        parts.push(make("p", { class: data.fault ? "played" : "broken" }, (data.fault ? "The portal played " + data.fault + "; " + after : by) + (tls.alert ? ": alert " + tls.alert.number + ", " + tls.alert.name : "") + (tls.certificate ? ". It was shown the certificate " + tls.certificate + "." : ".")));
        if (tls.outcome !== "notTLS") {
            const words = ["TLS refused", data.listener === "portal" ? "" : "@" + data.listener, tls.certificate ? "cert=" + tls.certificate : "", tls.alert ? "alert=" + tls.alert.name : "",
                data.fault ? "fault=" + data.fault : "by=" + (tls.outcome === "refusedByServer" ? "server" : "client")];
            parts.push(...copyable("As a line of a scenario", words.filter(Boolean).join(" ")));
        }
    }
    parts.push(facts([
        ["listener", data.listener + " (" + data.origin + ")"], ["client", data.peer], ["portal time", new Date(data.portalTime).toISOString()],
        ["ended", data.end ? "after " + Math.max(0, (data.end.at - data.openedAt) / 1000).toFixed(3) + " s by " + data.end.by + ", " + data.end.requestBytes + " bytes of requests" : "open"],
        ["fault played", data.fault], ["handshake", tls ? outcomes[tls.outcome] || tls.outcome : "none: plain HTTP"],
        ["alert", tls?.alert && tls.alert.number + " " + tls.alert.name + ", sent by the " + tls.alert.sentBy], ["TLS", tls?.version], ["offered", tls?.offeredVersions.join(", ")],
        ["server name", tls?.serverName], ["certificate shown", tls?.certificate], ["resumed", tls?.resumed ? "yes" : ""],
        ["client certificate", tls?.clientCertificate], ["identity", tls?.identity], ["what became of it", tls?.identityVerdict],
    ]));
    return parts;
}

/** Whether bytes that are no text hold what is hidden now. */
function holdsSecrets(bytes) {
    const text = bytes.map(byte => String.fromCharCode(byte)).join("");
    return shown(text) !== text;
}

/** The text of UTF-8; null where bytes are none. */
function decoded(bytes) {
    try {
        const text = new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array(bytes));
        return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? null : text;
    } catch { return null; }
}

function dump(bytes) {
    const rows = [];
    for (let start = 0; start < Math.min(bytes.length, 4096); start += 16) {
        const part = bytes.slice(start, start + 16);
        rows.push(start.toString(16).padStart(6, "0") + "  " + part.map(byte => byte.toString(16).padStart(2, "0")).join(" ").padEnd(47) + "  " + part.map(byte => byte > 31 && byte < 127 ? String.fromCharCode(byte) : ".").join(""));
    }
    return rows.join("\n") + (bytes.length > 4096 ? "\n… and " + (bytes.length - 4096) + " more bytes" : "");
}

/** A word of a shell: nothing in it is read as anything but itself (POSIX, Shell Command Language §2.2; bash, ANSI-C Quoting). */
function quoted(word) {
    if (/^[A-Za-z0-9_\/:=.,@%+-]+$/.test(word)) return word;
    // A control character could act on the terminal that the line is pasted into. Bytes, since what \u makes depends on the locale.
    const bytes = scalar => [...new TextEncoder().encode(scalar)].map(byte => "\\x" + byte.toString(16).padStart(2, "0")).join("");
    if (unseenOnce.test(word)) return "$'" + word.replace(/[\\']/g, "\\$&").replace(unseen, bytes) + "'";
    return "'" + word.replace(/'/g, "'\\''") + "'";
}
const unseenOnce = new RegExp(unseen.source, "u");

function curl(request) {
    const command = ["curl", "-sS"];
    if (request.origin.startsWith("https:")) command.push("--cacert", quoted(caFile));
    if (request.method !== (request.body.length ? "POST" : "GET")) command.push(...(request.method === "HEAD" ? ["--head"] : ["--request", quoted(request.method)]));
    const names = new Set();
    for (const field of request.headers) {
        const name = field.name.toLowerCase();
        names.add(name);
        // What is no name of a field may be an order for curl, as @file is (RFC 9110 §5.6.2).
        if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) continue;
        if (["content-length", "connection", "transfer-encoding", "expect"].includes(name)) continue;
        if (name === "host" && request.origin.endsWith("//" + field.value)) continue;
        command.push("--header", quoted(field.name + (field.value === "" ? ";" : ": " + shownField(field.name, field.value))));
    }
    // What curl would add by itself.
    for (const name of ["User-Agent", "Accept"]) if (!names.has(name.toLowerCase())) command.push("--header", quoted(name + ":"));
    if (request.body.length && !names.has("content-type")) command.push("--header", quoted("Content-Type:"));
    if (request.body.length) {
        const text = decoded(request.body);
        if (text !== null) command.push("--data-raw", quoted(shown(text)));
        else {
            const body = holdsSecrets(request.body) ? hidden : btoa(request.body.map(byte => String.fromCharCode(byte)).join(""));
            command.unshift("printf %s " + body + " | base64 -d |");
            command.push("--data-binary", "@-");
        }
    }
    command.push("--path-as-is", "--globoff");
    const target = shown(request.target);
    if (target.startsWith("/")) command.push(quoted(request.origin + target));
    // What begins otherwise may look like an option; here it is none.
    else command.push("--request-target", quoted(target), quoted(request.origin));
    return command.join(" ");
}

// ---- Steering ------------------------------------------------------------------------------------------------------------------

async function post(path, body, done) {
    try {
        const answer = await fetch(root + "/" + path, { method: "POST", body: JSON.stringify(body) });
        const said = await answer.json().catch(() => ({}));
        put($("said"), answer.ok ? (said.note ? sentence(said.note) : done) : "That did not work: " + mistake(said, answer.status));
        $("said").className = answer.ok ? "note yes" : "note no";
        return answer.ok;
    } catch {
        put($("said"), "The portal does not answer.");
        $("said").className = "note no";
        return false;
    }
}

const sentence = text => text.charAt(0).toUpperCase() + text.slice(1) + ".";

/** A mistake as a person reads it: without its place in a document that the page itself made, and with the nearest word instead of all of them. */
function mistake(said, status) {
    if (!said.error) return "HTTP " + status;
    let text = said.error.replace(/^(?:body|action)(?: [a-z]+)?: /, "");
    if (said.key && text.startsWith(said.key + ": ")) text = text.slice(said.key.length + 2);
    if (said.allowed?.length > 6) {
        const end = text.indexOf("; allowed: ");
        if (end >= 0) text = text.slice(0, end) + (said.didYouMean ? ". Did you mean " + said.didYouMean + "?" : "");
    }
    return text;
}

const actions = {
    advance: form => post("actions", { advance: form.by.value.trim() }, "The clock was advanced by " + form.by.value.trim() + "."),
    tokens: (form, button) => post("tokens", { [button.value]: form.token.value }, (button.value === "expire" ? "Expired: " : "Revoked: ") + form.token.value + "."),
    password: async form => {
        if (await post("actions", { password: { [form.user.value]: form.password.value } }, form.user.value + " has another password.")) { form.password.value = ""; learn(); }
    },
    certificate: form => post("actions", { certificate: form.recipe.value }, "New connections see " + form.recipe.value + "."),
    fault: (form, button) => {
        if (button.value === "none") return post("actions", { set: { faults: [] } }, "No fault is set.");
        const option = form.play.selectedOptions[0], fault = { play: JSON.parse(option.value) };
        const operation = form.operation.value.trim();
        // The field is disabled then: a connection fault happens before any operation is known.
        if (option.dataset.connection !== undefined) fault.everyConnection = 1; else if (operation) fault.operation = operation; else fault.everyRequest = 1;
        if (form.times.value) fault.times = Number(form.times.value);
        return post("actions", { set: { faults: [fault] } }, "The fault is set: " + option.textContent + ".");
    },
    reset: () => confirm("Reset state, clock and journal of this portal?") && post("reset", {}, "The portal began anew."),
};
const faultForm = document.querySelector("form[data-act=fault]");
faultForm.play.addEventListener("change", () => {
    const isConnection = faultForm.play.selectedOptions[0].dataset.connection !== undefined;
    faultForm.operation.disabled = isConnection;
    faultForm.operation.placeholder = isConnection ? "each connection, whatever it asks for" : "";
});
for (const form of document.querySelectorAll("form[data-act]")) {
    form.addEventListener("submit", event => { event.preventDefault(); actions[form.dataset.act](form, event.submitter || form.querySelector("button")); });
}
for (const button of document.querySelectorAll("[data-advance]")) {
    button.addEventListener("click", () => post("actions", { advance: button.dataset.advance }, "The clock was advanced by " + button.dataset.advance + "."));
}
$("nonces").addEventListener("click", () => post("actions", { nonces: "expire" }, "Every nonce is stale now."));
$("portal").addEventListener("focusin", () => {
    // What can be chosen is what was seen.
    const tokens = new Set(["all"]), operations = new Set();
    for (const entry of order) {
        if (entry.kind !== "request") continue;
        for (const alias of entry.data.answer?.issued || []) if (/^(token|refresh|idtoken)#/.test(alias)) tokens.add(alias);
        for (const token of entry.data.tokens || []) if (/^token#/.test(token.alias)) tokens.add(token.alias);
        if (entry.data.operation !== "unknown") operations.add(entry.data.operation);
    }
    const names = [...tokens].slice(0, 500);
    fill($("tokens"), names);
    $("tokens").options[0].textContent = "all access tokens";
    $("operations").replaceChildren(...[...operations].slice(0, 200).map(name => make("option", { value: name })));
});

// ---- The judge -----------------------------------------------------------------------------------------------------------------

let verdictIsOld = true, isJudging = false, lastCost = 0;
const marks = { met: ["✓", "met"], metLoosely: ["~", "met loosely"], broken: ["✗", "broken"], notExercised: ["–", "not exercised"] };
const verdicts = { passed: "Passed so far", passedNonStrictly: "Passed so far, in a looser way", notApplicable: "Not applicable", notJudged: "Not judged", failed: "Failed" };

async function judge() {
    if (!judged || !verdictIsOld || isJudging) return;
    isJudging = true;
    verdictIsOld = false;
    const start = performance.now();
    try {
        const verdict = await (await fetch(root + "/verdict")).json();
        if (verdict.requirements) showVerdict(verdict); else put($("verdict"), verdict.error || "There is no verdict.");
    } catch { verdictIsOld = true; }
    lastCost = performance.now() - start;
    // A long session takes long to judge; the portal has better things to do than that alone.
    setTimeout(() => { isJudging = false; }, Math.max(2000, lastCost * 4));
}
setInterval(() => { if ($("state").dataset.state === "live") judge(); }, 1000);

function showVerdict(verdict) {
    const broken = verdict.requirements.filter(one => one.state === "broken").length;
    put($("broken"), broken ? String(broken) + " broken" : "");
    put($("verdict"), (verdicts[verdict.verdict] || verdict.verdict) + ": " + verdict.scenario + (verdict.reason ? ", " + verdict.reason : "") + (verdict.isBounded ? ". The client is still connected." : ""));
    const rank = { broken: 0, metLoosely: 1, met: 2, notExercised: 3 };
    $("requirements").replaceChildren(...[...verdict.requirements].sort((one, other) => rank[one.state] - rank[other.state]).map(one => {
        const [mark, word] = marks[one.state] || ["?", one.state];
        const item = make("li", {}, make("p", { class: one.state === "broken" ? "no" : one.state === "met" ? "yes" : "note" }, make("b", {}, mark + " " + word), one.id), make("p", {}, one.text));
        for (const finding of one.findings) {
            const box = make("div", { class: one.state === "broken" ? "broken" : "note" }, make("p", {}, shown(finding.problem)));
            for (const key of ["expected", "nearest", "difference", "advice"]) if (finding[key]) box.append(make("p", { class: "note" }, key + ": " + shown(finding[key])));
            item.append(box);
        }
        return item;
    }));
}

// ---- Views, buttons and keys -----------------------------------------------------------------------------------------------------

const views = ["traffic", "details", "portal", "judge"];
const isWide = matchMedia("(min-width: 60.01rem)");

/** Shows a view; on a phone it takes the list's place. */
function open(view, isFocused = false, isQuiet = false) {
    // Moving through the list must not take it away.
    if (isQuiet && !isWide.matches) return;
    document.body.dataset.view = view;
    for (const name of views) {
        const isOpen = name === view || (view === "traffic" && isWide.matches && name === "details");
        $("tab-" + name).setAttribute("aria-selected", isOpen);
        $("tab-" + name).tabIndex = isOpen ? 0 : -1;
    }
    if (isFocused) $(view === "traffic" ? "list" : view).focus();
    if (view === "traffic") schedule();
    if (view === "judge") judge();
}
for (const name of views) $("tab-" + name).addEventListener("click", () => open(name));
document.querySelector(".tabs").addEventListener("keydown", event => {
    const shownViews = views.filter(name => $("tab-" + name).getClientRects().length);
    const index = shownViews.findIndex(name => $("tab-" + name) === document.activeElement);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: shownViews.length - 1 }[event.key];
    if (index < 0 || next === undefined) return;
    event.preventDefault();
    const name = shownViews[(next + shownViews.length) % shownViews.length];
    open(name);
    $("tab-" + name).focus();
});
document.addEventListener("keydown", event => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (event.target === $("search") && $("search").value) return;
    if (event.target.closest("input, select")) return;
    open("traffic", true);
});
$("filter").addEventListener("input", filter);
$("filter").addEventListener("submit", event => event.preventDefault());
$("follow").addEventListener("click", () => setFollow(!follows));
$("secrets").addEventListener("click", () => {
    showsSecrets = !showsSecrets;
    $("secrets").setAttribute("aria-pressed", showsSecrets);
    renew();
});
$("clear").addEventListener("click", async () => {
    if (!confirm("Clear the journal of this portal, for all who read it?")) return;
    try { await fetch(root + "/journal", { method: "DELETE" }); } catch { say("lost", "the portal does not answer"); }
});
addEventListener("resize", measure);
matchMedia("(max-width: 40rem)").addEventListener("change", measure);
isWide.addEventListener("change", () => open(document.body.dataset.view));
open("traffic");
measure();
follow();
