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
      Start: ['scan', 'list', 'show', 'search', 'web', 'doctor'],
      Agents: ['install', 'uninstall', 'log', 'hook', 'mcp'],
      Judge: ['check', 'effects'],
      Run: ['run', 'call', 'approvals', 'audit'],
      Policies: ['policy', 'learn'],
      Describe: ['gen', 'validate', 'lint', 'diff'],
      Trust: ['verify', 'lock', 'registry', 'shim'],
    },
  },
  commands: {
    '': {
      description: 'Say what atip is for, and which agents are here',
      load: () => import('./commands/welcome.js'),
    },
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
    web: {
      description: 'Show the tools of this machine in a browser, until you press Ctrl-C',
      load: () => import('./commands/web.js'),
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
      description: 'Check each shell line and file edit of a coding agent before it runs',
      load: () => import('./commands/hook.js'),
    },
    install: {
      description: 'Put the hook and the MCP server into the configuration of coding agents',
      load: () => import('./commands/install.js'),
    },
    uninstall: {
      description: 'Take the hook and the MCP server out of the configuration of coding agents',
      load: () => import('./commands/uninstall.js'),
    },
    log: { description: 'Show recent decisions of the hooks', load: () => import('./commands/log.js') },
    mcp: {
      description: 'Serve the tools of this machine to agents over MCP',
      load: () => import('./commands/mcp.js'),
    },
    'serve-tool': {
      description: 'Serve one program to agents over MCP, each of its commands as a tool',
      load: () => import('./commands/serve-tool.js'),
    },
    run: {
      description: 'Run a program with permission, limits, redaction and an audit log',
      load: () => import('./commands/run.js'),
    },
    call: {
      description: "Make a model's tool call: a name, and arguments as JSON",
      load: () => import('./commands/call.js'),
    },
    prime: { description: 'Ask a tool how it wants to be used by agents', load: () => import('./commands/prime.js') },
    pattern: {
      '': 'List and run patterns: how tools are used together',
      list: {
        description: 'List the patterns of this machine, or those for one tool',
        load: () => import('./commands/pattern-list.js'),
      },
      show: {
        description: 'Show the steps and variables of a pattern in a file',
        load: () => import('./commands/pattern-show.js'),
      },
      run: {
        description: 'Run the steps of a pattern for a tool, each one checked',
        load: () => import('./commands/pattern-run.js'),
      },
    },
    approvals: {
      '': 'Answer calls that wait for approval',
      list: {
        description: 'List the calls that wait for approval',
        load: () => import('./commands/approvals-list.js'),
      },
      show: {
        description: 'Show what a waiting call would do, and why you are asked',
        load: () => import('./commands/approvals-show.js'),
      },
      allow: { description: 'Let a waiting call run, once', load: () => import('./commands/approvals-allow.js') },
      deny: { description: 'Refuse a waiting call', load: () => import('./commands/approvals-deny.js') },
    },
    audit: {
      '': 'Show and verify the audit log of what was run',
      show: {
        description: 'Show the calls that were made: what was asked, decided and done',
        load: () => import('./commands/audit-show.js'),
      },
      verify: {
        description: 'Check that no line of the audit log was changed, removed or moved',
        load: () => import('./commands/audit-verify.js'),
      },
      stats: {
        description: 'Count what was asked, allowed and refused, by day and tool',
        load: () => import('./commands/audit-stats.js'),
      },
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
      allow: { description: 'Allow a command from now on', load: () => import('./commands/policy-allow.js') },
      ask: { description: 'Ask about a command from now on', load: () => import('./commands/policy-ask.js') },
      deny: { description: 'Deny a command from now on', load: () => import('./commands/policy-deny.js') },
      add: {
        description: "Add a rule, written as JSON, to your policy or to a project's",
        load: () => import('./commands/policy-add.js'),
      },
      test: {
        description: 'Test that your policies decide as you expect',
        load: () => import('./commands/policy-test.js'),
      },
    },
    learn: {
      description: 'Suggest rules that would save most questions, from transcripts of agents',
      load: () => import('./commands/learn.js'),
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
    verify: {
      description: 'Verify who signed a program or a description',
      load: () => import('./commands/verify.js'),
    },
    sign: { description: 'Sign a program or a description', load: () => import('./commands/sign.js') },
    lock: {
      description: 'Pin the tools of a project: their bytes and their effects',
      load: () => import('./commands/lock.js'),
    },
    registry: {
      '': 'Use, build and serve registries of descriptions',
      add: {
        description: 'Add a registry, or change how it is used',
        load: () => import('./commands/registry-add.js'),
      },
      list: {
        description: 'List the registries in use, in the order they are asked',
        load: () => import('./commands/registry-list.js'),
      },
      remove: { description: 'Stop using a registry', load: () => import('./commands/registry-remove.js') },
      sync: {
        description: 'Fetch what registries know about the programs of this machine',
        load: () => import('./commands/registry-sync.js'),
      },
      build: {
        description: 'Build a registry from a folder of shims',
        load: () => import('./commands/registry-build.js'),
      },
      serve: {
        description: 'Serve a registry over HTTP, until you press Ctrl-C',
        load: () => import('./commands/registry-serve.js'),
      },
    },
    shim: {
      '': 'Write, sign and propose descriptions of programs by hash',
      new: {
        description: 'Draft a shim for a program, to review and sign',
        load: () => import('./commands/shim-new.js'),
      },
      validate: {
        description: 'Check that shims, and the policy among them, could be published',
        load: () => import('./commands/shim-validate.js'),
      },
      sign: { description: 'Vouch for shims with your signature', load: () => import('./commands/shim-sign.js') },
      submit: {
        description: 'Propose a signed shim to a registry',
        load: () => import('./commands/shim-submit.js'),
      },
      review: {
        description: 'Review the shims that others proposed, and accept or reject them',
        load: () => import('./commands/shim-review.js'),
      },
    },
    doctor: {
      description: 'Check what works on this machine, and say how to fix the rest',
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
