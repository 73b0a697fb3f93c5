import type { Decision } from '@atip/protocol/calls'

interface RuleText {
  decisions: readonly Decision[]
  /** When it applies, for the documentation. */
  applies: string
}

/** Every built-in rule. The table in docs/guard.md is generated from this. */
export const RULES = {
  'read-only': rule('allow', 'the command is known to change nothing'),
  'remote-read': rule('allow', 'it only reads, from the service you are logged in to or from this machine'),
  'own-temporary': rule(
    'allow',
    'it changes only a temporary folder that the line itself created, deletes a file that the line created, or ends a process that the line started',
  ),
  'ordinary-file': rule(
    'allow',
    "the agent's own file tool reads an ordinary file, or edits a temporary file or one of the project",
  ),
  'agent-decides': rule(
    'allow',
    'it is a tool of another MCP server, and no policy has a rule for it: the agent decides',
  ),
  network: rule('ask', 'it uses the network'),
  writes: rule('ask', 'it writes files'),
  changes: rule('ask', 'it changes the state of the system'),
  'unknown-effects': rule(
    'ask',
    'it runs code that has no description, such as the scripts of a project, or your own file about the program cannot be used',
  ),
  'unknown-program': rule(
    'ask',
    'the program has no description, is known only at run time, or is in an unusual folder',
  ),
  'own-word': rule('ask', 'only the program itself says that it is harmless; no other description confirms it'),
  'narrow-loss': rule(
    'ask',
    'it destroys one ordinary thing on this machine: uncommitted changes, a process, a container',
  ),
  'deletes-regenerable': rule('ask', 'it deletes only temporary or regenerable files: `node_modules`, `dist`'),
  'reads-secret': rule(
    'ask',
    'it reads a file or an address that may hold secrets, shows a credential, the environment or the settings of git, or searches for secrets',
  ),
  'writes-file': rule('ask', 'a redirection writes a file, or a program makes the one it is to read'),
  environment: rule('ask', 'a variable may change what a program loads or finds: `LD_PRELOAD`, `PATH`, `GIT_SSH`'),
  'hidden-code': rule(
    'ask',
    'text that is known only when the line runs is executed as code: `bash -c "$(cat notes)"`',
  ),
  'runs-elsewhere': rule('ask', 'it runs a command on another machine, or in a container'),
  'unusual-shell': rule(
    'ask',
    'the line has a form of the shell that everyday lines do not have: a function, an element of an array, `case`, a variable with several values, `cd` in a loop, `${x//a/b}`, aliases, traps, options of the shell',
  ),
  'unusual-call': rule(
    'ask',
    'it is described as reading only, but the command or one of its options is not among those that are in everyday use: descriptions of rare calls may miss something',
  ),
  'unusual-code': rule(
    'ask',
    'the line contains code that is understood to read only, but a part of it is not among those that everyday one-liners have: how it is understood may miss something',
  ),
  'too-long': rule('ask', 'the line is longer than a limit'),
  'too-much': rule('ask', 'the line has more commands or expansions than the guard examines'),
  'too-deep': rule('ask', 'commands run commands that run commands, deeper than the guard examines'),
  unreadable: { decisions: ['ask', 'deny'], applies: 'it is not a valid shell line, or it hides something' },
  destructive: rule('deny', 'it destroys something for good'),
  'takes-commands': rule(
    'deny',
    'it takes commands from its terminal, and the agent can type there without a check: pagers, editors, shells',
  ),
  'writes-device': rule('deny', 'it writes to a device'),
  'writes-protected': rule(
    'deny',
    'it overwrites a file that the system, your account or an agent depends on: start-up files, settings of agents, policies',
  ),
  'secrets-leave': rule('deny', 'it sends something that looks like a secret to another machine'),
  'runs-foreign-code': rule('deny', 'it runs code that was downloaded or encoded'),
  'check-failed': rule('deny', 'the check itself failed'),
} as const satisfies Record<string, RuleText>

/** `code-LANGUAGE`: code in another language, which may be anything. */
export type RuleId = keyof typeof RULES | `code-${string}`

function rule(decision: Decision, applies: string): RuleText {
  return { decisions: [decision], applies }
}
