#!/bin/sh
# A client that is nothing but curl, judged like any other: it reads the task from its environment, ends with 0 (it got in),
# 1 (it did not) or 89 (it cannot do that), and writes its outcome as the last line. The password and the token travel over
# curl's standard input, never in its arguments, where every user of the machine could read them.
set -u

answer="$(mktemp)"
# What curl sends to the web tier: a file that only its owner may read, empty until a 401 asks for it.
web="$(mktemp)"
lost=
trap 'rm -f "$answer" "$web"' EXIT

layers=
done_with() {
    # A layer that fails is told among the layers, and the first reason is the one.
    if [ -n "${layer:-}" ]; then
        [ -n "$failed" ] || failed="$2"
        : > "$answer"
        return
    fi
    printf '{"outcome":"%s","reason":"%s"%s}\n' "$1" "$2" "${layers:+,\"layers\":[${layers#,}]}"
    [ "$1" = accepted ]
    exit
}

# get <url> [curl options]: one request; ends the client with a reason where no answer came.
get() {
    url="$1"; shift
    # The client certificate is the portal's; what asks for one elsewhere is not shown it.
    shows=
    [ "$(origin "$url")" != "$(origin "$portal")" ] || shows="${PORTAL_CLIENT_CERT:-}"
    # The ticket is for the hosts that were named, over TLS; curl finds it by KRB5CCNAME.
    ticket=
    case "$url ,${PORTAL_NEGOTIATE_HOSTS:-}," in
        https://*",$(origin "$url" | sed 's,^https://,,; s,:[0-9]*$,,'),"*) ticket=on ;;
    esac
    # An address may hold a code, so that it is no argument either.
    (umask 077 && printf 'url = "%s"\n' "$url" > "$answer.url")
    curl --silent --show-error --compressed --max-time 20 ${PORTAL_CA_FILE:+--cacert "$PORTAL_CA_FILE"} \
        ${shows:+--cert "$PORTAL_CLIENT_CERT" --key "$PORTAL_CLIENT_KEY"} --config "$web" \
        ${ticket:+--negotiate --user : ${PORTAL_NEGOTIATE_DELEGATION:+--delegation always}} \
        --referer "$PORTAL_REFERER" "$@" --output "$answer" --write-out '%{http_code} %{redirect_url}' \
        --config "$answer.url" \
        >"$answer.status" 2>"$answer.err"
    code=$?
    status="$(cat "$answer.status")"
    redirect="${status#* }"
    status="${status%% *}"
    words="$(cat "$answer.err")"
    rm -f "$answer.err" "$answer.status" "$answer.url"
    [ $code -eq 0 ] && return
    # curl repeats what was answered with an error and nothing that was lost; a form or a token is read but once.
    case "$lost $* $words" in
        xx* | *--data* | *--config*) ;;
        *"Recv failure: Connection reset"*) lost="x$lost"; get "$url" "$@"; return ;;
    esac
    case "$words" in
        *"alert certificate required"*) done_with refused client-certificate-required ;;
        *"alert unknown ca"*) done_with refused client-certificate-unknown-ca ;;
        *"alert certificate expired"*) done_with refused client-certificate-expired ;;
        *"alert bad certificate"* | *"alert unsupported certificate"* | *"alert certificate revoked"*) done_with refused client-certificate-rejected ;;
        # TLS 1.2 has no alert of its own for a missing certificate (RFC 5246 section 7.4.6).
        *"alert handshake failure"*) [ -z "${PORTAL_CLIENT_CERT:-}" ] && done_with refused client-certificate-required ;;
    esac
    case "$words" in
        *"certificate has expired"*) done_with refused certificate-expired ;;
        *"not yet valid"*) done_with refused certificate-not-yet-valid ;;
        *"no alternative certificate subject name"* | *"does not match target host"*) done_with refused host-mismatch ;;
        *"self-signed certificate in certificate chain"* | *"unable to get local issuer"*) done_with refused certificate-unknown-root ;;
        *"self-signed certificate"* | *"self signed certificate"*) done_with refused certificate-self-signed ;;
        *"unsuitable certificate purpose"* | *"unsupported certificate purpose"*) done_with refused certificate-wrong-purpose ;;
    esac
    case $code in
        6) done_with refused cannot-find-host ;;
        7) done_with refused cannot-connect ;;
        18) done_with refused partial-body ;;
        28) done_with refused timed-out ;;
        35) done_with refused secure-connection-failed ;;
        51) done_with refused host-mismatch ;;
        60) done_with refused certificate-unknown-root ;;
        *) done_with refused connection-lost ;;
    esac
}

