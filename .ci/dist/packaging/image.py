"""The image of a container, made without any engine: the program, the libraries that it loads, certificates, and nothing else.

The archive is an image layout of OCI (github.com/opencontainers/image-spec, image-layout.md) and at once what `docker save` writes
(manifest.json), so that `docker load`, `podman load` and skopeo all read it. The health check is Docker's own member of the
configuration; engines that do not know it leave it out.
"""
import hashlib
import io
import json
import pathlib
import tarfile
import time

from . import libraries
from .stage import compressed, copy, settle
from .tarball import archive

USER = 65532  # as other images without a shell have it
HOME = "home/mockportal"
STATE = "run/mockportal"
PORT, CONTROL_PORT = 8443, 8444
SECOND = 1_000_000_000  # durations are in nanoseconds
COMMAND = [
    # Named, since the address of a container means nothing to who calls a published port; a later --name counts.
    "/usr/bin/mockportal", "serve", "--host", "0.0.0.0", "--name", "localhost", "--port", str(PORT), "--control-host", "0.0.0.0", "--control-port",
    str(CONTROL_PORT), "--json", "--ready-file", f"/{STATE}/ready.json",
]
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def make(stage, work, out):
    root = work / "image"
    lay_out(stage, root)
    settle(root, stage.epoch)
    owned = {HOME, STATE}
    layer = archive(
        root, "", stage.epoch, owner=lambda path: (USER, USER) if path in owned else (0, 0),
        mode=lambda path, own: 0o1777 if path == "tmp" else 0o700 if path in owned else own)
    path = out / f"mockportal-{stage.version}-image-{stage.machine}.tar"
    path.write_bytes(layout(stage, layer))
    return path


def lay_out(stage, root):
    """The files of the image."""
    copy(stage.program, root / "usr/bin/mockportal", 0o755)
    for name in ("bin", "lib", "lib64"):
        (root / "usr" / name).mkdir(parents=True, exist_ok=True)
        (root / name).symlink_to(f"usr/{name}")
    packages = set()

    def add(path, target):
        packages.add(libraries.package(path))
        copy(path.resolve(), root / below_usr(target), 0o755)

    files = dict(libraries.loaded(stage.program))
    module = libraries.legacy_module()
    if module is None:
        raise SystemExit("dist: openssl names no folder with legacy.so; without it old PKCS #12 files cannot be read in the image")
    add(module, module)
    files.update(libraries.loaded(module))
    for path in files.values():
        add(path, path)
    # Where Debian's OpenSSL and libcurl look for authorities.
    copy(pathlib.Path("/etc/ssl/certs/ca-certificates.crt"), root / "etc/ssl/certs/ca-certificates.crt")
    packages.add("ca-certificates")
    copy(pathlib.Path("/etc/ssl/openssl.cnf"), root / "etc/ssl/openssl.cnf")
    (root / "usr/lib/ssl").mkdir(parents=True)
    (root / "usr/lib/ssl/certs").symlink_to("/etc/ssl/certs")
    (root / "usr/lib/ssl/openssl.cnf").symlink_to("/etc/ssl/openssl.cnf")
    write(root / "etc/passwd", f"root:x:0:0:root:/root:/nologin\nmockportal:x:{USER}:{USER}:mockportal:/{HOME}:/nologin\n")
    write(root / "etc/group", f"root:x:0:\nmockportal:x:{USER}:\n")
    write(root / "etc/nsswitch.conf", "hosts: files dns\n")
    for name in ("tmp", HOME, STATE):
        (root / name).mkdir(parents=True)
    stage.notices(root / "usr/share/doc/mockportal", shipped=packages)


def below_usr(path):
    """Where a file goes: /lib and /lib64 are links into /usr."""
    path = str(path).lstrip("/")
    return path if path.startswith("usr/") else "usr/" + path


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def configuration(stage, layer_digest):
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(stage.epoch))
    return {
        "created": created, "architecture": ARCHITECTURES.get(stage.machine, stage.machine), "os": "linux",
        "config": {
            "User": f"{USER}:{USER}", "ExposedPorts": {f"{PORT}/tcp": {}, f"{CONTROL_PORT}/tcp": {}},
            "Env": ["PATH=/usr/bin", f"HOME=/{HOME}"], "Entrypoint": COMMAND, "Cmd": ["--scenario", "token"], "WorkingDir": f"/{HOME}",
            "StopSignal": "SIGTERM",
            "Healthcheck": {
                "Test": ["CMD", "/usr/bin/mockportal", "health", f"/{STATE}/ready.json"], "Interval": 10 * SECOND, "Timeout": 6 * SECOND,
                "StartPeriod": 10 * SECOND, "StartInterval": SECOND, "Retries": 3,
            },
            "Labels": {"org.opencontainers.image.title": "mockportal", "org.opencontainers.image.version": stage.version},
        },
        "rootfs": {"type": "layers", "diff_ids": [layer_digest]},
        "history": [{"created": created, "created_by": "make dist"}],
    }


def layout(stage, layer):
    """The archive. Its layer is compressed and it is not: skopeo 1.9 of Debian 12 reads no compressed archive of this form."""
    blobs = {}

    def blob(contents, kind):
        contents = contents if isinstance(contents, bytes) else json.dumps(contents, sort_keys=True).encode()
        digest = hashlib.sha256(contents).hexdigest()
        blobs[f"blobs/sha256/{digest}"] = contents
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{digest}", "size": len(contents)}

    layer_blob = blob(compressed(layer), "layer.v1.tar+gzip")
    config_blob = blob(configuration(stage, f"sha256:{hashlib.sha256(layer).hexdigest()}"), "config.v1+json")
    manifest = blob(
        {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": config_blob, "layers": [layer_blob]},
        "manifest.v1+json")
    name = f"mockportal:{stage.version}"
    manifest["annotations"] = {"io.containerd.image.name": f"docker.io/library/{name}", "org.opencontainers.image.ref.name": stage.version}

    def place(digest):
        return "blobs/" + digest["digest"].replace(":", "/")

    files = {
        **blobs, "oci-layout": json.dumps({"imageLayoutVersion": "1.0.0"}).encode(),
        "index.json": json.dumps({"schemaVersion": 2, "manifests": [manifest]}, sort_keys=True).encode(),
        "manifest.json": json.dumps(
            [{"Config": place(config_blob), "RepoTags": [name], "Layers": [place(layer_blob)]}], sort_keys=True).encode(),
    }
    contents = io.BytesIO()
    with tarfile.open(fileobj=contents, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in sorted(files):
            entry = tarfile.TarInfo(path)
            entry.size, entry.mtime, entry.mode = len(files[path]), stage.epoch, 0o644
            tar.addfile(entry, io.BytesIO(files[path]))
    return contents.getvalue()
