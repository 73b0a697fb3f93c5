/** The command that a step of a script is about, judging by the function and the branches around it. */

import type { Naming } from '../synopsis/naming.js'
import type { Branch, ScriptStep } from './script.js'

/** A branch on something else than a command: the kind of system, the word before, a state of the script. */
const OTHER = /state|OSTYPE|prev|cur\b|COMP_CWORD|context|compstate|\$#|length/i

export function isAtPath({ functionName, branches }: ScriptStep, { name, path }: Naming): boolean {
  const inFunction = functionName === undefined ? [] : partsOf(functionName, name)
  const inBranches = branches.filter(({ subject }) => !OTHER.test(subject)).filter((branch) => !names(branch, name))
  if (path.length === 0) return inFunction.length === 0 && inBranches.length === 0
  const around = [...inFunction.map((part) => [part]), ...inBranches.map(({ labels }) => labels)]
  const wanted = new Set([...path, path.join('-')])
  return (
    around.length > 0 &&
    around.every((words) => words.some((word) => wanted.has(word))) &&
    around.some((words) => words.includes(path.at(-1)!) || words.includes(path.join('-')))
  )
}

/** A file for several programs branches on the name under which it was called. */
function names({ labels }: Branch, name: string): boolean {
  return labels.includes(name) || labels.every((label) => label === '*')
}

/** `_tool__sub__add_commands` → `sub`, `add`; a function with another name is a helper of the tool. */
function partsOf(functionName: string, tool: string): string[] {
  const bare = functionName.replace(/^_+/, '')
  const key = tool.replace(/[^\w]/g, '_')
  const rest = bare.startsWith(tool)
    ? bare.slice(tool.length)
    : bare.startsWith(key)
      ? bare.slice(key.length)
      : undefined
  if (rest === undefined || rest === '' || !/^[-_:.]/.test(rest)) return []
  const words = rest.split(/__+|_subcmd_|^[-_:.]+/).flatMap((part) => part.split(/^[-_:.]+|[-_:.]+$/))
  return words
    .map((word) => word.replace(/[-_]?(?:sub)?(?:commands?|cmds?|opts|options|completion|complete|main)$/, ''))
    .filter((word) => word !== '' && !/^(?:subcmd|cmd|command|main)$/.test(word))
}
