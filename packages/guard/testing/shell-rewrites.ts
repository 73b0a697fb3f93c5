import { quoteLine } from '@atip/protocol'
import { quoted } from './shell-words.js'

/** A way to write the same command differently. The result runs exactly what was given. */
export interface Rewrite<Given> {
  name: string
  /** `shell` is the shell that reads the given text: sh, or bash if needed. */
  apply: (given: Given, shell: string) => string
  /** Shells other than bash can read it. */
  isPosix?: boolean
  /** A shell of its own reads the given text, so only the rest must be POSIX. */
  startsShell?: boolean
  /** It cannot be proven here: the program may be missing, needs privileges, or runs the words elsewhere. */
  isUnproven?: boolean
  /** The command is known only at run time, so asking is as good as denying. */
  isHiding?: boolean
  /** It runs encoded text, which is denied whatever it contains. */
  isEncoding?: boolean
  /** Matches words without characters that are special here. */
  needs?: RegExp
}

const wrapper = (name: string, words: string, more: Partial<Rewrite<readonly string[]>> = {}) => ({
  name,
  apply: (argv: readonly string[]) => `${words} ${quoteLine(argv)}`,
  isPosix: true,
  ...more,
})

/** Programs that execute their operands. */
const WRAPPERS: readonly Rewrite<readonly string[]>[] = [
  wrapper('env', 'env'),
  wrapper('env with a variable', 'env -u FOO BAR=1'),
  wrapper('timeout', 'timeout 60'),
  wrapper('timeout with options', 'timeout -k 5 --preserve-status 60'),
  wrapper('nice', 'nice -n 5'),
  wrapper('old nice', 'nice -5'),
  wrapper('nohup', 'nohup'),
  wrapper('stdbuf', 'stdbuf -oL -e 0'),
  wrapper('setsid', 'setsid -w'),
  wrapper('command', 'command'),
  wrapper('command --', 'command -p --'),
  wrapper('exec', 'exec'),
  wrapper('exec -a', 'exec -a other', { isPosix: false }),
  wrapper('flock', 'flock lock-file'),
  wrapper('xargs without input', 'xargs < /dev/null', { apply: (argv) => `xargs ${quoteLine(argv)} < /dev/null` }),
  wrapper('find -exec', '', { apply: (argv) => `find . -maxdepth 0 -exec ${quoteLine(argv)} \\;`, needs: /^[^{};]*$/ }),
  wrapper('find -exec +', '', {
    apply: (argv) => `find . -maxdepth 0 -exec sh -c ${quoted(quoteLine(argv))} x {} +`,
    needs: /^[^{};]*$/,
  }),
  wrapper('script', '', { apply: (argv) => `script -qec ${quoted(quoteLine(argv))} /dev/null` }),
  wrapper('sh -c with parameters', '', { apply: (argv) => `sh -c '"$@"' name ${quoteLine(argv)}` }),
  wrapper('sh -c exec', '', { apply: (argv) => `sh -c 'exec "$0" "$@"' ${quoteLine(argv)}` }),
  wrapper('several', 'nice env timeout 60 command', { apply: (argv) => `nice env timeout 60 env ${quoteLine(argv)}` }),
  wrapper('time', 'time', { isPosix: false }),
  wrapper('negation', '!'),
  wrapper('sudo', 'sudo', { isUnproven: true }),
  wrapper('sudo -u', 'sudo -n -u root', { isUnproven: true }),
  wrapper('doas', 'doas', { isUnproven: true }),
  wrapper('chroot', 'chroot /', { isUnproven: true }),
  wrapper('ssh', '', { apply: (argv) => `ssh host ${quoted(quoteLine(argv))}`, isUnproven: true }),
  wrapper('docker exec', 'docker exec -it box', { isUnproven: true }),
  wrapper('parallel', 'parallel', { isUnproven: true, apply: (argv) => `parallel ${quoted(quoteLine(argv))} ::: 1` }),
  wrapper('watch', '', { apply: (argv) => `watch -n 9 ${quoted(quoteLine(argv))}`, isUnproven: true }),
  wrapper('ionice', 'ionice -c 3', { isUnproven: true }),
  wrapper('strace', 'strace -f', { isUnproven: true }),
  wrapper('busybox', 'busybox sh -c', {
    apply: (argv) => `busybox sh -c ${quoted(quoteLine(argv))}`,
    isUnproven: true,
  }),
  wrapper('tmux', '', { apply: (argv) => `tmux new-session -d ${quoted(quoteLine(argv))}`, isUnproven: true }),
  wrapper('unshare', 'unshare -r', { isUnproven: true }),
]

