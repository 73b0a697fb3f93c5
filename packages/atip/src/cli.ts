import { defineCli } from 'tooli'
import { VERSION } from './version.js'

/** The command `atip`: what each of its commands takes and does stands in the command's own file. */
export default defineCli({
  name: 'atip',
  version: VERSION,
  description: 'Know the command-line tools of this machine: what they take, and what they do',
  details:
    'ATIP is how a tool tells agents what it takes and what it does. These commands find the tools of a machine, describe those that do not do so themselves, and judge what a command line would do.',
  commands: {
    scan: {
      description: 'Find the tools of this machine and bring the catalog up to date',
      load: () => import('./commands/scan.js'),
    },
    list: { description: 'List the tools of this machine', load: () => import('./commands/list.js') },
    show: {
      description: 'Show what is known about a tool or one of its commands, and what it does',
      load: () => import('./commands/show.js'),
    },
    validate: {
      description: 'Check descriptions of tools for mistakes',
      load: () => import('./commands/validate.js'),
    },
    lint: {
      description: 'Find what could be better in descriptions of tools',
      load: () => import('./commands/lint.js'),
    },
    diff: {
      description: 'Tell what changed between two descriptions of a tool',
      load: () => import('./commands/diff.js'),
    },
    effects: {
      description: 'Tell what a command line would do, without running it',
      load: () => import('./commands/effects.js'),
    },
    check: {
      description: 'Decide whether a shell line may run: allow, ask or deny',
      load: () => import('./commands/check.js'),
    },
    search: {
      description: 'Find the command for a task, in plain words',
      load: () => import('./commands/search.js'),
    },
    probe: {
      description: 'Ask one program to describe itself, whatever its bytes say',
      load: () => import('./commands/probe.js'),
    },
    hash: { description: 'Compute the hash by which a program is known', load: () => import('./commands/hash.js') },
    doctor: {
      description: 'Tell what this machine can do, and how to fix what it cannot',
      load: () => import('./commands/doctor.js'),
    },
    policy: {
      '': 'Decide beforehand what agents may do',
      init: {
        description: 'Write a policy to begin with, for you or for a project',
        load: () => import('./commands/policy-init.js'),
      },
      show: {
        description: 'Show the rules that hold here, and where each comes from',
        load: () => import('./commands/policy-show.js'),
      },
      add: {
        description: 'Add a rule to your policy, or to that of a project',
        load: () => import('./commands/policy-add.js'),
      },
      test: {
        description: 'Check that policies decide about lines as you expect',
        load: () => import('./commands/policy-test.js'),
      },
    },
    hook: {
      description: 'Judge the shell lines of a coding agent before it runs them',
      load: () => import('./commands/hook.js'),
    },
    gen: {
      description: 'Describe a tool from its help, its manual page or its completions',
      load: () => import('./commands/gen.js'),
    },
    compile: {
      description: "Turn descriptions into tools in a provider's format",
      load: () => import('./commands/compile.js'),
    },
    schema: { description: 'Print a JSON Schema', load: () => import('./commands/schema.js') },
  },
  prime: {
    primaryIntents: ['check a description of a tool', 'tell what a command line would do'],
    do: [
      'Look at "passed" and the exit code of validate and lint: 1 means that there are problems, not that the call failed',
      'Give effects the command behind --, word by word',
      'Use lint --fix --dry-run before lint --fix',
    ],
    dont: ['Do not take a verdict of "unknown" for safe'],
    preferredCommands: ['validate', 'lint', 'effects'],
    examples: [
      {
        description: 'Mend a description and check it',
        sequence: ['atip lint git.json --fix', 'atip validate git.json --profile strict'],
      },
    ],
  },
})
