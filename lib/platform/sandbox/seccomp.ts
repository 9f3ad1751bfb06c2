/** What this kernel calls things. Other machines get no filter: the rest of the sandbox does not depend on it. */
const machines = {
  x64: {
    audit: 0xc000003e,
    ioctl: 16,
    // Numbers from here on are those of another calling convention.
    foreignFrom: 0x4000_0000,
    refused: [
      ...[248, 249, 250], // keys: the worker's keyring is inherited
      ...[425, 426, 427, 298, 321, 323], // io_uring, perf_event_open, bpf, userfaultfd: what exploits begin with
      ...[175, 176, 313, 246, 320], // modules and kernels
      ...[165, 166, 155, 428, 429, 430, 431, 432, 433, 442], // mounts
      ...[103, 163, 167, 168, 169, 179, 304], // the kernel's log, accounting, swap, reboot, quotas, files by handle
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    ioctl: 29,
    foreignFrom: null,
    refused: [
      ...[217, 218, 219],
      ...[425, 426, 427, 241, 280, 282],
      ...[105, 106, 273, 104, 294],
      ...[40, 39, 41, 428, 429, 430, 431, 432, 433, 442],
      ...[116, 89, 224, 225, 142, 60, 265],
    ],
  },
} as const;

/** TIOCSTI types into a terminal, TIOCLINUX pastes into a console. */
const refusedIoctls = [0x5412, 0x541c];

const [loadWord, jumpIfEqual, jumpIfAtLeast, give] = [0x20, 0x15, 0x35, 0x06];
const [numberAt, auditAt, ioctlAt] = [0, 4, 24];
const [allow, refuse] = [0x7fff0000, 0x0005_0001];

type Instruction = [code: number, yes: number, no: number, value: number];

/**
 * A filter of system calls, as bubblewrap's `--seccomp` reads it, or null on machines it knows nothing of. It refuses what no
 * documentation tool needs and namespaces do not cover: kernel keys, io_uring, bpf and the like, mounting, typing into terminals.
 */
export function systemCallFilter(architecture: string = process.arch): Buffer | null {
  if (architecture !== "x64" && architecture !== "arm64") return null;
  const machine = machines[architecture];
  const refused: Instruction = [give, 0, 0, refuse];
  const program: Instruction[] = [
    [loadWord, 0, 0, auditAt],
    [jumpIfEqual, 1, 0, machine.audit],
    refused,
    [loadWord, 0, 0, numberAt],
    ...(machine.foreignFrom === null
      ? []
      : [[jumpIfAtLeast, 0, 1, machine.foreignFrom] satisfies Instruction, refused]),
    ...machine.refused.flatMap((number): Instruction[] => [[jumpIfEqual, 0, 1, number], refused]),
    [jumpIfEqual, 0, 1 + 2 * refusedIoctls.length, machine.ioctl],
    [loadWord, 0, 0, ioctlAt],
    ...refusedIoctls.flatMap((request): Instruction[] => [[jumpIfEqual, 0, 1, request], refused]),
    [give, 0, 0, allow],
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, yes, no, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(yes, index * 8 + 2);
    bytes.writeUInt8(no, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}
