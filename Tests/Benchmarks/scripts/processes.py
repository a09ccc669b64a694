"""The processes of one benchmark run: whatever is started here is ended here."""
import atexit
import hashlib
import json
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request

CURVE = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
started = []
folder = pathlib.Path(tempfile.mkdtemp(prefix="mockportal-bench-"))


def end_all(*_):
    for process in started:
        if process.poll() is None:
            process.terminate()
    for process in started:
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
    started.clear()
    shutil.rmtree(folder, ignore_errors=True)


atexit.register(end_all)
signal.signal(signal.SIGTERM, lambda *_: exit(2))


class Portal:
    """`mockportal serve`, with a token for alice."""

    def __init__(self, mockportal, scenario="token", *more):
        command = [mockportal, "serve", "--scenario", scenario, "--port", "0", "--json", *more]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        started.append(self.process)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("bench: mockportal serve did not get ready")
        self.ready = json.loads(line)

    def resident(self):
        """Resident set size in KiB."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])

    def control(self, path):
        with urllib.request.urlopen(self.ready["controlURL"] + path, timeout=60) as answer:
            return json.load(answer)

    def act(self, action):
        """Has the portal do something, as `{"set": {…}}`."""
        request = urllib.request.Request(
            self.ready["controlURL"] + "/actions", json.dumps(action).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60):
            pass

    def end(self):
        self.process.terminate()
        self.process.wait(20)


def curl(url, authority, *more):
    return subprocess.run(["curl", "-sS", "--fail", "--cacert", authority, *more, url], check=True, capture_output=True).stdout


def token(portal, referer="https://bench.example"):
    """A token for alice, and the header fields that carry it."""
    alice = next(user for user in portal.ready["users"] if user["username"] == "alice")
    form = {"username": "alice", "password": alice["password"], "client": "referer", "referer": referer, "f": "json"}
    fields = [word for key, value in form.items() for word in ("--data-urlencode", f"{key}={value}")]
    answer = json.loads(curl(portal.ready["url"] + "/sharing/rest/generateToken", portal.ready["caFile"], *fields))
    return [f"X-Esri-Authorization: Bearer {answer['token']}", f"Referer: {referer}"]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Nginx:
    """nginx, serving one body at /self over HTTP and HTTPS with as many workers as the portal has threads; where clients have an
    authority, also on a new connection and in a full handshake each time, with and without a certificate of it."""

    def __init__(self, body, certificate, key, client_authority=None):
        (folder / "www").mkdir(exist_ok=True)
        (folder / "www/self").write_bytes(body)
        self.ports = free_port(), free_port(), free_port(), free_port()

        def new_connections(port, verification=""):
            return f"""
                server {{
                    listen 127.0.0.1:{port} ssl; root {folder}/www; keepalive_timeout 0;
                    ssl_session_cache off; ssl_session_tickets off; {verification}
                    if ($ssl_session_reused = "r") {{ return 500; }}
                }}"""

        mutual = new_connections(self.ports[3]) + new_connections(
            self.ports[2], f"ssl_client_certificate {client_authority}; ssl_verify_client on;") if client_authority else ""
        text = f"""
            daemon off; worker_processes 2; pid {folder}/nginx.pid; error_log {folder}/nginx.err;
            {"user root;" if os.geteuid() == 0 else ""}
            events {{ worker_connections 1024; }}
            http {{
                access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; keepalive_timeout 600s;
                open_file_cache max=100; default_type application/json;
                client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
                uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
                ssl_certificate {certificate}; ssl_certificate_key {key}; ssl_protocols TLSv1.2 TLSv1.3;
                server {{
                    listen 127.0.0.1:{self.ports[0]}; listen 127.0.0.1:{self.ports[1]} ssl; root {folder}/www;
                }}{mutual}
            }}"""
        (folder / "nginx.conf").write_text(text)
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        started.append(subprocess.Popen([program, "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL))
        self.url = f"http://localhost:{self.ports[0]}/self"
        self.tls_url = f"https://localhost:{self.ports[1]}/self"
        self.mutual_url = f"https://localhost:{self.ports[2]}/self"
        self.fresh_url = f"https://localhost:{self.ports[3]}/self"
        wait_for(self.ports[1], f"nginx did not get ready; see {folder}/nginx.err")


class Bare:
    """The least that a C program on libmicrohttpd does for the same body, over HTTP and over HTTPS: one process each."""

    def __init__(self, peers, body, certificate, key):
        file = folder / "bare"
        file.write_bytes(body)
        self.url, self.tls_url = (self.start(scheme, peers, file, *more) for scheme, more in (
            ("http", ()), ("https", (certificate, key))))

    @staticmethod
    def start(scheme, peers, *words):
        process = subprocess.Popen([peers / "bare", *words], stdout=subprocess.PIPE, text=True)
        started.append(process)
        port = process.stdout.readline().strip()
        if not port:
            raise SystemExit("bench: the bare server did not get ready")
        return f"{scheme}://localhost:{port}/self"


class Apache:
    """Apache httpd, serving one body at /open and, to who answers Digest, at /digest, both over HTTPS."""

    def __init__(self, body, certificate, key, user, password):
        realm = "bench"
        folder.chmod(0o755)
        (folder / "apache").mkdir()
        (folder / "apache/self").write_bytes(body)
        secret = hashlib.md5(f"{user}:{realm}:{password}".encode()).hexdigest()
        (folder / "digest.users").write_text(f"{user}:{realm}:{secret}\n")
        places = [("/usr/sbin/apache2", "/usr/lib/apache2/modules"), ("/usr/sbin/httpd", "/usr/lib64/httpd/modules"),
                  ("/opt/homebrew/opt/httpd/bin/httpd", "/opt/homebrew/opt/httpd/lib/httpd/modules")]
        program, modules = next((place for place in places if os.access(place[0], os.X_OK)), (None, None))
        if not program:
            raise SystemExit("bench: no Apache httpd; `.ci/setup bench` installs it")
        names = ["mpm_event", "unixd", "alias", "authz_core", "authz_user", "authn_core", "authn_file", "auth_digest",
                 "socache_shmcb", "ssl", "log_config"]
        loads = "\n".join(
            f'<IfModule !{name}_module>\nLoadModule {name}_module "{modules}/mod_{name}.so"\n</IfModule>' for name in names)
        nobody = pwd.getpwnam("nobody")
        self.port = free_port()
        (folder / "httpd.conf").write_text(f"""
            ServerRoot "{folder}"
            DefaultRuntimeDir "{folder}"
            PidFile "{folder}/httpd.pid"
            ServerName localhost
            Listen 127.0.0.1:{self.port}
            ErrorLog "{folder}/httpd.err"
            {loads}
            {f"User #{nobody.pw_uid}" if os.geteuid() == 0 else ""}
            {f"Group #{nobody.pw_gid}" if os.geteuid() == 0 else ""}
            StartServers 1
            ServerLimit 2
            MaxKeepAliveRequests 0
            SSLEngine on
            SSLCertificateFile "{certificate}"
            SSLCertificateKeyFile "{key}"
            Alias "/open" "{folder}/apache"
            Alias "/digest" "{folder}/apache"
            <Directory "{folder}/apache">
            ForceType application/json
            Require all granted
            </Directory>
            <Location "/digest">
            AuthType Digest
            AuthName "{realm}"
            AuthDigestProvider file
            AuthUserFile "{folder}/digest.users"
            Require valid-user
            </Location>
            """)
        started.append(subprocess.Popen([program, "-DFOREGROUND", "-f", str(folder / "httpd.conf")], stderr=subprocess.DEVNULL))
        self.url = f"https://localhost:{self.port}"
        wait_for(self.port, f"Apache did not get ready; see {folder}/httpd.err")


def wait_for(port, complaint):
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise SystemExit(f"bench: {complaint}")


def openssl(*words):
    subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=folder)


def certificate():
    """A certificate for localhost, its key, and the authority: a plain one, because BoringSSL (in async-http-client) does not take
    an authority that is constrained to addresses, as the test PKI's is."""
    openssl("req", "-x509", *CURVE, "-subj", "/CN=bench CA", "-keyout", "ca.key", "-out", "ca.pem")
    return *leaf("leaf", "localhost", "subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth\n"), folder / "ca.pem"


def leaf(name, common_name, extensions):
    """A certificate of the authority that certificate() has made, and its key."""
    openssl("req", *CURVE, "-subj", f"/CN={common_name}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
    (folder / f"{name}.ext").write_text(extensions)
    openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
            "-extfile", f"{name}.ext", "-out", f"{name}.pem")
    return folder / f"{name}.pem", folder / f"{name}.key"
