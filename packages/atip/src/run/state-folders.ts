import { isAbsolute, join, resolve } from 'node:path'

/** The state of commands that run programs: the audit log, open questions and long results. */
export interface StateFolders {
  audit: string
  approvals: string
  results: string
  /** Directives of programs for agents. */
  directives: string
}

/** The folders by the XDG Base Directory Specification, or in `ATIP_STATE_DIR`. Nothing is created. */
export function stateFolders(env: Readonly<Record<string, string | undefined>>, home: string): StateFolders {
  const { ATIP_STATE_DIR: own = '', XDG_STATE_HOME: xdg = '' } = env
  const usual = join(isAbsolute(xdg) ? xdg : join(home, '.local/state'), 'agent-tools')
  const folder = own === '' ? usual : resolve(own)
  const inside = (name: string) => join(folder, name)
  return {
    audit: inside('audit'),
    approvals: inside('approvals'),
    results: inside('results'),
    directives: inside('directives'),
  }
}
