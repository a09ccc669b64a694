#!/bin/sh
# A portal client in POSIX shell around curl, awk and openssl. It reads its task from the environment and ends with 0 (it got in),
# 1 (it did not) or 89 (it cannot do that), as the README beside it says. `--bug NAME` makes one mistake on purpose.
# What is secret stays in this shell and in pipes: never in a file, in an argument or in the environment of another program.
set -u

bug=
bugs() { sed -n 's/.*if_bug \([a-z][a-z0-9-]*\).*/\1/p' "$0" | grep -v '^name$' | awk '!seen[$0]++'; }
if_bug() { [ "$bug" = "$1" ]; } # if_bug name: whether a mistake is to be made; each stands at the one place where the right code is.
case "${1:-}" in
    --list-bugs) bugs; exit ;;
    --bug) bug="${2:-}"; bugs | grep -qx -- "$bug" || { echo "no such bug: $bug" >&2; exit 64; } ;;
esac
command -v openssl >/dev/null && command -v awk >/dev/null || exit 89

nl='
'
tab="$(printf '\t')"
task="${PORTAL_TASK:-}" referer="${PORTAL_REFERER:-}" item="${PORTAL_ITEM_ID:-}" service="${PORTAL_SERVICE_URL:-}"
user="${PORTAL_USERNAME:-}" password="${PORTAL_PASSWORD:-}" token="${PORTAL_TOKEN:-}"
application="${PORTAL_OAUTH_CLIENT_ID:-}" secret="${PORTAL_OAUTH_CLIENT_SECRET:-}" back="${PORTAL_OAUTH_REDIRECT_URI:-}"
unset PORTAL_PASSWORD PORTAL_TOKEN PORTAL_OAUTH_CLIENT_SECRET PORTAL_CLIENT_P12_PASSWORD
# The portal's own address, however it was written, without a slash at the end.
portal_of() {
    printf '%s' "$1" | sed 's/^ *//; s/ *$//; s,/home\(/.*\)*$,,; s,/sharing\(/.*\)*$,,; s,/index\.html$,,; s,/*$,,; s,^[Hh][Tt][Tt][Pp],http,; s,^http[Ss],https,'
}
portal="$(portal_of "${PORTAL_URL:-}")"
reason= layers=

# refuse <reason>: fails with a reason of the contract's vocabulary.
refuse() { reason="$1"; return 1; }

# finish: the outcome as the last line, and the exit code that says the same.
finish() {
    outcome=accepted
    [ -z "$reason" ] || outcome=refused
    printf '{"outcome":"%s","reason":"%s"%s}\n' "$outcome" "$reason" "${layers:+,\"layers\":[${layers#,}]}"
    [ -z "$reason" ]
    exit
}

# --- Texts

