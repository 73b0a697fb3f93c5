import type { Rule } from '../inspection/rule.js'

const MANY = 100

export const largeWithoutPartial: Rule = {
  id: 'large-without-partial',
  severity: 'info',
  summary: `A tool with more than ${MANY} commands offers partial discovery`,
  why: 'The whole document does not fit into what a model can read at once. With --commands and --depth an agent takes only what it needs (RFC 3.1.1). A shim is cut by its host, so it is not asked.',
  *check({ document, commands }) {
    const features = typeof document.atip === 'string' ? [] : (document.atip.features ?? [])
    if (commands.length <= MANY || document.binary !== undefined || features.includes('partial-discovery')) return
    const message = `${commands.length} commands; support --commands and --depth, and list "partial-discovery"`
    yield { at: [], message }
  },
}
