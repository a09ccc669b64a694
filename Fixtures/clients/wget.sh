#!/bin/sh
# wget, whose TLS is GnuTLS on Debian: it tells little of why it refuses (exit 5), so that its refusals pass non-strictly.
set -u
[ -z "${PORTAL_USERNAME:-}${PORTAL_CLIENT_CERT:-}${PORTAL_OAUTH_CLIENT_ID:-}" ] || exit 89
case "$PORTAL_TASK" in
    connect | user) url="$PORTAL_URL/sharing/rest/portals/self?f=json" ;;
    item) url="$PORTAL_URL/sharing/rest/content/items/$PORTAL_ITEM_ID?f=json" ;;
    *) exit 89 ;;
esac
case "$url" in https://*) ;; *) [ -z "${PORTAL_TOKEN:-}" ] || exit 89 ;; esac

done_with() { printf '{"outcome":"%s","reason":"%s"}\n' "$1" "$2"; [ "$1" = accepted ]; exit; }

# The token stands in a file that only its owner may read, and not among the arguments, which everybody sees.
umask 077
printf 'ca_certificate = %s\nreferer = %s\ntries = 1\nhsts = off\nmax_redirect = 0\n' "${PORTAL_CA_FILE:-}" "$PORTAL_REFERER" >"$TMPDIR/wgetrc"
[ -z "${PORTAL_TOKEN:-}" ] || printf 'header = X-Esri-Authorization: Bearer %s\n' "$PORTAL_TOKEN" >>"$TMPDIR/wgetrc"
body="$(WGETRC="$TMPDIR/wgetrc" wget --no-verbose --output-document=- "$url" 2>"$TMPDIR/errors")"
code=$?
rm -f "$TMPDIR/wgetrc"
if [ $code -ne 0 ]; then
    case "$(cat "$TMPDIR/errors")" in
        *"has expired"*) done_with refused certificate-expired ;;
        *"not yet activated"* | *"not yet valid"*) done_with refused certificate-not-yet-valid ;;
        *"doesn't match requested host name"* | *"owner does not match hostname"*) done_with refused host-mismatch ;;
        *"Unable to establish SSL"*) done_with refused secure-connection-failed ;;
        *"is not trusted"* | *"known issuer"*) done_with refused '' ;;
    esac
    case $code in 4) done_with refused connection-lost ;; 8) done_with refused http-error ;; *) done_with refused '' ;; esac
fi
case "$body" in
    *'"error"'*'"code":498'*) done_with refused token-invalid ;;
    *'"error"'*'"code":499'*) done_with refused token-required ;;
    *'"error"'*'"code":403'*) done_with refused access-denied ;;
    '{'*) [ "$PORTAL_TASK" = connect ] || [ -n "${PORTAL_TOKEN:-}" ] || [ "$PORTAL_TASK" = item ] || done_with refused token-required ;;
    *) done_with refused unexpected-content ;;
esac
done_with accepted ''