# encode: percent-encodes standard input byte by byte.
encode() { if if_bug not-encoded; then cat; else od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g'; fi; }

# form <name> <value> …: a form of these fields.
form() {
    while [ $# -gt 0 ]; do
        printf '%s=' "$1"
        printf '%s' "$2" | encode
        shift 2
        [ $# -eq 0 ] || printf '&'
    done
}

# quoted <text>: the text between quotation marks, for JSON, header fields and curl's configuration.
quoted() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"; }

# origin <url>: scheme, host and port, in small letters.
origin() {
    printf '%s' "$1" | sed 's,^\([a-zA-Z]*://[^/?#]*\).*,\1,' | tr 'A-Z' 'a-z' | if if_bug port-ignored; then sed 's/:[0-9]*$//'; else cat; fi
}

# host_of <url>: the host alone.
host_of() { origin "$1" | sed 's,^[a-z]*://,,; s/:[0-9]*$//'; }

# is_origin <url> <url>: whether two addresses have the same scheme, host and port.
is_origin() { [ "$(origin "$1")" = "$(origin "$2")" ]; }

# is_place <url> <url>: whether two addresses lie in the same portal or server, of which a host may have several.
is_place() { is_origin "$1" "$2" && { if_bug path-ignored || [ "$(place "$1")" = "$(place "$2")" ]; }; }
place() { printf '%s' "$1" | sed 's,[?#].*,,; s,/sharing\(/.*\)*$,,; s,/rest/.*$,,; s,^[a-zA-Z]*://[^/]*,,'; }

# is_ours: whether the server whose info was read belongs to the portal.
is_ours() {
    owner="$(value owningSystemUrl)"
    if if_bug owner-by-grep; then case "$body" in *"$portal"*) return 0 ;; esac; fi
    is_origin "$owner" "$portal" && [ "$(printf '%s' "${owner#*://*/}" | sed 's,/*$,,')" = "${portal#*://*/}" ]
}

# base64url, random: base64 for URLs; 43 random characters (RFC 7636 section 4.1).
base64url() { openssl base64 -A | if if_bug plain-base64; then cat; else tr '+/' '-_' | tr -d '='; fi; }
random() { if if_bug short-random; then openssl rand -hex 16; else openssl rand 32 | base64url; fi; }

# hash <algorithm>: the digest of standard input in hex.
hash() { openssl dgst "-$1" | sed 's/.* //'; }

# flatten: a JSON document as lines of path and text, with a tab between; fails where it is none (RFC 8259).
flatten() {
    awk '
        function fail() { failed = 1; exit 1 }
        function take(pattern) {
            if (!match(rest, "^(" pattern ")")) fail()
            taken = substr(rest, 1, RLENGTH)
            rest = substr(rest, RLENGTH + 1)
            sub(/^[ \t\r\n]+/, "", rest)
        }
        function is(mark) { if (substr(rest, 1, 1) != mark) return 0; take("[" (mark == "[" || mark == "]" ? "\\" : "") mark "]"); return 1 }
        function text(raw) {
            raw = substr(raw, 2, length(raw) - 2)
            gsub(/\\\//, "/", raw); gsub(/\\u0026/, "\\&", raw); gsub(/\\u003d/, "=", raw); gsub(/\\u0027/, "\047", raw); gsub(/\\"/, "\"", raw); gsub(/\\\\/, "\\", raw)
            return raw
        }
        function value(path,    name, count) {
            if (is("{")) {
                for (count = 0; !is("}"); count++) {
                    if (count && !is(",")) fail()
                    take(string); name = text(taken)
                    if (!is(":")) fail()
                    value(path (path == "" ? "" : ".") name)
                }
                print path "\t{"
            } else if (is("[")) {
                for (count = 0; !is("]"); count++) { if (count && !is(",")) fail(); value(path "." count) }
            } else if (substr(rest, 1, 1) == "\"") { take(string); print path "\t" text(taken) }
            else { take("true|false|null|-?[0-9][-+.eE0-9]*"); print path "\t" taken }
        }
        { rest = rest $0 "\n" }
        END {
            if (failed) exit 1
            string = "\"([^\"\\\\]|\\\\.)*\""
            sub(/^(\357\273\277)?[ \t\r\n]*/, "", rest)
            if (substr(rest, 1, 1) != "{") exit 1
            value("")
            if (rest != "") exit 1
        }'
}

# value <path>: a text, number or word of the document that was read last; nothing where there is none.
value() { printf '%s\n' "$document" | awk -v path="$1" 'index($0, path "\t") == 1 { print substr($0, length(path) + 2); exit }'; }

# --- The wire

# send <method> <url> <form>: one sending by one curl, which reads what is secret from its standard input.
send() {
    authorize "$1" "$2"
    url="$2" data="$3"
    shift 3
    set -- --disable
    if_bug password-in-arguments && [ -n "$data" ] && set -- "$@" --data "$data"
    if_bug insecure && set -- "$@" --insecure
    if_bug insecure-elsewhere && ! is_origin "$url" "$portal" && set -- "$@" --insecure
    if_bug token-in-arguments && [ -n "$carried" ] && set -- "$@" --header "X-Esri-Authorization: Bearer $carried"
    if_bug redirects-by-curl && set -- "$@" --location
    if_bug anyauth && [ -n "$user" ] && set -- "$@" --anyauth
    if_bug retry-all-errors && set -- "$@" --retry 2 --retry-delay 1 --retry-all-errors
    if_bug verbose && set -- "$@" --verbose
    if_bug token-in-url && [ -n "$carried" ] && { case "$url" in *\?*) url="$url&token=$(printf '%s' "$carried" | encode)" ;; *) url="$url?token=$(printf '%s' "$carried" | encode)" ;; esac; }
    if_bug form-in-url && [ -n "$data" ] && url="$url?$data" && data=
    reply="$({
        printf 'url = %s\n' "$(quoted "$url")"
        [ -z "${PORTAL_CA_FILE:-}" ] || printf 'cacert = %s\n' "$(quoted "$PORTAL_CA_FILE")"
        # The certificate was chosen for the portal, and is shown to no other server.
        if [ -n "${PORTAL_CLIENT_CERT:-}" ] && { is_origin "$url" "$portal" || if_bug identity-everywhere; }; then
            printf 'cert = %s\nkey = %s\n' "$(quoted "$PORTAL_CLIENT_CERT")" "$(quoted "$PORTAL_CLIENT_KEY")"
        fi
        # The referer names the app to the portal, and to servers whose tokens are bound to it.
        if { [ -n "$carried$data" ] || is_origin "$url" "$portal"; } && ! if_bug no-referer; then printf 'referer = %s\n' "$(quoted "$referer")"; fi
        if [ -n "$carried" ] && ! if_bug token-in-url && ! if_bug token-in-arguments; then printf 'header = %s\n' "$(quoted "X-Esri-Authorization: Bearer $carried")"; fi
        [ -z "$authorization" ] || printf 'header = %s\n' "$(quoted "Authorization: $authorization")"
        if if_bug anyauth || if_bug basic-unasked; then [ -z "$user" ] || printf 'user = %s\n' "$(quoted "$user:$password")"; fi
        [ -z "$cookie" ] || printf 'header = %s\n' "$(quoted "Cookie: $cookie")"
        [ -z "$data" ] || if_bug password-in-arguments || printf 'data = %s\n' "$(quoted "$data")"
    } | curl "$@" --config - --silent --include --compressed --connect-timeout 10 --max-time 20 \
        --write-out '\n%{http_code}|%{exitcode}|%{size_header}|%{redirect_url}|%{errormsg}' | tr -d '\r')"
    facts="${reply##*"$nl"}"
    reply="${reply%"$nl"*}"
    head="${reply%%"$nl$nl"*}" body="${reply#*"$nl$nl"}"
    if_bug answer-in-temp && printf '%s\n' "$body" >> "${TMPDIR:-/tmp}/portal-answer.json"
    if_bug cookies-for-all && cookie="$(field Set-Cookie | sed 's/;.*//')"
    status="${facts%%|*}" facts="${facts#*|}"
    code="${facts%%|*}" facts="${facts#*|}"
    begun="${facts%%|*}" facts="${facts#*|}"
    redirect="${facts%%|*}" words="${facts#*|}"
    if_bug partial-accepted && [ "$code" = 18 ] && code=0
    [ "$code" = 0 ] || refuse "$(reason_of "$code" "$words")"
}

# field <name>: the values of a field of the answer's head, one a line.
field() { printf '%s\n' "$head" | awk -v name="$1" 'tolower(substr($0, 1, length(name) + 1)) == tolower(name) ":" { sub(/^[^:]*:[ \t]*/, ""); print }'; }

# reason_of <curl's exit code> <its words>: why no answer came, in the contract's words.
reason_of() {
    case "$2" in
        *"alert certificate required"*) echo client-certificate-required ;;
        *"alert unknown ca"*) echo client-certificate-unknown-ca ;;
        *"alert certificate expired"*) echo client-certificate-expired ;;
        *"alert bad certificate"* | *"alert unsupported certificate"* | *"alert certificate revoked"*) echo client-certificate-rejected ;;
        # TLS 1.2 has no alert of its own for a missing certificate (RFC 5246 section 7.4.6).
        *"alert handshake failure"*) if [ -z "${PORTAL_CLIENT_CERT:-}" ]; then echo client-certificate-required; else echo secure-connection-failed; fi ;;
        # How curl tells the alert certificate_expired where the server's own certificate is good (lib/vtls/openssl.c).
        *"SSL certificate verification failed"*) echo client-certificate-expired ;;
        *"certificate has expired"*) echo certificate-expired ;;
        *"not yet valid"*) echo certificate-not-yet-valid ;;
        *"no alternative certificate subject name"* | *"does not match target host"*) echo host-mismatch ;;
        *"self-signed certificate in certificate chain"* | *"unable to get local issuer"*) echo certificate-unknown-root ;;
        *"self-signed certificate"* | *"self signed certificate"*) echo certificate-self-signed ;;
        *"unsuitable certificate purpose"* | *"unsupported certificate purpose"*) echo certificate-wrong-purpose ;;
        *)
            case "$1" in
                6) echo cannot-find-host ;;
                7) echo cannot-connect ;;
                18) echo partial-body ;;
                28) echo timed-out ;;
                35) echo secure-connection-failed ;;
                60) echo certificate-unknown-root ;;
                *) echo connection-lost ;;
            esac
            ;;
    esac
}

