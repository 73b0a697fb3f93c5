import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lookupSource } from '../../../testing/shims.js'
import '../testing/loaded.js'
import { checkLine } from '../testing/check-line.js'
import { isStricter, type Decision } from './line/finding.js'

const places = { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' }
const decide = (line: string) => checkLine(line, places).decision

/** Lines of an attacker who avoids the obvious, each with the mildest acceptable decision. */
const groups = readFileSync(new URL('../testing/harmful-lines.txt', import.meta.url), 'utf8')
  .split(/^# /m)
  .filter((group) => group !== '')
  .map((group) => {
    const [title = '', ...lines] = group.trimEnd().split('\n')
    return {
      title,
      lines: lines.map((line) => ({ least: line.split(' ')[0] as Decision, line: line.replace(/^\w+ /, '') })),
    }
  })

describe('harm that avoids the obvious is not let through', () => {
  test('there are more than two hundred such lines', () => {
    expect(groups.flatMap(({ lines }) => lines).length).toBeGreaterThan(200)
  })

  test.each(groups)('$title', ({ lines }) => {
    const looser = lines.filter(({ least, line }) => isStricter(least, decide(line)))
    expect(looser.map(({ least, line }) => `${line}: ${decide(line)} instead of ${least}`)).toEqual([])
    expect(lines.filter(({ line }) => decide(line) === 'allow')).toEqual([])
  })
})

describe('the same, spelled otherwise, is refused as well', () => {
  test.each([
    ['rm -rf src', 'rm -fr src', 'rm -r -f src', 'rm src -rf', 'rm --rec --fo src', 'rm -rf -- src', 'rm -vrf src'],
    [
      'rm -rf ~',
      'rm -rf $HOME',
      'rm -rf /home/dev',
      'rm -rf /home/./dev/',
      'rm -rf ~/../dev',
      'rm -rf "${HOME:-/root}"',
    ],
    ['git reset --hard', 'git -C . reset --hard', 'git --no-pager reset --har', 'git -c a.b=c reset HEAD --hard'],
    ['git clean -fdx', 'git clean -xdf', 'git clean -d --force -x', 'git clean --forc -dx'],
    ['git push --force', 'git push -f', 'git push origin +main', 'git push origin :main'],
    ['dd if=a of=/dev/sda', 'dd of=/dev/sda if=a', 'cat a > /dev/sda', 'cp a /dev/sda', 'tee /dev/sda < a'],
    [
      'echo x > ~/.bashrc',
      'echo x >| ~/.bashrc',
      'echo x &> $HOME/.bashrc',
      'echo x >> ~/.bashrc',
      'cd ~ && echo x > .bashrc',
    ],
    ['echo x > /etc/passwd', 'echo x > //etc/./passwd', 'echo x > /tmp/../etc/passwd', 'cd /etc; echo x > passwd'],
    [
      'find . -delete',
      'find . -name a -delete',
      'find -delete .',
      'find . -type f -exec rm {} +',
      'find . -execdir rm {} \\;',
    ],
    [
      'curl -X DELETE https://a.b/c',
      'curl -XDELETE https://a.b/c',
      'curl --request=DELETE https://a.b/c',
      'curl https://a.b/c --request DELETE',
    ],
    [
      'kubectl delete ns a',
      'kubectl -n b delete ns a',
      'kubectl delete --namespace=b ns a',
      'kubectl --context c delete ns/a',
    ],
    ['docker compose down -v', 'docker compose -f a.yml down --volumes', 'docker-compose down -v'],
    ['terraform destroy', 'terraform -chdir=a destroy', 'terraform apply -destroy -auto-approve'],
  ])('%s', (...lines) => {
    expect(lines.filter((line) => decide(line) !== 'deny')).toEqual([])
  })
})
