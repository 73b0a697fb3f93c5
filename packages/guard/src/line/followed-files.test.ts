import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectOnDisk } from './testing/project-on-disk.js'

const { project, put, decide } = projectOnDisk()

describe('settings of a project', () => {
  test.each([
    ['yarn why express', '.yarnrc.yml', 'yarnPath: .yarn/releases/yarn.cjs\n', 'nodeLinker: node-modules\n'],
    ['pnpm list --depth 0', '.pnpmfile.cjs', 'module.exports = {}\n', undefined],
    ['cargo tree --depth 1', '.cargo/config.toml', '[build]\nrustc-wrapper = "./x"\n', '[net]\noffline = true\n'],
    ['docker compose ps', 'compose.yaml', 'include: [oci://x.org/a]\n', 'services: {}\n'],
    ['mvn -v', '.mvn/jvm.config', '-javaagent:x.jar\n', undefined],
  ])('that %s follows are asked about, and are code of the project for modes', async (line, file, text, harmless) => {
    expect((await decide(line)).decision).toBe('allow')
    if (harmless !== undefined) {
      put(`shop/${file}`, harmless)
      expect((await decide(line)).decision).toBe('allow')
    }
    put(`shop/${file}`, text)
    const { decision, commands } = await decide(line)
    expect(decision).toBe('ask')
    expect(commands.some(({ reason }) => reason.startsWith(`follows ${file}, which may name`))).toBe(true)
  })

  test('of a folder above the project count, those of the home do not', async () => {
    put('shop/.pnpmfile.cjs', '')
    expect((await decide('pnpm list', { cwd: join(project, 'src') })).decision).toBe('ask')
    rmSync(join(project, '.pnpmfile.cjs'))
    put('.pnpmfile.cjs', '')
    expect((await decide('pnpm list')).decision).toBe('allow')
  })

  test.each([
    ['python3 -m json.tool a.json', 'argparse.py'],
    ['python3 -m pip list', 'pip.py'],
    ["python3 -c 'print(1)'", 'token.py'],
  ])('modules that %s takes from the folder are asked about', async (line, file) => {
    expect((await decide(line)).decision).toBe('allow')
    put(`shop/${file}`, 'import os\n')
    expect((await decide(line)).decision).toBe('ask')
    const isolated = line.replace('python3', 'python3 -I')
    if (line.includes(' -m ')) expect((await decide(isolated)).decision).toBe('allow')
  })
})
