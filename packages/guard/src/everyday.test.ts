import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lookupSource } from '../../../testing/shims.js'
import '../testing/loaded.js'
import { checkLine } from '../testing/check-line.js'

const decide = (line: string) =>
  checkLine(line, { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' }).decision

test('what people do all day to look around is done without a question', () => {
  const lines = readFileSync(new URL('../testing/everyday-lines.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  expect(lines.length).toBeGreaterThan(100)
  expect(lines.filter((line) => decide(line) !== 'allow')).toEqual([])
})

test('lists, folders, expansions and options that hide nothing are done without a question', () => {
  const lines = [
    'arr=(a b); for x in "${arr[@]}"; do echo "$x"; done',
    'opts=(-n --color=never); grep "${opts[@]}" foo README.md',
    'cd src; cat index.ts',
    'cd src || exit 1; cat index.ts',
    'cd "$(git rev-parse --show-toplevel)" && cat .github/workflows/ci.yml',
    'for f in *.md; do echo "$f"; done; ls',
    'jq . /dev/fd/0 < package.json',
    'ls | tee >(head -n 1 >&2) | wc -l',
    'echo "${GITHUB_TOKEN:+set}"',
    'b=$(git branch --show-current); echo "${b:-none}"',
    'x=$GITHUB_TOKEN; [ -n "${x:-}" ] && echo set',
    'if [ -n "$DEBUG" ]; then set -x; fi; ls',
    '(set -x; ls); [ -n "$GITHUB_TOKEN" ] && echo set',
    "printf '%s\\0' a.txt b.txt | xargs -0 wc -l",
    'a=1; b=a; c=b; d=c; e=d; echo $((e+1))',
    'img=app; echo $img:latest',
    'rev=HEAD~1; git show $rev:src/a.ts',
    'x=a; ls $x[0-9]*',
    "a=(1 2); awk '{print $a[2]}' f.txt",
    'git ls-files | while read -r f; do n=$f; done; ls',
    "git ls-files | sort -u | grep '\\.ts$' | head -20 | xargs cat",
    'p=a:~/x:~; echo "$p"',
    "bash <<'E'\ncd src\nls\ngit status\necho done\nE",
    'env | wc -l',
    "find src -name '*.ts' -printf '%p\\n' | xargs wc -l",
  ]
  expect(lines.filter((line) => decide(line) !== 'allow')).toEqual([])
})

test('forms of the shell that people use in scripts, and agents not in lines, are asked about', () => {
  const lines = [
    'files=(src/a.ts src/b.ts); cat "${files[0]}" "${files[-1]}"',
    'declare -A m=([a]=src [b]=test); ls "${m[a]}"; cat "${m[b]}/x.txt"',
    '[[ $v =~ ^([0-9]+) ]] && echo "${BASH_REMATCH[1]}"',
    'mapfile -t f < <(find src -name \'*.ts\'); cat "${f[0]}"',
    'pushd src >/dev/null && ls && popd >/dev/null && ls',
    'show() { echo "$1"; }; export -f show; bash -c \'show x\'',
    'exec 3< list.txt; while read -r -u 3 name; do echo "$name"; done',
    'cat /dev/fd/3 3<<< hello',
    's=\'a & b\'; echo "${s//&/and}"',
    'if [ -n "$CI" ]; then dir=a; else dir=b; fi; ls "$dir"',
    'case "$OSTYPE" in linux*) echo linux;; darwin*) echo mac;; esac',
    'echo ls | bash',
    'set -- a b; cat "$1"',
    'printf -v x a; cat "$x"',
    'shopt -s globstar; ls',
    'unset x; ls',
    'history | tail -20',
  ]
  const isAskedFor = (line: string) => {
    const options = { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' }
    const { decision, verdicts } = checkLine(line, options)
    return decision === 'ask' && verdicts.some(({ rule }) => rule === 'unusual-shell')
  }
  expect(lines.filter((line) => !isAskedFor(line))).toEqual([])
})

test('what an account, a cluster or a daemon lists is looked at one by one without a question', () => {
  const lines = [
    'for p in $(kubectl get pods -n x -o name | head -3); do kubectl describe -n x "$p" | tail -5; done',
    "kubectl logs $(kubectl get pod -l app=web -o jsonpath='{.items[0].metadata.name}') --tail=50",
    'for r in $(helm list -q -n x); do helm status "$r" -n x; done',
    'for id in $(gh run list --json databaseId -q \'.[].databaseId\'); do gh run view "$id"; done',
    'for b in $(aws s3api list-buckets --query \'Buckets[].Name\' --output text); do aws s3api get-bucket-location --bucket "$b"; done',
    "for s in $(gcloud run services list --format='value(metadata.name)'); do gcloud run services describe $s --format='value(status.url)'; done",
    'for g in $(az group list --query \'[].name\' -o tsv); do az resource list -g "$g" -o table; done',
    "docker inspect --format '{{.State.Status}}' $(docker ps -q)",
    'terraform state list | grep subnet | while read r; do terraform state show "$r"; done',
    'vault policy list | xargs -I{} vault policy read {}',
    'aws sqs get-queue-attributes --queue-url https://sqs.eu-west-1.amazonaws.com/123456789012/orders',
  ]
  expect(lines.filter((line) => decide(line) !== 'allow')).toEqual([])
})

test('what runs the code of a project, uses the network or identifies itself is asked about, and never refused', () => {
  const lines = [
    'npm test',
    'npm install',
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
    'docker inspect web',
    'docker compose config',
    'terraform show -json tf.plan',
    'env',
    'printenv',
    'git config --list',
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
