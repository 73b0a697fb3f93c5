import { once } from 'node:events'
import { searchableCatalog } from '@atip/discover/search'
import { command, t } from 'tooli'
import { machineHere } from '../home.js'
import { noPort, PORT_ERRORS } from './no-port.js'
import { MACHINE_ERRORS, notScanned } from './machine.js'

export const webCommand = command({
  description: 'Show the tools of this machine in a browser, until you press Ctrl-C',
  details:
    'Serves web pages about the tools in the catalog: search by task, commands with their effects, and where each description comes from. Only browsers on this machine can open them. No program is executed and no other host is contacted.',
  options: t.object({
    port: t.integer('The port; 0 chooses a free one').min(0).max(65_535).default(8418),
  }),
  effects: {
    filesystem: { read: true, write: true, delete: false },
    network: false,
    subprocess: false,
    destructive: false,
    reversible: true,
    idempotent: true,
    creates: ['descriptions in the cache'],
    interactive: { stdin: 'none', prompts: false, tty: false },
    cost: { billable: false },
  },
  serves: true,
  endsItself: true,
  errors: { ...MACHINE_ERRORS, ...PORT_ERRORS },
  examples: [
    { run: 'atip web', description: 'At http://127.0.0.1:8418' },
    { run: 'atip web --port 0', description: 'At any free port' },
  ],

  async run({ options, ctx }) {
    const machine = machineHere()
    if (searchableCatalog(machine) === undefined) throw notScanned()
    const [{ servePages }, { machinePages }] = await Promise.all([
      import('@atip/registry'),
      import('../web/machine-pages.js'),
    ])
    const source = machinePages(machine)
    const server = await servePages({ source, port: options.port }).catch((error: NodeJS.ErrnoException) => {
      throw noPort(options.port, error, 'atip web --port 0')
    })
    ctx.log(`Open ${server.url} in a browser. Press Ctrl-C to stop.`)
    // Built now, so that the first request does not wait for it.
    void source.find('/index.html').catch(() => {})
    if (!ctx.signal.aborted) await once(ctx.signal, 'abort')
    await server.close()
  },
})