# retried <method> <url> <form>: a GET is sent three times where nothing was learned; what may have been carried out is not sent
# again (RFC 9110 section 9.2.2).
retried() {
    sent=1 pause=1
    while :; do
        if send "$1" "$2" "$3"; then
            case "$status" in 429 | 502 | 503 | 504) ;; *) return 0 ;; esac
            asked="$(field Retry-After)"
            if_bug retry-after-ignored && asked=
            case "$asked" in
                *:*) asked=$(($(date -d "$asked" +%s) - $(date -d "$(field Date)" +%s))) || asked=0 ;;
                '' | *[!0-9]*) asked=0 ;;
            esac
            [ "$asked" -le 30 ] || return 0
            [ "$asked" -le "$pause" ] || pause="$asked"
            [ "$1" = GET ] && [ "$sent" -lt "$(if if_bug busy-for-ever; then echo 5; else echo 3; fi)" ] || return 0
        else
            [ "$1" = GET ] || return
            case "$reason" in
                cannot-connect) [ "$sent" -lt 3 ] || return ;;
                # Of an answer that has begun it is not known what it would have been.
                connection-lost) [ "$sent" -lt 3 ] && [ "$begun" = 0 ] || return ;;
                partial-body) [ "$sent" -lt 2 ] || return ;;
                *) if if_bug insecure-retry && [ "$code" = 60 ]; then bug=insecure; else return 1; fi ;;
            esac || return 1
        fi
        reason=
        sleep $pause
        sent=$((sent + 1)) pause=$((pause * 2))
    done
}

