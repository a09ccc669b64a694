#!/bin/sh
# The contract at a glance: the least that is a client (curl.sh is one that does more). Exit 0: got in, 1: did not, 89: cannot.
[ -z "${PORTAL_CLIENT_CERT:-}${PORTAL_OAUTH_CLIENT_ID:-}" ] || exit 89
case "$PORTAL_TASK" in
    connect | user) url="$PORTAL_URL/sharing/rest/portals/self" ;;
    item) url="$PORTAL_URL/sharing/rest/content/items/$PORTAL_ITEM_ID" ;;
    *) exit 89 ;;
esac
case "$url" in https://*) ;; *) [ -z "${PORTAL_USERNAME:-}${PORTAL_TOKEN:-}" ] || exit 89 ;; esac

done_with() { printf '{"outcome":"%s","reason":"%s"}\n' "$1" "$2"; [ "$1" = accepted ]; exit; }

# ask <url> [option …]: one request; what curl says of a certificate is the reason. Secrets travel over standard input.
ask() {
    if body="$(curl -sS --max-time 20 ${PORTAL_CA_FILE:+--cacert "$PORTAL_CA_FILE"} --referer "$PORTAL_REFERER" -K - "$@" 2>&1)"; then
        case "$body" in
            *'"error"'*'"code":498'*) done_with refused token-invalid ;;
            *'"error"'*'"code":499'*) done_with refused token-required ;;
            *'"error"'*'"code":403'*) done_with refused access-denied ;;
            *'"error"'*) done_with refused invalid-credentials ;;
            '{'*) return ;;
            *) done_with refused unexpected-content ;;
        esac
    fi
    case "$body" in
        *expired*) done_with refused certificate-expired ;;
        *'not yet valid'*) done_with refused certificate-not-yet-valid ;;
        *'does not match'* | *'no alternative certificate'*) done_with refused host-mismatch ;;
        *'certificate in certificate chain'* | *'local issuer'*) done_with refused certificate-unknown-root ;;
        *self-signed*) done_with refused certificate-self-signed ;;
        *) done_with refused connection-lost ;;
    esac
}

token="${PORTAL_TOKEN:-}"
if [ -n "${PORTAL_USERNAME:-}" ]; then
    ask "$PORTAL_URL/sharing/rest/generateToken" -d client=referer -d "referer=$PORTAL_REFERER" -d f=json <<DATA
data-urlencode = "username=$PORTAL_USERNAME"
data-urlencode = "password=$PORTAL_PASSWORD"
DATA
    token="$(printf '%s' "$body" | sed 's/.*"token" *: *"\([^"]*\)".*/\1/')"
fi
if [ -n "$token" ]; then auth="header = \"X-Esri-Authorization: Bearer $token\""; fi
ask "$url?f=json" <<DATA
${auth:-}
DATA
done_with accepted ''
