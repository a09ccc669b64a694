#!/bin/sh
# wget as it is, whose TLS is GnuTLS on Debian: it tells little of why it refuses, so that refusals pass non-strictly.
[ -z "${PORTAL_USERNAME:-}${PORTAL_CLIENT_CERT:-}${PORTAL_OAUTH_CLIENT_ID:-}${PORTAL_NEGOTIATE_HOSTS:-}" ] || exit 89
rest="$(printf '%s' "$PORTAL_URL" | sed 's/^ *//; s/ *$//; s,/home/.*,,; s,/sharing.*,,; s,/*$,,')/sharing/rest"
case "$PORTAL_TASK $rest ${PORTAL_TOKEN:-}" in
    *' '[Hh][Tt][Tt][Pp]:*' '?*) exit 89 ;;
    item*) url="$rest/content/items/$PORTAL_ITEM_ID?f=json" ;;
    connect* | user*) url="$rest/portals/self?f=json" ;;
    *) exit 89 ;;
esac
done_with() { printf '{"outcome":"%s","reason":"%s"}\n' "$1" "$2"; [ "$1" = accepted ]; exit; }

# The token stands in a file that only its owner may read, and not among the arguments, which everybody sees.
umask 077
printf 'ca_certificate = %s\nreferer = %s\ntries = 3\nwaitretry = 2\nhsts = off\ncompression = auto\n' "${PORTAL_CA_FILE:-}" "$PORTAL_REFERER" >"$TMPDIR/wgetrc"
printf '%s' "${PORTAL_TOKEN:+header = X-Esri-Authorization: Bearer $PORTAL_TOKEN}" >>"$TMPDIR/wgetrc"
body="$(WGETRC="$TMPDIR/wgetrc" wget --no-verbose --retry-on-http-error=503 --content-on-error --output-document=- "$url" 2>"$TMPDIR/errors")"
code=$?
rm -f "$TMPDIR/wgetrc"
case "$code $(cat "$TMPDIR/errors") $body" in
    0*) ;;
    *'has expired'*) done_with refused certificate-expired ;;
    *'not yet activated'* | *'not yet valid'*) done_with refused certificate-not-yet-valid ;;
    *"doesn't match requested host name"* | *'owner does not match hostname'*) done_with refused host-mismatch ;;
    *'No required SSL certificate'* | *'HTTP Error 403.7'* | *'<title>403 Forbidden'*) done_with refused client-certificate-required ;;
    6*) done_with refused http-authentication ;;
    *' ERROR 429'*) done_with refused rate-limited ;;
    *'Connection refused'*) done_with refused cannot-connect ;;
    8*) done_with refused http-error ;; *) done_with refused '' ;;
esac
case "$body" in
    *'"error"'*'"code":498'*) done_with refused token-invalid ;;
    *'"error"'*'"code":499'*) done_with refused token-required ;;
    *'"error"'*'"code":403'*) done_with refused access-denied ;;
    *'{"error"'*) done_with refused service-error ;;
    *'{'*'}') ;;
    '{'*) done_with refused malformed-answer ;;
    *) done_with refused "$([ -n "$body" ] && echo unexpected-content || echo empty-body)" ;;
esac
[ "$PORTAL_TASK" != user ] || [ -n "${PORTAL_TOKEN:-}" ] || done_with refused token-required
done_with accepted ''
