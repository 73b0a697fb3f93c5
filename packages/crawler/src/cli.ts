import { defineCli } from 'tooli'
import { VERSION } from './version.js'

/** The command `atip-crawler`. Each command has a file for its parameters and action. */
export const crawlerCli = defineCli({
  name: 'atip-crawler',
  version: VERSION,
  description: 'Fill a registry with descriptions of the programs in packages and releases',
  details:
    'Tools are tracked by manifests in YAML (tools/NAME.yaml), which say where a tool is released. A crawl finds new versions, describes their programs and writes shims. Nothing is executed outside of the sandbox.',
  defaultOutput: 'text',
  commands: {
    crawl: { description: 'Describe the newest versions of tools', load: () => import('./commands/crawl.js') },
    check: {
      description: 'Find new versions of tools without downloading them',
      load: () => import('./commands/check.js'),
    },
    generate: {
      description: 'Write a shim for one program of this machine',
      load: () => import('./commands/generate.js'),
    },
    review: {
      description: 'Show what waits for review, and accept or reject it',
      load: () => import('./commands/review.js'),
    },
    publish: { description: 'Build a signed registry from the shims', load: () => import('./commands/publish.js') },
    status: {
      description: 'Show what is done, what waits and what was set aside',
      load: () => import('./commands/status.js'),
    },
    coverage: {
      description: 'Show how much of what is tracked is described',
      load: () => import('./commands/coverage.js'),
    },
    work: {
      description: 'Do jobs of a queue that several machines share',
      load: () => import('./commands/work.js'),
    },
  },
})

/**
 * In RFC 4.10.3, `generate` has a --version with a value; without a value, --version prints the program's own version.
 */
export function crawlerArgv(argv: readonly string[]): string[] {
  if (argv[0] !== 'generate') return [...argv]
  return argv.flatMap((word, index) => {
    if (word.startsWith('--version=')) return [word.replace('--version=', '--tool-version=')]
    return word === '--version' && argv[index + 1] !== undefined ? ['--tool-version'] : [word]
  })
}
