import type { Rule } from '../inspection/rule.js'

export const requiredWithDefault: Rule = {
  id: 'required-with-default',
  severity: 'warning',
  summary: 'A parameter with a default is not required',
  why: 'A default is for when the value is left out, which a required parameter never is. Arguments are required unless "required" is false (decision 25), so a default alone does not make one optional.',
  *check({ parameters }) {
    for (const { kind, keys, parameter } of parameters) {
      const isRequired = parameter.required ?? kind === 'argument'
      if (!isRequired || parameter.default === undefined || parameter.default === null) continue
      const message = `"${parameter.name}" has a default but is required; state "required": false, or drop the default`
      yield { at: keys, message }
    }
  },
}