/** Rewrites that pass the words through variables, arrays or functions. */
const REMEMBERED: readonly Rewrite<readonly string[]>[] = [
  {
    name: 'positional parameters',
    apply: (argv) => `set -- ${quoteLine(argv)}; "$@"`,
    isPosix: true,
  },
  { name: 'an array', apply: (argv) => `a=(${quoteLine(argv)}); "\${a[@]}"` },
  {
    name: 'an array that grows',
    apply: ([first, ...rest]) => `a=(${quoted(first!)}); a+=(${quoteLine(rest)}); "\${a[@]}"`,
  },
  {
    name: 'words in a variable',
    apply: (argv) => `v=${quoted(argv.join(' '))}; $v`,
    isPosix: true,
    needs: /^[\w./:=@%+,-]+$/,
  },
  {
    name: 'another separator',
    apply: (argv) => `IFS=,; v=${quoted(argv.join(','))}; $v`,
    isPosix: true,
    needs: /^[\w./:=@%+-]+$/,
  },
  {
    name: 'braces',
    apply: (argv) => (argv.length > 1 ? `{${argv.join(',')}}` : quoteLine(argv)),
    needs: /^[\w./:=@%+-]+$/,
  },
  {
    name: 'braces that add nothing',
    apply: (argv) => argv.map((word) => `{${word},}`).join(' '),
    needs: /^[\w./:=@%+-]+$/,
  },
  {
    name: 'a function for the program',
    apply: ([first, ...rest]) => `run() { ${quoted(first!)} "$@"; }; run ${quoteLine(rest)}`,
    isPosix: true,
  },
  {
    name: 'a choice of programs',
    apply: ([first, ...rest]) => `if true; then p=${quoted(first!)}; else p=echo; fi; "$p" ${quoteLine(rest)}`,
    isPosix: true,
  },
  {
    name: 'a later choice',
    apply: ([first, ...rest]) => `p=echo; true && p=${quoted(first!)}; "$p" ${quoteLine(rest)}`,
    isPosix: true,
  },
  {
    name: 'a loop that ends early',
    apply: ([first, ...rest]) => `for p in ${quoted(first!)} echo; do break; done; "$p" ${quoteLine(rest)}`,
    isPosix: true,
  },
  {
    name: 'an evaluated assignment',
    apply: ([first, ...rest]) => `p=echo; eval ${quoted(`p=${quoted(first!)}`)}; "$p" ${quoteLine(rest)}`,
    isPosix: true,
  },
  {
    name: 'printf -v',
    apply: ([first, ...rest]) => `p=echo; printf -v p %s ${quoted(first!)}; "$p" ${quoteLine(rest)}`,
  },
  {
    name: 'a local of the same name',
    apply: ([first, ...rest]) => `p=${quoted(first!)}; f() { local p=echo; }; f; "$p" ${quoteLine(rest)}`,
  },
  {
    name: 'an indirection',
    apply: ([first, ...rest]) => `p=${quoted(first!)}; q=p; "\${!q}" ${quoteLine(rest)}`,
  },
  {
    name: 'a place in an array by arithmetic',
    apply: ([first, ...rest]) => `a=(echo ${quoted(first!)}); i=0; ((i+=1)); "\${a[$i]}" ${quoteLine(rest)}`,
  },
  {
    name: 'a part by arithmetic',
    apply: ([first, ...rest]) => `p=${quoted(`xxx${first!}`)}; "\${p:$((1+2))}" ${quoteLine(rest)}`,
  },
  {
    name: 'a reference',
    apply: ([first, ...rest]) => `p=echo; declare -n r=p; r=${quoted(first!)}; "$p" ${quoteLine(rest)}`,
    isHiding: true,
  },
  {
    name: 'what is read',
    apply: ([first, ...rest]) => `read -r p <<< ${quoted(first!)}; "$p" ${quoteLine(rest)}`,
    isHiding: true,
  },
  {
    name: 'the last argument',
    apply: ([first, ...rest]) => `: ${quoted(first!)}; "$_" ${quoteLine(rest)}`,
    isHiding: true,
  },
]

export const ARGV_REWRITES: readonly Rewrite<readonly string[]>[] = [...WRAPPERS, ...REMEMBERED]