# refusal: the reason in an error envelope; nothing where the answer is none.
refusal() {
    case "$status" in
        # curl does not say why a ticket is no help.
        401) if [ -n "$ticket" ]; then echo ticket-no-help; else echo http-authentication; fi; return ;;
        498) echo token-invalid; return ;;
        499) echo token-required; return ;;
        429) echo rate-limited; return ;;
    esac
    [ -s "$answer" ] || { [ "$status" -ge 300 ] && echo http-error || echo empty-body; return; }
    # How web tiers say in HTML what is wrong with a client certificate: nginx, IIS, Apache.
    case "$(tr -d '\n' < "$answer")" in
        *"No required SSL certificate was sent"* | *"403.7"*) echo client-certificate-required; return ;;
        *"403.16"*) echo client-certificate-unknown-ca; return ;;
        *"403.17"*) echo client-certificate-expired; return ;;
        *"The SSL certificate error"* | *"403.13"*) echo client-certificate-rejected; return ;;
        *"<title>403 Forbidden</title>"*)
            if [ -z "${PORTAL_CLIENT_CERT:-}" ]; then echo client-certificate-required; else echo client-certificate-rejected; fi
            return ;;
    esac
    # A byte order mark before a document may be ignored (RFC 8259 section 8.1).
    case "$(tr -d ' \n' < "$answer" | sed "s/^$(printf '\357\273\277')//")" in
        *'"error":{'*'"code":498'*) echo token-invalid ;;
        *'"error":{'*'"code":499'*) echo token-required ;;
        *'"error":{'*'"code":403'*) echo access-denied ;;
        *'"error":{'*CONT_0001* | *'"error":{'*'"code":404'*) echo not-found ;;
        *'"error":{'*'"code":400'*) echo invalid-credentials ;;
        *'"error":{'*'"code":"498"'*) echo token-invalid ;;
        *'"error":{'*'"code":"499"'*) echo token-required ;;
        *'"status":"error"'*'"code":498'* | *'"code":498'*'"status":"error"'*) echo token-invalid ;;
        *'"error":{'*) echo service-error ;;
        # What is no document is no answer, whatever its status says.
        [\[{]*[]}]) [ "$status" -lt 300 ] || echo http-error ;;
        [\[{]*) echo malformed-answer ;;
        *) case "$status" in 404) echo not-found ;; 2*) echo unexpected-content ;; *) echo http-error ;; esac ;;
    esac
}

# encode: percent-encodes standard input byte by byte.
encode() { od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g'; }

# value <member>: a text member of the answer, by a search that is enough for flat answers.
value() { tr -d '\n' < "$answer" | sed -n "s/.*\"$1\"[ ]*:[ ]*\"\([^\"]*\)\".*/\1/p"; }

# The portal's URL, however it was written.
portal="$(printf '%s' "$PORTAL_URL" | sed 's/^ *//; s/ *$//; s,/home.*$,,; s,/index.html$,,; s,/sharing.*$,,; s,/*$,,')"
rest="$portal/sharing/rest"
token="${PORTAL_TOKEN:-}"

case "$rest" in
    [Hh][Tt][Tt][Pp]:*) if [ -n "${PORTAL_USERNAME:-}$token" ]; then exit 89; fi ;;
esac

