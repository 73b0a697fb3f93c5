/** Error codes for blocked calls. */
export const ERRORS = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 } as const

export type Architecture = 'x64' | 'arm64'

/** The kernel's AUDIT_ARCH_… constants. */
export const ARCHITECTURES: Readonly<Record<Architecture, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 }

type Numbers = readonly [x64: number | null, arm64: number | null]

/** Calls that no program needs to describe itself, and that have been used to exploit kernels. They fail with EPERM. */
export const FORBIDDEN_CALLS: Readonly<Record<string, Numbers>> = {
  acct: [163, 89],
  add_key: [248, 217],
  adjtimex: [159, 171],
  bpf: [321, 280],
  chroot: [161, 51],
  clock_adjtime: [305, 266],
  clock_settime: [227, 112],
  delete_module: [176, 106],
  finit_module: [313, 273],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  init_module: [175, 105],
  ioperm: [173, null],
  iopl: [172, null],
  kcmp: [312, 272],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  perf_event_open: [298, 241],
  pidfd_getfd: [438, 438],
  pivot_root: [155, 41],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  quotactl: [179, 60],
  reboot: [169, 142],
  request_key: [249, 218],
  setdomainname: [171, 162],
  sethostname: [170, 161],
  setns: [308, 268],
  settimeofday: [164, 170],
  swapoff: [168, 225],
  swapon: [167, 224],
  syslog: [103, 116],
  umount2: [166, 39],
  unshare: [272, 97],
  userfaultfd: [323, 282],
  vhangup: [153, 58],
}

/**
 * Calls for which libraries fall back to an older form on ENOSYS. The arguments of `clone3` are in memory, where a
 * filter cannot read them.
 */
export const UNKNOWN_CALLS: Readonly<Record<string, Numbers>> = {
  clone3: [435, 435],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
}

/** Calls that are judged by an argument. */
export const WATCHED_CALLS = {
  clone: [56, 220],
  ioctl: [16, 29],
  socket: [41, 198],
} as const satisfies Record<string, Numbers>

/** Every CLONE_NEW… flag: mount, cgroup, UTS, IPC, user, PID and network namespaces. */
export const CLONE_NAMESPACES = 0x7e020000

/** TIOCSTI simulates input at a terminal, TIOCLINUX pastes into a console. */
export const FORBIDDEN_IOCTLS = [0x5412, 0x541c]

/**
 * AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. AF_VSOCK must be blocked: it bypasses network namespaces and connects a
 * virtual machine to its host.
 */
export const SOCKET_FAMILIES = [1, 2, 10, 16]