# exchange <method> <url> <form>: one request with what the web tier asks for.
exchange() {
    while :; do
        retried "$1" "$2" "$3" || return
        [ "$status" = 401 ] || return 0
        answer_challenge "$2" || { [ -z "$reason" ]; return; }
    done
}

# get <url>: a document by GET, through redirects, with `token` in this portal or server alone.
get() {
    next="$1" hops=0
    while :; do
        carried=
        if is_place "$next" "$1" || if_bug token-follows; then carried="$token"; fi
        exchange GET "$next" '' || return
        case "$status" in 301 | 302 | 303 | 307 | 308) [ -n "$redirect" ] || return 0 ;; *) return 0 ;; esac
        case "$redirect" in
            https://*@*/*) refuse redirect-refused; return ;;
            https://*) ;;
            http://*) case "$next" in https://*) if_bug downgrade || { refuse insecure-redirect; return; } ;; esac ;;
            *) refuse redirect-refused; return ;;
        esac
        hops=$((hops + 1))
        [ "$hops" -le 10 ] || { refuse too-many-redirects; return; }
        next="$redirect"
    done
}

# post <url> <form>: a form, which no redirect takes anywhere else.
post() {
    carried=
    exchange POST "$1" "$2"
}

# read_document: takes the answer's body as a document; fails with the reason in an error, an error page or what is none.
read_document() {
    document=
    case "$status" in
        401) refuse http-authentication; return ;;
        498) refuse token-invalid; return ;;
        499) refuse token-required; return ;;
        429) refuse rate-limited; return ;;
    esac
    [ -n "$body" ] || { if [ "$status" -ge 300 ]; then refuse http-error; else refuse empty-body; fi; return; }
    # How web tiers say in HTML what is wrong with a client certificate: nginx, IIS, Apache.
    case "$body" in
        *"No required SSL certificate was sent"* | *"403.7"*) refuse client-certificate-required; return ;;
        *"403.16"*) refuse client-certificate-unknown-ca; return ;;
        *"403.17"*) refuse client-certificate-expired; return ;;
        *"The SSL certificate error"* | *"403.13"*) refuse client-certificate-rejected; return ;;
        *"<title>403 Forbidden</title>"*)
            if [ -z "${PORTAL_CLIENT_CERT:-}" ]; then refuse client-certificate-required; else refuse client-certificate-rejected; fi
            return ;;
    esac
    document="$(printf '%s\n' "$body" | flatten)" || {
        document=
        case "$(printf '%s' "$body" | tr -d ' \t\n' | cut -c1-8) $status" in
            *' 404') refuse not-found ;;
            *' '[345]*) refuse http-error ;;
            [\[{]*) refuse malformed-answer ;;
            *) refuse unexpected-content ;;
        esac
        return
    }
    fault="$(value error.code)"
    [ -n "$fault" ] || [ "$(value status)" != error ] || fault="$(value code)"
    [ -n "$fault" ] || [ -z "$(value error)" ] || fault=500
    if_bug status-only && [ "$status" -lt 300 ] && fault=
    case "$(value error.messageCode) $fault" in
        'CONT_0001 '* | ' 404') refuse not-found ;;
        *' 498') refuse token-invalid ;;
        *' 499') refuse token-required ;;
        *' 403') if [ -n "$carried" ]; then refuse access-denied; else refuse authentication-required; fi ;;
        *' 400') refuse invalid-credentials ;;
        *' ') [ "$status" -lt 300 ] || refuse http-error ;;
        *) refuse service-error ;;
    esac
}

