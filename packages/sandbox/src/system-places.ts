/** What every program may read: the installed system. The rest of the host is not mounted. */
export const SYSTEM_PLACES = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/etc',
  '/opt',
  '/snap',
  '/nix/store',
  '/gnu/store',
  '/run/current-system',
  '/home/linuxbrew/.linuxbrew',
]

/** Secrets and identities inside those places. Permissions already protect most of them. */
export const HIDDEN_PLACES = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/passwd-',
  '/etc/group-',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssh',
  '/etc/ssl/private',
  '/etc/pki/private',
  '/etc/pki/tls/private',
  '/etc/letsencrypt',
  '/etc/krb5.keytab',
  '/etc/machine-id',
  '/etc/kubernetes',
  '/etc/rancher',
  '/etc/wireguard',
  '/etc/openvpn',
  '/etc/ipsec.secrets',
  '/etc/ppp',
  '/etc/NetworkManager/system-connections',
  '/etc/netplan',
]

/** Writable folders, deleted after the run. */
export const SCRATCH_PLACES = ['/tmp', '/var/tmp', '/run', '/dev/shm']

/** Folders too wide to open to any program. */
export const CLOSED_PLACES = ['/', '/home', '/root', '/proc', '/sys', '/dev', '/run', '/tmp', '/var', '/var/run']
