import { defineCli } from 'tooli'
import { VERSION } from './version.js'

/** The command `atip`. Parameters and actions are in one file per command. */
export default defineCli({
  name: 'atip',
  version: VERSION,
  description: 'Find, describe and judge the command-line tools of this machine',
  details:
    'ATIP is a protocol: tools use it to tell agents which arguments they take and what they do. These commands catalogue the tools of a machine, describe those that do not describe themselves, and judge what a command line would do. The output is text; for programs, use --output json or TOOLI_OUTPUT=json.',
  defaultOutput: 'text',
  overview: {
    start: 'atip scan',
    groups: {
      Start: ['scan', 'list', 'show', 'search', 'doctor'],
      Judge: ['check', 'effects', 'hook'],
      Policies: ['policy'],
      Describe: ['gen', 'validate', 'lint', 'diff', 'compile'],
    },
  },
  commands: {
    scan: {
      description: 'Find the tools on PATH and update the catalog',
      load: () => import('./commands/scan.js'),
    },
    list: { description: 'List the tools of this machine', load: () => import('./commands/list.js') },
    show: {
      description: 'Show what a tool or one of its commands takes and does',
      load: () => import('./commands/show.js'),
    },
    search: {
      description: 'Find the command for a task, in plain words',
      load: () => import('./commands/search.js'),
    },
    check: {
      description: 'Decide whether a shell line may run: allow, ask or deny',
      load: () => import('./commands/check.js'),
    },
    effects: {
      description: 'Show what a command line would do, without running it',
      load: () => import('./commands/effects.js'),
    },
    hook: {
      description: 'Check each shell line of a coding agent before it runs',
      load: () => import('./commands/hook.js'),
    },
    policy: {
      '': 'Write, show and test rules for what agents may run',
      init: {
        description: 'Write a starter policy, for you or for a project',
        load: () => import('./commands/policy-init.js'),
      },
      show: {
        description: 'Show the rules that apply here, and where each comes from',
        load: () => import('./commands/policy-show.js'),
      },
      add: {
        description: "Add a rule to your policy, or to a project's",
        load: () => import('./commands/policy-add.js'),
      },
      test: {
        description: 'Test that your policies decide as you expect',
        load: () => import('./commands/policy-test.js'),
      },
    },
    gen: {
      description: 'Describe a tool from its help, manual page or completions',
      load: () => import('./commands/gen.js'),
    },
    validate: {
      description: 'Check descriptions of tools for mistakes',
      load: () => import('./commands/validate.js'),
    },
    lint: {
      description: 'Suggest improvements to descriptions of tools',
      load: () => import('./commands/lint.js'),
    },
    diff: {
      description: 'Show what changed between two descriptions of a tool',
      load: () => import('./commands/diff.js'),
    },
    compile: {
      description: "Turn descriptions into tools in a provider's format",
      load: () => import('./commands/compile.js'),
    },
    probe: {
      description: 'Run one program with --agent in the sandbox',
      load: () => import('./commands/probe.js'),
    },
    hash: { description: 'Compute the hash that identifies a program', load: () => import('./commands/hash.js') },
    doctor: {
      description: 'Check what works on this machine, and how to fix the rest',
      load: () => import('./commands/doctor.js'),
    },
    schema: { description: 'Print a JSON Schema', load: () => import('./commands/schema.js') },
  },
  prime: {
    primaryIntents: ['check a description of a tool', 'show what a command line would do'],
    do: [
      'Look at "passed" and the exit code of validate and lint: 1 means that there are problems, not that the call failed',
      'Give effects the command after --, word by word',
      'Use lint --fix --dry-run before lint --fix',
    ],
    dont: ['Do not treat a verdict of "unknown" as safe'],
    preferredCommands: ['validate', 'lint', 'effects'],
    examples: [
      {
        description: 'Fix a description and check it',
        sequence: ['atip lint git.json --fix', 'atip validate git.json --profile strict'],
      },
    ],
  },
})