# --- Basic and Digest (RFC 7617, RFC 7616)

challenge= challenged= count=0 stale=0 session= authorization= carried= cookie=

# answer_challenge <url>: whether a 401 can be answered; a password that was refused is not given again.
answer_challenge() {
    [ -n "$user" ] && is_origin "$1" "$portal" || if_bug web-password-everywhere || return
    # Each challenge, whether they share a line or not; the strongest that is understood counts (RFC 7616 section 3.7).
    challenge="$(field WWW-Authenticate | awk -v weak="$(if_bug weakest-digest && echo 1)" '
        function strength(    algorithm) {
            if (known["scheme"] == "basic") return 1
            if (known["scheme"] != "digest" || ("qop" in known && known["qop"] !~ /(^|,)[ ]*auth[ ]*(,|$)/)) return 0
            algorithm = toupper("algorithm" in known ? known["algorithm"] : "MD5")
            if (algorithm ~ /^MD5(-SESS)?$/) return weak ? 4 : 2
            return algorithm ~ /^SHA-256(-SESS)?$/ ? 3 : 0
        }
        function weigh(    name) {
            if (strength() > best) { best = strength(); text = ""; for (name in known) text = text name "\t" known[name] "\n" }
            split("", known)
        }
        { line = line (line == "" ? "" : ", ") $0 }
        END {
            while (match(line, /[^ \t,="]+([ \t]*=[ \t]*("([^"\\]|\\.)*"|[^ \t,"]+))?/)) {
                part = substr(line, RSTART, RLENGTH); line = substr(line, RSTART + RLENGTH)
                if (!match(part, /[ \t]*=[ \t]*/)) { weigh(); known["scheme"] = tolower(part); continue }
                name = tolower(substr(part, 1, RSTART - 1)); part = substr(part, RSTART + RLENGTH)
                if (part ~ /^"/) { part = substr(part, 2, length(part) - 2); gsub(/\\/, "", part) }
                known[name] = part
            }
            weigh()
            printf "%s", text
        }')"
    [ -n "$challenge" ] || return
    case "$1" in http:*) challenge=; refuse insecure-basic; return ;; esac
    document="$challenge"
    if [ "$(value stale | tr 'A-Z' 'a-z')" = true ]; then
        stale=$((stale + 1))
        [ "$stale" -le "$(if if_bug stale-for-ever; then echo 20; else echo 2; fi)" ] || { refuse digest-stale-loop; return; }
    elif [ -n "$challenged" ]; then
        if_bug password-tried-again && [ "$challenged" = yes ] || return
        challenged=again; return 0
    fi
    challenged=yes count=0 session=
}

# authorize <method> <url>: what goes into Authorization; nothing before a challenge asked for it, or for another origin.
authorize() {
    authorization=
    [ -n "$challenge" ] && { is_origin "$2" "$portal" || if_bug web-password-everywhere; } || return 0
    kept="${document:-}" document="$challenge"
    if [ "$(value scheme)" = basic ]; then
        authorization="Basic $(printf '%s:%s' "$user" "$password" | openssl base64 -A)"
    else
        digest "$1" "$(printf '%s' "$2" | sed 's,^[a-z]*://[^/]*,,; s,#.*,,')"
    fi
    document="$kept"
}

digest() {
    algorithm="$(value algorithm)" realm="$(value realm)" nonce="$(value nonce)" opaque="$(value opaque)"
    case "$algorithm" in [Ss]*) kind=sha256 ;; *) kind=md5 ;; esac
    if_bug constant-count && count=0
    count=$((count + 1))
    nc="$(printf '%08x' "$count")"
    cnonce="$(random)"
    if_bug constant-cnonce && cnonce=0a4f113b0a4f113b
    uri="$2"
    if_bug digest-without-query && uri="${2%%\?*}"
    key="$(printf '%s:%s:%s' "$user" "$realm" "$password" | hash $kind)"
    # A session's key is made with the first client nonce (RFC 7616 section 3.4.2).
    case "$algorithm" in
        *-[Ss][Ee][Ss][Ss]) : "${session:=$(printf '%s:%s:%s' "$key" "$nonce" "$cnonce" | hash $kind)}"; key="$session" ;;
    esac
    request="$(printf '%s:%s' "$1" "$uri" | hash $kind)"
    middle="$nonce" quality=
    if [ -n "$(value qop)" ]; then middle="$nonce:$nc:$cnonce:auth" quality=", qop=auth, nc=$nc, cnonce=$(quoted "$cnonce")"; fi
    name="$user" hashed=
    if [ "$(value userhash)" = true ]; then name="$(printf '%s:%s' "$user" "$realm" | hash $kind)" hashed=', userhash=true'; fi
    authorization="Digest username=$(quoted "$name"), realm=$(quoted "$realm"), nonce=$(quoted "$nonce"), uri=\"$uri\""
    authorization="$authorization, response=\"$(printf '%s:%s:%s' "$key" "$middle" "$request" | hash $kind)\""
    authorization="$authorization${algorithm:+, algorithm=$algorithm}$quality${opaque:+, opaque=$(quoted "$opaque")}$hashed"
}

# --- Tokens: each of these sets `token`, and `renewal` to what gets another one

# portal_token: a token of the portal, where it has any.
portal_token() {
    if [ -n "$back" ]; then
        authorization_code || return
        renewal=refresh
    elif [ -n "$application" ]; then
        client_credentials || return
        renewal=client_credentials
    else
        carried=
        exchange GET "$portal/sharing/rest/info?f=json" '' && read_document && password_token "$portal"
    fi
}

# service_token <server>: of its own server, or the portal's in exchange where the portal owns the server.
service_token() {
    carried=
    exchange GET "$1/rest/info?f=json" '' && read_document || return
    if is_ours && { [ -n "$application" ] || ! is_origin "$1" "$portal"; }; then
        portal_token || return
        own="$token"
        if_bug not-exchanged || exchange_token "$1"
    else
        [ -n "$application" ] || password_token "$1"
    fi
}

# password_token <server or portal>: a token for user name and password, where the info that was read says that tokens are had.
password_token() {
    # Who was let in at the web tier is signed in (and a server without tokens knows no other way).
    [ -z "$challenged" ] && [ "$(value authInfo.isTokenBasedSecurity)" != false ] || return 0
    # What another portal owns learns nothing of this one.
    [ -z "$(value owningSystemUrl)" ] || is_ours || { if if_bug owner-unchecked; then portal_token; fi; return; }
    place="$(value authInfo.tokenServicesUrl)"
    : "${place:=$portal/sharing/rest/generateToken}"
    case "$place" in https://*) ;; *) refuse insecure-token-service; return ;; esac
    # What a server names is not the portal's word: the password goes to the portal or to that server only.
    is_origin "$place" "$portal" || is_origin "$place" "$1" || if_bug any-token-service || { refuse consent-refused; return; }
    renewal=generate_token
    generate_token
}

generate_token() {
    binding=referer
    if_bug requestip && binding=requestip
    fields="$(form username "$user" password "$password" client "$binding" referer "$referer" expiration 60 f json)"
    post "$place" "$fields" || return
    if if_bug password-tried-again; then case "$body" in *'"error"'*) post "$place" "$fields" || return ;; esac; fi
    # A password is not sent to where a redirect leads.
    case "$status" in 3*) refuse redirect-refused; return ;; esac
    read_document || return
    token="$(value token)"
    [ -n "$token" ] || refuse unexpected-content
}

