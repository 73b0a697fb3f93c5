import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { command, defineCli, t, ToolError } from 'tooli'
import { installPackages } from './install.js'
import { filesOf, isFree, writeProject } from './project.js'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

const create = command({
  description: 'Start a command-line tool in a new folder',
  args: t.object({ folder: t.path('The folder; its name is the name of the tool').prompt('Name of the tool') }),
  options: t.object({ install: t.boolean('Install the packages it needs').default(true) }),
  output: t.object({
    folder: t.string(),
    files: t.array(t.string()),
    next: t.array(t.string(), 'Lines to run next'),
  }),
  effects: {
    filesystem: { read: true, write: true, delete: false },
    network: true,
    subprocess: true,
    destructive: false,
  },
  dryRun: true,
  errors: { E3001: 'There is something in the folder already', E4001: 'The packages could not be installed' },
  examples: [{ run: 'create-tooli demo', description: 'A tool called demo, in the folder demo' }],
  async run({ args, options, ctx }) {
    const folder = resolve(args.folder)
    const name = basename(folder)
    if (!/^[a-z][a-z0-9-]*$/.test(name))
      throw new ToolError(
        'E1004',
        `the name must be lower-case letters, digits and dashes; found ${JSON.stringify(name)}`,
      )
    if (!isFree(folder)) throw new ToolError('E3001', `${folder} exists and is not empty; choose another name`)
    const project = { name, tooli: version }
    await ctx.effect(`write ${filesOf(project).size} files to ${folder}`, () => writeProject(folder, project))
    if (options.install) {
      ctx.spinner('Installing packages')
      await ctx.effect(`run npm install in ${folder}`, () => installPackages(folder))
    }
    const next = [`cd ${args.folder}`, ...(options.install ? [] : ['npm install']), 'npm test', 'npm run build']
    return { folder, files: [...filesOf(project).keys()], next: [...next, `./dist/${name} --help`] }
  },
  text: ({ folder, next }) => `Created ${folder}. Next:\n\n${next.map((line) => `  ${line}\n`).join('')}`,
})

export const createTooli = defineCli({
  name: 'create-tooli',
  version,
  description: 'Start a command-line tool with tooli',
  defaultOutput: 'text',
  command: create,
})
