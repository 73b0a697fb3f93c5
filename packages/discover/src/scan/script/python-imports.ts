/** A module that a Python script imports, and the names imported from it, which may be modules themselves. */
export interface PythonImport {
  module: string
  names: string[]
}

/** Finds `import a.b, c as d` and `from a.b import c, d`, one per line. */
export function pythonImports(text: string): PythonImport[] {
  const imports: PythonImport[] = []
  for (const [, module, names, modules] of text.matchAll(IMPORT)) {
    if (module !== undefined) imports.push({ module, names: wordsOf(names!) })
    else imports.push(...wordsOf(modules!).map((name) => ({ module: name, names: [] })))
  }
  return imports
}

const IMPORT =
  /^[ \t]*(?:from[ \t]+([A-Za-z_][\w.]{0,200})[ \t]+import[ \t]+\(?([\w* \t,]{1,1000})|import[ \t]+([\w. \t,]{1,1000}))/gm

function wordsOf(list: string): string[] {
  return list
    .split(',')
    .map((item) => item.trim().split(/[ \t]/)[0]!)
    .filter((name) => /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(name))
}