# exchange_token <server>: a token for a federated server, in exchange for the portal's, `own`.
exchange_token() {
    renewal="exchange_token $1"
    token=
    post "$portal/sharing/rest/generateToken" "$(form request getToken serverUrl "$1" token "$own" referer "$referer" f json)" || return
    if read_document; then token="$(value token)"; fi
    reason=
    [ -n "$token" ] || refuse server-token-refused
}

client_credentials() {
    access_token "$(form grant_type client_credentials client_id "$application" client_secret "$secret" f json)"
}

refresh() { access_token "$(form grant_type refresh_token client_id "$application" refresh_token "$refresh_token" f json)"; }

access_token() {
    post "$portal/sharing/rest/oauth2/token" "$1" || return
    read_document
    reason= token="$(value access_token)"
    [ -n "$token" ] || { refuse oauth-error; return; }
    refresh_token="$(value refresh_token)"
}

# query_of <url> <name>: a field of an address's query, decoded.
query_of() {
    printf '%s' "$1" | sed -n "s/^[^?]*?\(.*&\)*$2=\([^&#]*\).*/\2/p" | awk '{
        while (match($0, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
            digits = toupper(substr($0, RSTART + 1, 2))
            code = (index("0123456789ABCDEF", substr(digits, 1, 1)) - 1) * 16 + index("0123456789ABCDEF", substr(digits, 2, 1)) - 1
            printf "%s%c", substr($0, 1, RSTART - 1), code; $0 = substr($0, RSTART + 3)
        }
        printf "%s", $0
    }'
}

