import { isToolName, type AtipTool } from '@atip/protocol'
import type { YargsProgram } from './program.js'
import { versionOf } from './state.js'

/** The name, version and description that the program states; missing ones are empty. */
export function identityOf(program: YargsProgram): Pick<AtipTool, 'name' | 'version' | 'description'> {
  const version = versionOf(program) ?? ''
  const main = program.getInternalMethods().getCommandInstance().defaultCommand?.description
  return {
    name: nameOf(program),
    // yargs reports this if it finds no package.
    version: version === 'unknown' ? '' : version,
    description: main || usageOf(program),
  }
}

/** `scriptName('npx deploy')` is what users type; its last word is the program. */
function nameOf({ $0, customScriptName }: YargsProgram): string {
  const name = customScriptName === true ? ($0.trim().split(/\s+/).at(-1) ?? '') : ''
  return isToolName(name) ? name : ''
}

/** The prose of `usage`, without lines that only show how to call the program. */
function usageOf(program: YargsProgram): string {
  const usages = program.getInternalMethods().getUsageInstance().getUsage()
  const lines = usages.flatMap(([text, description]) => [...text.split('\n'), ...description.split('\n')])
  const isProse = (line: string) => line !== '' && !line.includes('$0') && !/^usage:?/i.test(line)
  return lines
    .map((line) => line.trim())
    .filter(isProse)
    .join(' ')
}
