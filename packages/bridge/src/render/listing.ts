import type { AtipDocument, AtipTool } from '@atip/protocol'
import type { Draft } from '../compile/draft.js'
import { TOOL_NAMES } from '../names/tool-names.js'
import type { Property } from '../schema/object.js'
import { oneLine, render, type Rendering, type RenderOptions } from './render.js'

const DEFAULT_LIMIT = 160

/** One line for each command: `gh_pr_list(state?, limit?) List pull requests`. `…` stands for several values. */
export function renderListing(
  tools: readonly (AtipTool | AtipDocument)[],
  { descriptionLimit = DEFAULT_LIMIT }: RenderOptions = {},
): Rendering {
  return render(tools, TOOL_NAMES, descriptionLimit, writeLine)
}

function writeLine({ name, properties, description }: Draft): string {
  return `${name}(${properties.map(writeProperty).join(', ')}) ${oneLine(description)}`
}

function writeProperty({ name, schema, isRequired }: Property): string {
  return `${name}${schema.type === 'array' ? '…' : ''}${isRequired ? '' : '?'}`
}
