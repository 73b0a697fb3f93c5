import type { SecretShape } from './shape.js'

/** Secrets in any format, recognised by the text before them. */
export const IN_CONTEXT: readonly SecretShape[] = [
  // Headers
  {
    kind: 'bearer-token',
    hint: ['earer ', 'EARER ', 'earer\t'],
    pattern: /(\bbearer[ \t]{1,8})[\w.~+/=-]{16}/gi,
    rest: 'base64',
  },
  {
    kind: 'credentials',
    hint: ['uthorization', 'UTHORIZATION'],
    pattern:
      /(\bauthorization["']?[ \t]{0,8}[:=][ \t]{0,8}["']?(?:basic|token|digest|negotiate|apikey)[ \t]{1,8})[^\s"',;]{8}/gi,
    rest: 'value',
  },
  {
    kind: 'credentials',
    hint: ['uthorization', 'UTHORIZATION'],
    pattern:
      /(\bauthorization["']?[ \t]{0,8}[:=][ \t]{0,8}["']?)(?![a-z]{1,40}(?:\.[a-z]{1,40}){1,4}(?![\w.~+/=-]))[\w.~+/=-]{20}/gi,
    rest: 'base64',
  },
  {
    kind: 'credentials',
    hint: ['-key', '-Key', '-KEY', '-token', '-Token', '-TOKEN'],
    pattern:
      /(\b(?:x-(?:goog-)?api-key|api-key|x-auth-token|private-token|x-vault-token|x-amz-security-token)["']?[ \t]{0,8}[:=][ \t]{0,8}["']?)(?![a-z]{1,40}(?:\.[a-z]{1,40}){0,4} ?(?:[,)};]|\?\?))[^\s"',;]{8}/gi,
    rest: 'value',
  },
  {
    kind: 'cookie',
    hint: ['ookie', 'OOKIE'],
    pattern: /(\b(?:set-)?cookie["']?[ \t]{0,8}:[ \t]{0,8}["']?)[^\s"'=;]{1,100}=[^\s"']/gi,
    rest: 'line',
  },
  // Addresses, files and lines
  {
    kind: 'password',
    hint: '://',
    pattern: /(:\/\/[^\s/?#:@"'<>]{0,200}:)(?!\*{1,64}@|[${]|\[\^|\]\+|\(\?)[^\s/?#"'<>]{1,1024}(?=@)/g,
  },
  { kind: 'credentials', hint: '://', pattern: /(:\/\/)[^\s/?#:@"'<>]{20,1024}(?=@)/g },
  {
    kind: 'password',
    hint: ['login ', 'login\t'],
    pattern: /(\blogin[ \t]{1,8}(?!and |or )[^\s"']{1,100}[ \t]{1,8}pass(?:word|wd)?[ \t]{1,8})[^\s"'{$<]{3}/g,
    rest: 'value',
  },
  {
    kind: 'password',
    hint: ["PASSWORD '", "password '", "BY '", "by '"],
    pattern: /(\b(?:password|identified by) ')[^'\r\n]{3,256}(?=')/gi,
  },
  {
    kind: 'password',
    hint: ['curl ', 'wget '],
    pattern:
      /(\b(?:curl|wget) [^\r\n|;&]{0,200}?(?<= )(?:-[A-Za-z]{0,6}u|--user|--proxy-user|-U)[ =]?["']?[\w.@%+-]{1,64}:)(?!["'$\s])[^\s"']{2}/g,
    rest: 'value',
  },
  // Programs that take a password as an argument
  {
    kind: 'password',
    hint: ['sshpass ', 'docker login ', 'podman login ', 'redis-cli '],
    pattern:
      /(\b(?:sshpass -p|(?:docker|podman) login [^\r\n|;&]{0,100}?(?<= )-p|redis-cli [^\r\n|;&]{0,100}?(?<= )-a) ?["']?)(?!-|(?:pass(?:word)?|PASS(?:WORD)?)\b)[^\s"'$<{[(*]{3}/g,
    rest: 'value',
  },
  {
    kind: 'password',
    hint: ['mysql', 'mariadb'],
    pattern:
      /(\b(?:mysql|mariadb)(?:dump|admin|-dump|-admin)? (?:[^\r\n|;&]{0,100}? )?-p["']?)(?!assword\b)[^\s"'$<{[(*-][^\s"']{2}/g,
    rest: 'value',
  },
  { kind: 'password', hint: ' pass:', pattern: /(-pass(?:in|out)? pass:)[^\s"'$<{]{3}/g, rest: 'value' },
  {
    kind: 'cookie',
    hint: ['curl '],
    pattern: /(\bcurl [^\r\n|;&]{0,200}?(?<= )(?:-b|--cookie)[ =]["']?)[\w.-]{1,100}=[^\s"'$<{]{4}/g,
    rest: 'line',
  },
  // Files
  {
    kind: 'cookie',
    hint: ['TRUE\t', 'FALSE\t'],
    pattern: /((?:TRUE|FALSE)\t\/[^\t\r\n]{0,200}\t(?:TRUE|FALSE)\t\d{1,20}\t[^\t\r\n]{1,200}\t)[^\s"']{4}/g,
    rest: 'line',
  },
  {
    kind: 'cookie',
    hint: ['PHPSESSID=', 'JSESSIONID=', 'connect.sid='],
    pattern: /((?:PHPSESSID|JSESSIONID|connect\.sid)=)[\w%.-]{16}/g,
    rest: 'base64',
  },
  {
    kind: 'api-key',
    hint: ['"username"'],
    pattern:
      /("username"[ \t]{0,4}:[ \t]{0,4}"[^"\r\n]{1,100}"[ \t]{0,4},\s{0,20}"key"[ \t]{0,4}:[ \t]{0,4}")[0-9a-f]{32}(?=")/g,
  },
  { kind: 'password', hint: 'requirepass ', pattern: /((?:^|\n)requirepass ["']?)[^\s"'$<{]{3}/g, rest: 'value' },
  {
    kind: 'credentials',
    hint: ':_auth',
    pattern: /(:_auth[ \t]{0,4}=[ \t]{0,4}["']?)[A-Za-z0-9+/]{8}/g,
    rest: 'base64',
  },
]