# authorization_code: fills the portal's sign-in page in and trades the code that comes back, with its proof (RFC 7636).
authorization_code() {
    verifier="$(random)" state="$(random)"
    if_bug constant-state && state=my-portal-sign-in
    challenge_of="$(printf '%s' "$verifier" | openssl dgst -sha256 -binary | base64url)" method=S256
    if_bug challenge-of-a-line && challenge_of="$(echo "$verifier" | openssl dgst -sha256 -binary | base64url)"
    if_bug plain-proof && challenge_of="$verifier" method=plain
    fields="$(form client_id "$application" response_type code redirect_uri "$back" state "$state" code_challenge "$challenge_of" code_challenge_method $method)"
    carried=
    exchange GET "$portal/sharing/rest/oauth2/authorize?$fields" '' || return
    if [ "$status" = 200 ]; then
        action="$(printf '%s' "$body" | sed -n 's/.*<form[^>]* action="\([^"]*\)".*/\1/p' | sed 's/&amp;/\&/g')"
        waiting="$(printf '%s' "$body" | sed -n 's/.*name="oauth_state" value="\([^"]*\)".*/\1/p' | sed 's/&amp;/\&/g')"
        [ -n "$action" ] && [ -n "$waiting" ] || { refuse oauth-error; return; }
        case "$action" in /*) action="$(origin "$portal")$action" ;; esac
        is_origin "$action" "$portal" || { refuse redirect-refused; return; }
        post "$action" "$(form oauth_state "$waiting" username "$user" password "$password" authorize true)" || return
    fi
    [ -n "$redirect" ] || { refuse invalid-credentials; return; }
    shown=
    case "$back $redirect" in
        # The page that shows a code brings no state back.
        "urn:ietf:wg:oauth:2.0:oob $portal/sharing/rest/oauth2/approval?"*) shown="$redirect" ;;
        # curl writes "/" where an address has no path.
        "$back $back?"* | "$back $back/?"*)
            returned="$(query_of "$redirect" state)"
            if_bug state-by-prefix && case "$returned" in "$state"*) returned="$state" ;; esac
            [ "$returned" = "$state" ] || if_bug state-unchecked || { refuse oauth-state-mismatch; return; } ;;
        *) refuse oauth-state-mismatch; return ;;
    esac
    case "$(query_of "$redirect" error)" in '') ;; access_denied) refuse authorization-denied; return ;; *) refuse oauth-error; return ;; esac
    given="$(query_of "$redirect" code)"
    [ -z "$shown" ] || exchange GET "$shown" '' || return
    fields="$(form grant_type authorization_code client_id "$application" redirect_uri "$back" code "$given" code_verifier "$verifier" f json)"
    if_bug code-traded-twice && post "$portal/sharing/rest/oauth2/token" "$fields"
    access_token "$fields"
}

# --- The task

# ask <url>: the document at an address, once more with another token where the first is refused.
ask() {
    renewals=0
    while :; do
        get "$1" || return
        read_document && return
        [ "$reason" = token-invalid ] && [ -n "$renewal" ] && ! if_bug never-renews || return
        [ "$renewals" -lt "$(if if_bug renews-for-ever; then echo 15; else echo 1; fi)" ] || return
        renewals=$((renewals + 1)) reason=
        $renewal || return
    done
}

# upgrade: goes to the portal's address over TLS, as it was told or where the plain one leads; no secret travels over plain HTTP.
upgrade() {
    told="$(portal_of "${PORTAL_SECURE_URL:-}")"
    if [ -n "$told" ] && [ "$(host_of "$told")" = "$(host_of "$portal")" ]; then portal="$told"; return; fi
    exchange GET "$portal/sharing/rest/info?f=json" '' || return
    case "$redirect" in
        https://*) portal="${redirect%%/sharing/rest/info*}" ;;
        *) if [ "$status" = 401 ]; then refuse insecure-basic; else refuse insecure-token-service; fi ;;
    esac
}

# open_map: asks for each layer of the document that was read, the basemap's first; one that fails is skipped.
open_map() {
    case "$body" in *'"operationalLayers"'* | *'"baseMap"'*) ;; *) refuse unexpected-content; return ;; esac
    own="$token" servers=
    list="$(printf '%s\n' "$document" | awk -F '\t' '
        {
            count = split($1, path, ".")
            if (count == 4 && $1 ~ /^baseMap\.baseMapLayers\./) { place = "0." path[3]; name = path[4] }
            else if (count == 3 && path[1] == "operationalLayers") { place = "1." path[2]; name = path[3] }
            else next
            if (!(place in known)) { known[place] = 1; where[substr(place, 1, 1)] = where[substr(place, 1, 1)] " " place }
            layer[place, name] = $2
        }
        END {
            count = split(where["0"] where["1"], places, " ")
            for (i = 1; i <= count; i++) {
                place = places[i]
                if (layer[place, "url"] == "" || layer[place, "layerType"] !~ /^ArcGIS(Feature|MapService|TiledMapService|ImageService)Layer$/) continue
                title = layer[place, "title"] == "" ? layer[place, "id"] : layer[place, "title"]
                print title "\t" layer[place, "url"]
            }
        }')"
    while IFS="$tab" read -r title url; do
        [ -n "$title" ] || continue
        # A token that stands in an address belongs to its author.
        if_bug layer-query-kept || url="${url%%\?*}"
        reason=
        open_layer "$url"
        state=loaded
        [ -z "$reason" ] || state=failed
        layers="$layers,{\"title\":$(quoted "$title"),\"state\":\"$state\",\"reason\":\"$reason\"}"
    done <<LAYERS
$list
LAYERS
    reason=
}

# open_layer <url>: with a token where its server belongs to the portal, exchanged once for each server.
open_layer() {
    layer="$1" server="${1%%/rest/services/*}" token= renewal=
    case "$layer" in https://*) ;; *) refuse insecure-redirect; return ;; esac
    if [ -n "$own" ]; then
        case "$nl$servers" in
            *"$nl$server$tab"*) token="$(printf '%s\n' "$servers" | sed -n "s|^$server$tab||p")"; renewal="${token:+exchange_token $server}" ;;
            *)
                get "$server/rest/info?f=json" && read_document && is_ours && exchange_token "$server"
                [ "$reason" != server-token-refused ] || return
                # Without a word of its owner a server is a stranger.
                reason= servers="$servers$server$tab$token$nl" ;;
        esac
        if_bug map-token-everywhere && token="$own"
    fi
    case "$layer" in *\?*) ask "$layer&f=json" ;; *) ask "$layer?f=json" ;; esac
}

renewal= document= own=
case "$task" in connect | user | item | query | webmap) ;; *) exit 89 ;; esac
# It knows no Kerberos.
[ -z "${PORTAL_NEGOTIATE_HOSTS:-}" ] || exit 89
# A connection signs in only where that is asked for.
waits=
[ "$task" != connect ] || [ -n "$application" ] || waits=yes
case "$portal" in http://*) [ -z "$user$application$token" ] || [ -n "$waits" ] || upgrade || finish ;; esac
rest="$portal/sharing/rest"
target="$rest/portals/self?f=json"
case "$task" in
    item) target="$rest/content/items/$item?f=json" ;;
    webmap) target="$rest/content/items/$item/data?f=json" ;;
    query) target="$service/0/query?where=1%3D1&outFields=*&f=json" ;;
esac
if [ -z "$token$waits" ] && [ -n "$user$application" ]; then
    if [ "$task" = query ]; then service_token "${service%%/rest/services/*}"; else portal_token; fi || finish
fi
if ! ask "$target"; then
    [ "$reason" = token-required ] && [ -n "$waits" ] && [ -n "$user" ] || finish
    reason=
    portal_token && ask "$target" || finish
fi
[ "$task" != user ] || printf '%s\n' "$document" | grep -q '^user\.username' || refuse authentication-required
[ "$task" != webmap ] || open_map
finish
