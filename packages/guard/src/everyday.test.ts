import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lookupSource } from '../../../testing/shims.js'
import '../testing/loaded.js'
import { checkLine } from './check-line.js'

const decide = (line: string) =>
  checkLine(line, { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' }).decision

test('what people do all day to look around is done without a question', () => {
  const lines = readFileSync(new URL('../testing/everyday-lines.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  expect(lines.length).toBeGreaterThan(100)
  expect(lines.filter((line) => decide(line) !== 'allow')).toEqual([])
})

test('what runs the code of a project, uses the network or identifies itself is asked about, and never refused', () => {
  const lines = [
    'npm test',
    'npm install',
    'npm outdated',
    'npx tsc --noEmit',
    'npx vitest run',
    'make',
    'make -n',
    'pytest -q',
    'cargo check',
    'go test ./...',
    'git fetch',
    'git pull',
    'git commit -am wip',
    'git push',
    'git checkout -b feature',
    'gh pr view 12',
    'curl -s https://example.com',
    'docker compose up -d',
    'pip install -r requirements.txt',
    'mkdir -p build && cp a build/',
    'sed -i s/a/b/ a.txt',
    'echo done > out.txt',
    'rm -rf node_modules dist',
    'ssh -i ~/.ssh/id_rsa build.example.com uptime',
    'kubectl --kubeconfig ~/.kube/config get pods',
    'curl --cert client.pem --key client.key https://example.com',
    'docker run --env-file .env app',
    'docker login -u ann --password-stdin < token.txt',
    'terraform plan -var-file=prod.tfvars',
    'aws s3 cp s3://bucket/.env .env',
    'env $(grep -v "^#" .env | xargs) npm start',
  ]
  expect(lines.filter((line) => decide(line) !== 'ask')).toEqual([])
})