# web_tier: where the portal's front asks for HTTP credentials, lets curl answer with whatever scheme it knows best.
web_tier() {
    get "$information?f=json"
    # A server that issues no tokens says so; what it has is open, or for its web tier to decide.
    case "$(tr -d ' \n' < "$answer")" in *'"isTokenBasedSecurity":false'*) [ "$status" = 401 ] || unset PORTAL_USERNAME ;; esac
    [ "$status" = 401 ] || return
    [ -z "${PORTAL_USERNAME:-}" ] && done_with refused http-authentication
    pair="$(printf '%s:%s' "$PORTAL_USERNAME" "$PORTAL_PASSWORD" | sed 's/[\\"]/\\&/g')"
    printf 'anyauth\nuser = "%s"\n' "$pair" > "$web"
    unset PORTAL_USERNAME
}

# sign_in: gets a token with user name and password.
sign_in() {
    # What another portal owns is asked without a token of this one.
    case "$(value owningSystemUrl)" in '' | "$portal") ;; *) return ;; esac
    if [ -z "${service:-}" ]; then
        service="$(value tokenServicesUrl)"
        : "${service:=$rest/generateToken}"
    fi
    case "$service" in
        https://*) ;;
        *) done_with refused insecure-token-service ;;
    esac
    # What a server names is not the portal's word: without asking anybody the password goes to the portal or that server only.
    case "$PORTAL_TASK $(origin "$service")" in
        "query $(origin "$PORTAL_URL")" | "query $(origin "$PORTAL_SERVICE_URL")") ;;
        query\ *) done_with refused consent-refused ;;
    esac
    form="username=$(printf '%s' "$PORTAL_USERNAME" | encode)&password=$(printf '%s' "$PORTAL_PASSWORD" | encode)"
    form="$form&client=referer&referer=$(printf '%s' "$PORTAL_REFERER" | encode)&expiration=60&f=json"
    get "$service" --data @- <<FORM
$form
FORM
    # A password is not sent to where a redirect leads.
    case "$status" in 3*) done_with refused redirect-refused ;; esac
    reason="$(refusal)"
    [ -n "$reason" ] && done_with refused "$reason"
    token="$(value token)"
}

# take_token: the token of an OAuth answer, or the end.
take_token() {
    token="$(value access_token)"
    [ -n "$token" ] || done_with refused oauth-error
}

# sign_in_application: gets a token with the application's own secret, without a user.
sign_in_application() {
    form="grant_type=client_credentials&client_id=$(printf '%s' "$PORTAL_OAUTH_CLIENT_ID" | encode)"
    form="$form&client_secret=$(printf '%s' "$PORTAL_OAUTH_CLIENT_SECRET" | encode)&f=json"
    get "$rest/oauth2/token" --data @- <<FORM
$form
FORM
    take_token
}

# exchange: gets a token for the server of the service, in exchange for the portal's.
exchange() {
    form="request=getToken&serverUrl=$(printf '%s' "${PORTAL_SERVICE_URL%%/rest/services/*}" | encode)&token=$(printf '%s' "$token" | encode)"
    get "$rest/generateToken" --data @- <<FORM
$form&referer=$(printf '%s' "$PORTAL_REFERER" | encode)&f=json
FORM
    token="$(value token)"
}

# random: 43 random characters, for a verifier and a state (RFC 7636 section 4.1).
random() { openssl rand 32 | openssl base64 -A | tr '+/' '-_' | tr -d '='; }

# sign_in_on_page: fills the portal's sign-in page in and trades the code that comes back, with its proof.
sign_in_on_page() {
    command -v openssl >/dev/null || exit 89
    verifier="$(random)"
    state="$(random)"
    challenge="$(printf '%s' "$verifier" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')"
    way="client_id=$(printf '%s' "$PORTAL_OAUTH_CLIENT_ID" | encode)&redirect_uri=$(printf '%s' "$PORTAL_OAUTH_REDIRECT_URI" | encode)"
    get "$rest/oauth2/authorize?$way&response_type=code&state=$state&code_challenge=$challenge&code_challenge_method=S256"
    form="oauth_state=$(value oauth_state | tr -d '\n' | encode)&authorize=true"
    form="$form&username=$(printf '%s' "$PORTAL_USERNAME" | encode)&password=$(printf '%s' "$PORTAL_PASSWORD" | encode)"
    get "$rest/oauth2/signin" --data @- <<FORM
$form
FORM
    [ "$status" = 302 ] || done_with refused invalid-credentials
    case "$redirect" in *error=access_denied*) done_with refused authorization-denied ;; esac
    # The whole of what came back: a longer state only begins like the one that was sent.
    returned="$(printf '%s' "$redirect" | sed -n 's/.*[?&]state=\([^&#]*\).*/\1/p')"
    case "$PORTAL_OAUTH_REDIRECT_URI $redirect" in
        # The page that shows a code brings no state back.
        "urn:ietf:wg:oauth:2.0:oob "*"/oauth2/approval?"*) shown="$redirect" ;;
        # curl writes "/" where a URI has no path.
        "$PORTAL_OAUTH_REDIRECT_URI ${PORTAL_OAUTH_REDIRECT_URI}?"* | \
            "$PORTAL_OAUTH_REDIRECT_URI ${PORTAL_OAUTH_REDIRECT_URI}/?"*)
            [ "$returned" = "$state" ] || done_with refused oauth-state-mismatch
            shown='' ;;
        *) done_with refused oauth-state-mismatch ;;
    esac
    given="$(printf '%s' "$redirect" | sed -n 's/.*[?&]code=\([^&]*\).*/\1/p')"
    [ -z "$shown" ] || get "$shown"
    get "$rest/oauth2/token" --data @- <<FORM
