import { reachTable, readReach } from '../facts/reach-table.js'
import { valuesOf } from '../facts/searches.js'
import type { LineFinding } from '../line/finding.js'
import { pathInAddress } from '../places/index.js'
import { literal, textOf } from '../shell/word.js'
import { keepsTo, type Project } from './project.js'

/** Whether a package comes from a URL or from a folder outside the project: `x@github:a/b`, `file:/tmp/x`. */
export function fetchesElsewhere(finding: LineFinding, project: Project): boolean {
  const packages = finding.facts === undefined ? [] : valuesOf(finding.facts.call, 'package')
  return packages.some((word) => leadsElsewhere(textOf(word) ?? '', finding, project))
}

/** `NAME@SCHEME:…`, `NAME[extra] @ SCHEME:…` or only `SCHEME:…`, but not `CHANNEL::NAME`. */
const SOURCE = /^(?:@?[\w./-]+(?:\[[^\]]*\])?\s*@\s*)?([a-z][\w+.-]*):(?!:)(.*)$/i

/** `rails:7.0`. */
const VERSIONED = /^\w[\w.-]*:[\d^~<>=*][\w.^~<>=*| -]*$/

function leadsElsewhere(text: string, finding: LineFinding, project: Project): boolean {
  const { registries, folders } = readReach(reachTable())
  const [, scheme = '', rest = ''] = SOURCE.exec(text) ?? []
  const kind = scheme.toLowerCase()
  if (kind === '' || registries.has(kind)) return false
  if (!folders.has(kind)) return !VERSIONED.test(text)
  const path = pathInAddress(`file:${rest}`) ?? rest
  return !keepsTo(project, { path: literal(path), access: ['execute'] }, finding)
}
