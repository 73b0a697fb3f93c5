import { resolve } from 'node:path'
import { ToolError } from 'tooli'
import { runsProjectCode, type Decision } from '@atip/guard'
import { tokenise, type ToolLookup } from '@atip/protocol'
import { fromHome } from '../report/places.js'
import type { WrittenRule } from '../report/policy-command.js'

/** The input of `atip policy allow`, `ask` and `deny`. */
export interface RuleOptions {
  words?: readonly string[] | undefined
  exact: boolean
  tool?: readonly string[] | undefined
  path?: readonly string[] | undefined
  access?: readonly string[] | undefined
  effect?: readonly string[] | undefined
  in?: readonly string[] | undefined
  project: boolean
}

interface Surroundings {
  cwd: string
  home: string
  lookup: ToolLookup
}

/** The rule for these words and options. */
export function draftRule(decision: Decision, options: RuleOptions, places: Surroundings): WrittenRule {
  const { exact, tool, path, access, effect, project } = options
  const command = commandOf(options.words ?? [], places.cwd)
  const effects = effect && Object.fromEntries(effect.map(effectOf))
  if (command.length === 0 && tool === undefined && path === undefined && effects === undefined) {
    throw wrong('E1005', 'say what the rule is about: words of a command, --tool, --path or --effect', decision)
  }
  if (exact && command.length === 0) throw wrong('E1006', '--exact needs the words of a command', decision)
  if (access !== undefined && path === undefined) throw wrong('E1006', '--access needs --path', decision)
  const folders =
    options.in?.map((folder) => folderOf(folder, project, places)) ?? usualFolders(decision, command, effects, places)
  return {
    decision,
    ...(command.length > 0 && { command }),
    ...(exact && { exact }),
    ...(tool && { tool }),
    ...(effects && { effects }),
    ...(path && { paths: path }),
    ...(access && { access }),
    ...(folders && { in: folders }),
  }
}

function wrong(code: string, message: string, decision: Decision): ToolError {
  return new ToolError(code, message, {
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'For example',
      example: `atip policy ${decision} git push`,
      applicability: 'maybe_incorrect',
    },
  })
}

/**
 * A single word with blanks is a line. A relative program path is resolved, so that the rule applies in every folder.
 */
function commandOf(words: readonly string[], cwd: string): string[] {
  const [first = ''] = words
  const tokens = words.length === 1 && /\s/.test(first) ? tokenise(first) : undefined
  if (tokens?.ok === false) throw new ToolError('E1004', `the words cannot be read: ${tokens.message}`)
  const [program, ...rest] = tokens?.words ?? words
  if (program === undefined) return []
  return [program.includes('/') && !program.startsWith('~/') ? resolve(cwd, program) : program, ...rest]
}

const VALUES: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['unknown', null],
])

/** `destructive`, `network=false`, `cost.estimate=high`. */
function effectOf(text: string): [string, unknown] {
  const sign = text.indexOf('=')
  if (sign === -1) return [text, true]
  const value = text.slice(sign + 1)
  return [text.slice(0, sign), VALUES.has(value) ? VALUES.get(value) : value]
}

/**
 * The default for allow rules that run project code, which differs between folders, or that lift a denial: only here.
 */
function usualFolders(
  decision: Decision,
  command: readonly string[],
  effects: Readonly<Record<string, unknown>> | undefined,
  { cwd, home, lookup }: Surroundings,
): string[] | undefined {
  const [program] = command
  if (decision !== 'allow' || program === undefined) return undefined
  const isFile = program.includes('/')
  const isLocal = effects?.destructive === true || (!isFile && runsProjectCode(command, lookup))
  return isLocal ? [fromHome(cwd, home)] : undefined
}

/** Resolves a folder against the cwd; in a project's policy it stays relative to the project. */
function folderOf(folder: string, isOfProject: boolean, { cwd, home }: Surroundings): string {
  if (folder === '~' || folder.startsWith('~/')) return folder
  if (isOfProject && !folder.startsWith('/')) return folder === '.' || folder.startsWith('./') ? folder : `./${folder}`
  return fromHome(resolve(cwd, folder), home)
}
