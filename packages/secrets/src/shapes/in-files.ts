import type { SecretShape } from './shape.js'

/** Shapes that occur in files, but rarely in output. Each pattern captures the text before the secret. */
export const IN_FILES: readonly SecretShape[] = [
  // Keys of programs that have formats of their own
  {
    kind: 'private-key',
    hint: 'untrusted comment:',
    pattern: /(untrusted comment: [^\r\n]{0,100}secret key[^\r\n]{0,100}\r?\n)[A-Za-z0-9+/]{20}/g,
    rest: 'base64',
  },
  {
    kind: 'key',
    hint: 'encrypt',
    pattern: /((?<!\w)"?encrypt"?[ \t]{0,20}[:=][ \t]{0,20}")[A-Za-z0-9+/]{22,43}={0,2}(?=")/g,
  },
  // Command lines and directives of servers
  {
    kind: 'password',
    hint: ['http ', 'https ', 'xh '],
    pattern: /(\b(?:https?|xhs?) [^\r\n|;&]{0,200}?(?<= )(?:-a|--auth)[ =]["']?[\w.@%+-]{1,64}:)[^\s"'$<{]{3}/g,
    rest: 'value',
  },
  {
    kind: 'password',
    hint: ['ldap'],
    pattern:
      /(\bldap(?:search|add|modify|delete|passwd|whoami|modrdn|compare) [^\r\n|;&]{0,300}?(?<= )-[wsa] ?["']?)(?!base\b|one\b|sub\b|children\b|never\b|always\b)[^\s"'$<{-][^\s"'$<{]{3}/g,
    rest: 'value',
  },
  {
    kind: 'password',
    hint: 'chpasswd',
    pattern:
      /(\b(?:echo|printf)(?: -\w{1,3})? ["']?[\w.-]{1,64}:)(?!["'$<{*])[^\s"'$]{3,256}(?=["']?[^\r\n]{0,40}\|[^\r\n]{0,40}chpasswd)/g,
  },
  {
    kind: 'password',
    hint: 'insecure-password',
    pattern: /(\binsecure-password[ \t]{1,40})[^\s"'$<{]{3}/g,
    rest: 'value',
  },
  {
    kind: 'password',
    hint: ['stats auth', 'stats  auth'],
    pattern: /(\bstats[ \t]{1,20}auth[ \t]{1,40}[^\s:]{1,64}:)[^\s"'$<{]{3}/g,
    rest: 'value',
  },
  {
    kind: 'password',
    hint: ['auth-pass', 'masterauth'],
    pattern: /((?:^|\n)[ \t]{0,20}(?:sentinel auth-pass \S{1,100}|masterauth)[ \t]{1,20}["']?)[^\s"'$<{]{3}/g,
    rest: 'value',
  },
  {
    kind: 'password',
    hint: ['requirepass', 'masterauth', '--password', '--passwd', '--pass', '--token', '--secret', '--api-key'],
    pattern:
      /((?:--requirepass|--masterauth|--(?:[a-z]{1,20}-)?(?:password|passwd|pass|token|secret|api-key))["']?(?:[ \t]{0,4},[ \t]{0,4}["']|=["']?|\r?\n[ \t]{0,40}- ["']?|[ \t]{1,4}(?=\S{0,40}\d)))(?![a-z]{1,20}(?:[\s"',)\]]|$))[^\s"'$<{[(*|@-][^\s"'$<{[(*|]{5}/g,
    rest: 'value',
  },
  {
    kind: 'password',
    hint: [
      'net use',
      'psexec',
      'rclone',
      'smbclient',
      'mount',
      'ipmitool',
      'PGPASSWORD',
      'sqlcmd',
      'mongo',
      'xfreerdp',
      'expect',
      'snmp',
      'sqlplus',
      'htpasswd',
      'lftp',
      'ncftp',
      'nmcli',
      'keytool',
      'zip ',
      '7z ',
    ],
    pattern:
      /((?:\bipmitool [^\r\n|;&]{0,100}? -P|\bsqlcmd [^\r\n|;&]{0,100}? -P|\bmongo(?:sh|dump|restore|export|import)? [^\r\n|;&]{0,100}? -p|\bsmbclient [^\r\n|;&]{0,100}? -U ?["']?[\w.\\-]{1,64}%|\bhtpasswd -\w{0,6}b\w{0,6} [^\s;|&]{1,100} [\w.@-]{1,64}|\blftp -u ["']?[\w.@-]{1,64},|\bxfreerdp [^\r\n|;&]{0,100}? \/p:|\bsqlplus (?:-\w{1,3} ){0,3}["']?[\w.-]{1,64}\/|\bkeytool [^\r\n|;&]{0,200}? -(?:store|key)pass|\b(?:7z|zip) [^\r\n|;&]{0,100}? -(?:p|P ))[ \t]{0,4}["']?)(?![-/"'$<{\s])[^\s"'$<{[(*@]{4}/g,
    rest: 'value',
  },
  {
    kind: 'password',
    hint: [' -pass', 'd-i passwd/', 'createUser ', 'ConvertTo-SecureString '],
    pattern:
      /((?: -pass(?:wd|word)?|\bd-i passwd\/[\w-]{1,40}password password|\bcreateUser [\w.-]{1,60} (?:MD5|SHA[\d-]{0,6})|\bConvertTo-SecureString (?:-String )?)[ \t]{1,4}["']?|ConvertTo-SecureString ["'])(?=[^\s"']{0,60}[\dA-Z])(?![-/"'$<{\s]|(?:env|file|fd|pass|stdin):|[A-Z_]{1,40}(?:[\s"']|$))[^\s"'$<{[(*]{5}/g,
    rest: 'value',
  },
  // Secrets files of PPP, password maps of Postfix, and lists for chpasswd
  {
    kind: 'password',
    hint: [' *', '\t*'],
    pattern:
      /((?:^|\n)[\w.@"-]{1,60}[ \t]{1,40}[\w.*-]{1,60}[ \t]{1,40}["']?)(?=[^\s"']{0,60}[\dA-Z])[^\s"'$<{*]{5,256}(?=["']?[ \t]{1,40}\*[ \t]{0,20}(?:[\r\n]|$))/g,
  },
  {
    kind: 'password',
    hint: ['.'],
    pattern:
      /((?:^|\n)\[?[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}\]?:\d{2,5}[ \t]{1,40}[\w.@+-]{1,100}:)[^\s"'$<{*:][^\s"'$<{]{3,256}(?=[ \t]{0,8}(?:[\r\n]|$))/g,
  },
  {
    kind: 'password',
    hint: 'chpasswd:',
    pattern:
      /(\bchpasswd:[^\r\n]{0,40}\r?\n(?:[^\r\n]{0,100}\r?\n){0,4}?[ \t]{1,40}(?:- )?["']?[\w.-]{1,60}:)(?!\$\d|RANDOM|R\b)[^\s"'$<{]{4}/g,
    rest: 'value',
  },
  // Addresses
  {
    kind: 'password',
    hint: 'jdbc:oracle',
    pattern: /(jdbc:oracle:[a-z]{1,10}:[^\s/@:"'$<{]{1,64}\/)[^\s"'@$<{]{2,128}(?=@)/g,
  },
  {
    kind: 'password',
    hint: ['@tcp(', '@unix(', '@udp('],
    pattern: /((?<![\w.:/-])[\w.-]{1,64}:)(?![$<{%])[^\s"'@:/]{2,128}(?=@(?:tcp|unix|udp)\()/g,
  },
  // Headers that code and proxies set
  {
    kind: 'credentials',
    hint: ['uthorization', 'UTHORIZATION'],
    pattern:
      /(\b(?:proxy-)?authorization["'`]?[ \t]{0,8}[, \t=>:]{1,3}[ \t]{0,8}["'`]?basic[ \t]{1,8})(?=[A-Za-z+/]{0,60}[\dA-Z=])[A-Za-z0-9+/]{8}/gi,
    rest: 'base64',
  },
  // Logins in lists
  {
    kind: 'password',
    hint: ['login', 'creds', 'credential'],
    pattern:
      /(\b(?:login|creds?|credentials?)["']?[ \t]{0,4}[=:][ \t]{0,4}\[\s{0,20}["'][\w.@+-]{1,64}["']\s{0,20},\s{0,20}["'])(?=[^"'\r\n]{0,60}\d)[^\s"'$<{%]{6,256}(?=["']\s{0,20}\])/gi,
  },
  // Arguments of calls
  {
    kind: 'password',
    hint: ['assword(', 'assphrase(', 'asswd(', 'Secret(', 'Token(', 'ApiKey(', 'APIKey(', 'ssword =>', 'secret('],
    pattern:
      /((?:\bset|\.set|\.with|\.|\bwith)(?:\w{0,30}(?:[Pp]assword|[Pp]assphrase|[Pp]asswd|Secret|Token|A(?:pi|PI)Key))\([ \t]{0,4}@?["'])(?=[^"'\r\n]{0,60}[\dA-Z])(?![A-Z_]{1,60}["']|[A-Za-z]{1,40}(?:[-_. ][A-Za-z]{1,40}){1,20}["']|[Pp]assword|[$<{#.%/])[^\s"']{6,512}(?=["'])/g,
  },
  {
    kind: 'credentials',
    hint: ['auth', 'Auth'],
    pattern:
      /(\b(?:basic_?|http_?)?auth(?:entication)?["']?[ \t]{0,4}(?:[=:]|=>)[ \t]{0,4}(?:\w{0,30}BasicAuth)?[([][ \t]{0,4}["'][^"'\r\n]{1,64}["'][ \t]{0,4},[ \t]{0,4}["'])(?!["'$<{%]|pass(?:word)?["'])[^\s"']{3,256}(?=["'])/gi,
  },
  {
    kind: 'credentials',
    hint: [
      'BasicAuth(',
      'basicAuth(',
      'basic_auth(',
      'PlainAuth(',
      'Credential(',
      'Credentials(',
      'Authentication(',
      '.auth(',
      '.login(',
      'HTTPDigestAuth(',
    ],
    pattern:
      /(\b(?:HTTP)?(?:[bB]asic_?|Plain|Digest)?(?:Auth|auth|login|\w{0,30}Credentials?|\w{0,30}Authentication)\([ \t]{0,4}(?:["']["'],[ \t]{0,4})?["'][^"'\r\n]{1,64}["'][ \t]{0,4},[ \t]{0,4}["'])(?=[^"'\r\n]{0,60}[\dA-Z])(?!["'$<{%]|pass(?:word)?["'])[^\s"']{4,256}(?=["'])/g,
  },
  {
    kind: 'password',
    hint: ['getConnection(', 'mysqli(', 'mysqli_connect(', 'mysql_connect(', 'PDO('],
    pattern:
      /(\b(?:getConnection|mysqli?(?:_connect)?|PDO)\([ \t]{0,4}[^,\r\n]{1,300},[ \t]{0,4}["'][^"'\r\n]{1,64}["'],[ \t]{0,4}["'])[^\s"'$<{]{3,256}(?=["'])/g,
  },
  // Wallets
  {
    kind: 'private-key',
    hint: ['rivate', 'RIVATE', 'ccounts', 'wallet', 'Wallet', 'PRIV_KEY', 'privKey'],
    pattern:
      /((?:private_?key|priv_?key|accounts|wallet)s?["']?[ \t]{0,8}(?:[:=(][ \t]{0,8}){1,2}\[?\s{0,20}["']?)(?:0x)?[0-9a-f]{64}(?![0-9a-f])/gi,
  },
  {
    kind: 'mnemonic',
    hint: ['mnemonic', 'MNEMONIC', 'Mnemonic', 'seed', 'SEED', 'Seed', 'hrase', 'HRASE'],
    pattern:
      /((?:mnemonic|seed[-_ ]?(?:phrase|words)?|(?:recovery|secret)[-_ ]?phrase)[\w*]{0,12}["']?[ \t]{0,20}(?:[:=(]|is)\*{0,2}[ \t]{0,20}["'`]?)(?:[a-z]{3,8} ){11}(?:(?:[a-z]{3,8} ){12})?[a-z]{3,8}(?=["'`.]?[ \t]{0,4}(?:[\r\n,)};\\<]|$))/gi,
  },
  // SQL
  {
    kind: 'password',
    hint: ['IDENTIFIED', 'identified'],
    pattern:
      /(\bidentified[ \t]{1,8}(?:(?:with|via)[ \t]{1,8}["'`]?\w{1,60}["'`]?[ \t]{1,8})?(?:by|using)[ \t]{1,8}(?:password[ \t]{0,4}\()?["'])(?!\*[0-9A-F]{40}|[$<{%])[^"'\r\n]{3,256}(?=["'])/gi,
  },
  {
    kind: 'private-key',
    hint: 'OpenVPN Static key',
    pattern: /(-----BEGIN OpenVPN Static key V1-----\s{1,4})[0-9a-f]{32}/g,
    rest: 'hex',
  },
  {
    kind: 'credentials',
    hint: ['uthorization"'],
    pattern: /("(?:proxy-)?authorization"\s{0,20},\s{0,20}"value"\s{0,20}:\s{0,20}")(?![$<{])[^"\r\n]{12,4096}(?=")/gi,
  },
  // Keys split into several strings of source code
  {
    kind: 'private-key',
    hint: 'PRIVATE KEY',
    pattern:
      /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:\\[nr]){0,4}["'`][\s+,.\\()]{0,200}["'`])[A-Za-z0-9+/]{32}/g,
    rest: 'base64',
  },
  // Fields of JSON
  {
    kind: 'private-key',
    hint: ['"kty"', '\\"kty\\"', "'kty'"],
    pattern: /(\bkty\\?["'][^{}]{1,1200}?\\?["']d\\?["']\s{0,20}:\s{0,20}\\?["'])[\w-]{20}/g,
    rest: 'word',
  },
  {
    kind: 'private-key',
    hint: ['"kty"', '\\"kty\\"', "'kty'"],
    pattern: /(\{[^{}]{0,1200}?["']d["']\s{0,20}:\s{0,20}["'])[\w-]{20,800}(?=["'][^{}]{0,1200}?["']kty["'])/g,
  },
  {
    kind: 'private-key',
    hint: ['"oct"'],
    pattern: /("kty"\s{0,20}:\s{0,20}"oct"[^{}]{1,1000}?"k"\s{0,20}:\s{0,20}")[\w-]{16}/g,
    rest: 'word',
  },
]