grant_type=authorization_code&$way&code=$given&code_verifier=$verifier&f=json
FORM
    take_token
}

# origin <url>: scheme, host and port.
origin() { printf '%s' "$1" | sed 's,^\([a-zA-Z]*://[^/?#]*\).*,\1,'; }

# place <url>: what a token is for: the portal or the server that a URL lies in, with its path.
place() { printf '%s' "$1" | sed 's,/sharing\([/?#].*\)\{0\,1\}$,,; s,/rest/.*$,,'; }

# ask: sends what the task asks for. With a token or a certificate it follows redirects itself: curl would take the header, the
# certificate and the referer to every other host too.
ask() {
    if [ -z "$token${PORTAL_CLIENT_CERT:-}" ]; then
        # Busy servers are asked again, after their Retry-After unless that is too long.
        get "$target" --location --retry 2 --retry-max-time 15
        return
    fi
    next="$target"
    hops=0
    while :; do
        if [ -n "$token" ] && [ "$(place "$next")" = "$(place "$target")" ]; then
            get "$next" --config - <<CONFIG
header = "X-Esri-Authorization: Bearer $token"
CONFIG
        elif [ "$(origin "$next")" = "$(origin "$target")" ]; then
            get "$next"
        else
            get "$next" --referer ''
        fi
        case "$status" in
            301 | 302 | 303 | 307 | 308) [ -n "$redirect" ] || return ;;
            *) return ;;
        esac
        case "$redirect" in
            https://*@*/*) done_with refused redirect-refused ;;
            https://*) ;;
            http://*) done_with refused insecure-redirect ;;
            *) done_with refused redirect-refused ;;
        esac
        hops=$((hops + 1))
        [ $hops -le 10 ] || done_with refused too-many-redirects
        next="$redirect"
    done
}

# map_layers: the layers of a map's document, the basemap's first, one a line: title and address. What asks no service is left
# out. A search again: each member of the document that holds layers, then each object of it, as long as objects are flat.
map_layers() {
    sed 's/\("baseMap"\|"operationalLayers"\|"tables"\|"bookmarks"\)/\n\1/g' "$answer" > "$answer.map"
    for part in baseMap operationalLayers; do
        grep "^\"$part\"" "$answer.map" | sed 's/{/\n{/g' | sed 's,\\/,/,g' |
            grep -E '"layerType" ?: ?"ArcGIS(Feature|MapService|TiledMapService|ImageService)Layer"' |
            sed -n 's/.*"title" *: *"\([^"]*\)".*"url" *: *"\([^"?]*\)[^"]*".*/\1\t\2/p'
    done
    rm -f "$answer.map"
}

