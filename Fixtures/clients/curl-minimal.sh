#!/bin/sh
# The contract at a glance: the least that is a client (curl.sh does more). Exit 0: got in, 1: did not, 89: cannot.
[ -z "${PORTAL_CLIENT_CERT:-}${PORTAL_OAUTH_CLIENT_ID:-}${PORTAL_NEGOTIATE_HOSTS:-}" ] || exit 89
rest="$(printf '%s' "$PORTAL_URL" | sed 's/^ *//; s/ *$//; s,/home/.*,,; s,/sharing.*,,; s,/*$,,')/sharing/rest"
case "$PORTAL_TASK $rest" in
    *' '[Hh][Tt][Tt][Pp]:*) exit 89 ;;
    item*) url="$rest/content/items/$PORTAL_ITEM_ID?f=json" ;;
    connect* | user*) url="$rest/portals/self?f=json" ;;
    *) exit 89 ;;
esac
done_with() { printf '{"outcome":"%s","reason":"%s"}\n' "$1" "$2"; [ "$1" = accepted ]; exit; }

# ask <url> [option …]: one request, with secrets over standard input. Web tiers, redirects and busy servers are beyond the least client.
ask() {
    body="$(curl -sS --compressed -m 20 ${PORTAL_CA_FILE:+--cacert "$PORTAL_CA_FILE"} -e "$PORTAL_REFERER" -K - -w '%{http_code}' "$@" 2>&1)"
    case "$1 $body" in
        *'curl: '*'has expired'*) done_with refused certificate-expired ;;
        *'curl: '*'not yet valid'*) done_with refused certificate-not-yet-valid ;;
        *'curl: '*'does not match'* | *'curl: '*'no alternative certificate'*) done_with refused host-mismatch ;;
        *'curl: '*'certificate in certificate chain'* | *'curl: '*'local issuer'*) done_with refused certificate-unknown-root ;;
        *'curl: '*self-signed*) done_with refused certificate-self-signed ;;
        *'{"error"'*'"code":498'*200) done_with refused token-invalid ;;
        *'{"error"'*'"code":499'*200) done_with refused token-required ;;
        *'{"error"'*'"code":403'*200) done_with refused access-denied ;;
        *'/generateToken {"error"'*200) done_with refused invalid-credentials ;;
        *'{"error"'*200) done_with refused service-error ;;
        *' {'*'}200') ;; *) exit 89 ;;
    esac
}
token="${PORTAL_TOKEN:-}"
if [ -n "${PORTAL_USERNAME:-}" ]; then
    ask "$rest/generateToken" -d client=referer -d "referer=$PORTAL_REFERER" -d f=json --data-urlencode "username=$PORTAL_USERNAME" <<DATA
data-urlencode = "password=$(printf '%s' "$PORTAL_PASSWORD" | sed 's/[\\"]/\\&/g')"
DATA
    token="$(printf '%s' "$body" | sed 's/.*"token" *: *"\([^"]*\)".*/\1/')"
fi
if [ -n "$token" ]; then header="header = \"X-Esri-Authorization: Bearer $token\""; fi
ask "$url" <<HEADER
${header:-}
HEADER
done_with accepted ''
