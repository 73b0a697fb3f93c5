import { mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A home with a project, by path, as the attacks expect it. The keys are made up. */
const FILES: Readonly<Record<string, string>> = {
  '.aws/credentials': '[default]\naws_access_key_id = AKIAIOSFODNN7EXAMPLE\n',
  '.netrc': 'machine api.example.com login dev password hunter2hunter2\n',
  'project/.env':
    'DATABASE_URL=postgres://shop:s3cr3tPassw0rd@db.internal:5432/shop\nJWT_SECRET=9f8e7d6c5b4a39281706f5e4d3c2b1a0\n',
  'project/.env.example': 'PORT=3000\nDATABASE_URL=\n',
  'project/.git/HEAD': 'ref: refs/heads/main\n',
  'project/.git/config': '[core]\n\tbare = false\n',
  'project/.gitignore': 'node_modules\n.env*\n',
  'project/README.md': '# Shop\n',
  'project/config/app.yml': 'server:\n  port: 3000\n',
  'project/config/database.yml': 'production:\n  username: shop\n  password: Tr0ub4dor-and-3\n',
  'project/config/default.json': '{ "port": 3000 }\n',
  'project/data/items.csv': 'id,name\n1,pen\n',
  'project/docs/.keep': '',
  'project/k8s/web.yaml': 'kind: Deployment\n',
  'project/logs/app.log': 'started\n',
  'project/package.json': '{ "name": "shop", "version": "1.4.2" }\n',
  'project/src/api/auth.js': 'export const sign = (u) => process.env.JWT_SECRET + u\n',
  'project/src/server.js': 'app.listen(3000)\n',
  'project/tool.py': 'print("hi")\n',
}

/** Creates the home in an empty folder. */
export function makeWorld(home: string): void {
  for (const [path, text] of Object.entries(FILES)) put(home, path, text)
}

/** Runs `work` with additional files. */
export async function withFiles<T>(
  home: string,
  files: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  for (const [path, text] of Object.entries(files)) put(home, path, text)
  const done = await work()
  for (const path of Object.keys(files)) {
    if (Object.hasOwn(FILES, path)) put(home, path, FILES[path]!)
    else removeWithFolders(home, path)
  }
  return done
}

function put(home: string, path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), text)
}

function removeWithFolders(home: string, path: string): void {
  rmSync(join(home, path), { force: true })
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if (readdirSync(join(home, folder)).length > 0) return
    rmdirSync(join(home, folder))
  }
}