# open_layer <title> <address>: asks one layer for its description, with a token only where its server belongs to the portal.
open_layer() {
    PORTAL_SERVICE_URL="$2"
    case "$2" in http://*) done_with refused insecure-redirect ;; esac
    server="${2%%/rest/services/*}"
    token= carries= failed= layer=on
    if [ -n "$portal_token" ]; then
        if [ "$server" != "${known_server:-}" ]; then
            get "$server/rest/info?f=json" --referer ''
            known_server="$server" server_token=
            if [ "$(value owningSystemUrl)" = "$portal" ]; then
                token="$portal_token"
                exchange
                server_token="$token"
            fi
        fi
        token="$server_token"
    fi
    target="$2?f=json"
    [ "$(origin "$2")" = "$(origin "$portal")" ] || [ -n "$token" ] || carries=no
    # A server that could not be asked whose it is, is not asked for a layer either.
    if [ -n "$failed" ]; then :
    elif [ -n "$carries" ]; then get "$target" --referer ''
    else ask; fi
    layer= reason="${failed:-$(refusal)}"
    state=loaded
    [ -z "$reason" ] || state=failed
    layers="$layers,{\"title\":\"$1\",\"state\":\"$state\",\"reason\":\"$reason\"}"
}

# open_map: every layer of the document that was read; one that fails is skipped.
open_map() {
    case "$(tr -d ' \n' < "$answer")" in *'"operationalLayers":'* | *'"baseMap":'*) ;; *) done_with refused unexpected-content ;; esac
    portal_token="$token"
    tab="$(printf '\t')"
    map_layers > "$web.layers"
    while IFS="$tab" read -r title address <&3; do open_layer "$title" "$address"; done 3< "$web.layers"
    rm -f "$web.layers"
    done_with accepted ''
}

information="$rest/info"
case "$PORTAL_TASK" in
    webmap) target="$rest/content/items/$PORTAL_ITEM_ID/data?f=json" ;;
    connect | user) target="$rest/portals/self?f=json" ;;
    item) target="$rest/content/items/$PORTAL_ITEM_ID?f=json" ;;
    query)
        target="$PORTAL_SERVICE_URL/0/query?where=1%3D1&outFields=*&f=json"
        information="${PORTAL_SERVICE_URL%%/rest/services/*}/rest/info"
        ;;
    *) exit 89 ;;
esac

if [ -z "$token" ] && [ -n "${PORTAL_USERNAME:-}" ] && [ -z "${PORTAL_OAUTH_CLIENT_ID:-}" ]; then web_tier; fi
if [ -n "${PORTAL_OAUTH_REDIRECT_URI:-}" ]; then
    sign_in_on_page
    unset PORTAL_USERNAME
elif [ -n "${PORTAL_OAUTH_CLIENT_ID:-}" ]; then
    sign_in_application
fi
if [ -z "$token" ] && [ -n "${PORTAL_USERNAME:-}" ]; then sign_in; fi
# A federated server may want a token of its own in exchange for the portal's, and another portal's server gets none.
if [ "$PORTAL_TASK" = query ] && [ -n "$token" ] && [ -z "${PORTAL_TOKEN:-}" ]; then
    get "$information?f=json"
    case "$(value owningSystemUrl) $(origin "$PORTAL_SERVICE_URL")" in
        "$portal "*) [ -z "${PORTAL_OAUTH_CLIENT_ID:-}" ] && [ "$(origin "$portal")" = "$(origin "$PORTAL_SERVICE_URL")" ] || exchange
            [ -n "$token" ] || done_with refused server-token-refused ;;
        " "*) ;;
        *) token= ;;
    esac
fi
ask
reason="$(refusal)"
if [ "$reason" = token-invalid ] && [ -n "${PORTAL_USERNAME:-}" ]; then
    sign_in
    ask
    reason="$(refusal)"
fi
[ -n "$reason" ] && done_with refused "$reason"
if [ "$PORTAL_TASK" = webmap ]; then open_map; fi
if [ "$PORTAL_TASK" = user ] && [ -z "$(value username)" ]; then done_with refused authentication-required; fi
done_with accepted ''
