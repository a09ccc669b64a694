#!/usr/bin/env python3
"""The ArcGIS API for Python, told one task in its environment. It is proprietary and not part of this project: `make test-clients`."""
import json
import os
import sys

from arcgis.gis import GIS

REASONS = [
    ("certificate has expired", "certificate-expired"), ("not yet valid", "certificate-not-yet-valid"),
    ("Hostname mismatch", "host-mismatch"), ("doesn't match", "host-mismatch"),
    ("self-signed certificate in certificate chain", "certificate-unknown-root"), ("self-signed", "certificate-self-signed"),
    ("unable to get local issuer", "certificate-unknown-root"), ("CERTIFICATE_REQUIRED", "client-certificate-required"),
    ("Invalid username or password", "invalid-credentials"), ("Invalid token", "token-invalid"), ("Token Required", "token-required"),
    ("do not have permissions", "access-denied"), ("Connection refused", "cannot-connect"),
]
env = os.environ
if env["PORTAL_TASK"] in ("query", "webmap") or "PORTAL_OAUTH_CLIENT_ID" in env or "PORTAL_NEGOTIATE_HOSTS" in env \
        or env["PORTAL_URL"].startswith("http:"):
    sys.exit(89)
more = {"key_file": env["PORTAL_CLIENT_KEY"], "cert_file": env["PORTAL_CLIENT_CERT"]} if "PORTAL_CLIENT_KEY" in env else {}
if "PORTAL_TOKEN" in env:
    more["token"] = env["PORTAL_TOKEN"]
if "PORTAL_CA_FILE" in env:
    more["ca_bundles"] = env["PORTAL_CA_FILE"]
try:
    gis = GIS(env["PORTAL_URL"], env.get("PORTAL_USERNAME"), env.get("PORTAL_PASSWORD"), referer=env["PORTAL_REFERER"],
              use_gen_token=True, **more)
    if env["PORTAL_TASK"] == "item" and gis.content.get(env["PORTAL_ITEM_ID"]) is None:
        raise PermissionError("do not have permissions")
    if env["PORTAL_TASK"] == "user" and gis.users.me is None:
        raise PermissionError("Token Required")
except Exception as error:
    if "401 Unauthorized" in str(error) and "PORTAL_USERNAME" in env:
        sys.exit(89)  # Of Basic and Digest it has to be told beforehand (custom_auth).
    print(json.dumps({"outcome": "refused", "reason": next((r for text, r in REASONS if text in str(error)), "")}))
    sys.exit(1)
print(json.dumps({"outcome": "accepted"}))
