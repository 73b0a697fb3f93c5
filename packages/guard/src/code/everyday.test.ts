import { expect, test } from 'vitest'
import { untilLoaded } from '../late.js'
import { readCode } from './index.js'

/** Code that agents write into shell lines to inspect things. Written before it was first run through the reader. */
const EVERYDAY: Readonly<Record<string, readonly string[]>> = {
  python: [
    "import os; print(open(os.path.join(os.getcwd(), 'package.json')).read())",
    "import os; print(open(os.path.abspath('src') + '/index.ts').read())",
    'from pathlib import Path; print(open(f"{Path(\'src\')}/index.ts").read())',
    "print(open('a.txt', 'rb').read().split(b'\\n')[0])",
    "import json,sys; d=json.load(sys.stdin); print(d['a'][0])",
    'import json,sys; print(json.dumps(json.load(sys.stdin), indent=2))',
    "import sys,json; [print(x['name']) for x in json.load(sys.stdin)['items']]",
    "import sys, json; data = json.load(sys.stdin); print('\\n'.join(f\"{p['name']}: {p['version']}\" for p in data))",
    "import json; d=json.load(open('package.json')); print(d['version'], d.get('scripts', {}).get('build'))",
    "import json\nwith open('tsconfig.json') as f:\n    c = json.load(f)\nfor k, v in sorted(c.items()):\n    print(k, type(v).__name__)",
    'import sys; print(sys.version)',
    "import sys; print('.'.join(map(str, sys.version_info[:2])))",
    'import platform; print(platform.python_version(), platform.machine())',
    'import numpy; print(numpy.__version__)',
    "import importlib.metadata as m; print(m.version('requests'))",
    'import torch; print(torch.__version__, torch.cuda.is_available())',
    "import datetime; print(datetime.datetime.now().strftime('%Y-%m-%d'))",
    'from datetime import datetime, timezone; print(datetime.fromtimestamp(1700000000, tz=timezone.utc).isoformat())',
    'from datetime import date, timedelta\nd = date(2024, 1, 1)\nprint([(d + timedelta(days=i)).isoformat() for i in range(3)])',
    'import time; print(int(time.time()))',
    "import base64; print(base64.b64encode(b'user:pass').decode())",
    'import base64,sys; sys.stdout.write(base64.b64decode(sys.stdin.read()).decode())',
    'import urllib.parse,sys; print(urllib.parse.quote(sys.argv[1]))',
    "from urllib.parse import urlparse, parse_qs; u=urlparse('https://a.b/c?d=1'); print(u.netloc, parse_qs(u.query))",
    "import hashlib; print(hashlib.sha256(open('a.bin','rb').read()).hexdigest())",
    'import uuid; print(uuid.uuid4())',
    'import secrets; print(secrets.token_hex(32))',
    'print(sum(range(101)))',
    "print(0xff, bin(10), f'{3.14159:.2f}')",
    'import math; print(math.sqrt(2), math.factorial(20))',
    "import re; print(re.findall(r'v(\\d+\\.\\d+)', open('CHANGELOG.md').read())[:5])",
    "import re,sys\nfor line in sys.stdin:\n    m = re.match(r'(\\S+) (\\S+)', line)\n    if m:\n        print(m.group(2), m.group(1))",
    "import csv; r=csv.DictReader(open('data.csv')); print(sum(float(x['amount']) for x in r))",
    "import csv,collections\nwith open('a.csv', newline='') as f:\n    c = collections.Counter(row[1] for row in csv.reader(f))\nprint(c.most_common(5))",
    "from collections import Counter; print(Counter(open('a.txt').read().split()).most_common(10))",
    "from collections import defaultdict\nd = defaultdict(list)\nfor l in open('log.txt'):\n    k, v = l.split('=', 1)\n    d[k].append(v.strip())\nfor k in d:\n    print(k, len(d[k]))",
    "import os; print(len([f for f in os.listdir('src') if f.endswith('.ts')]))",
    "import os\nfor root, dirs, files in os.walk('src'):\n    for f in files:\n        p = os.path.join(root, f)\n        print(p, os.path.getsize(p))",
    "import os\nn = 0\nfor root, dirs, files in os.walk('.'):\n    dirs[:] = [d for d in dirs if d != 'node_modules']\n    for name in files:\n        if name.endswith('.py'):\n            n += sum(1 for _ in open(os.path.join(root, name)))\nprint(n)",
    "from pathlib import Path; print(sum(len(p.read_text().splitlines()) for p in Path('src').rglob('*.py')))",
    "import glob; print(sorted(glob.glob('**/*.md', recursive=True)))",
    "import pathlib\nfor p in sorted(pathlib.Path('.').glob('*.json')):\n    print(p.name, p.stat().st_size)",
    "import ast,sys; t=ast.parse(open('a.py').read()); print([n.name for n in ast.walk(t) if isinstance(n, ast.FunctionDef)])",
    "import tomllib; print(tomllib.load(open('pyproject.toml','rb'))['project']['version'])",
    "import yaml; print(yaml.safe_load(open('.github/workflows/ci.yml'))['jobs'].keys())",
    "import xml.etree.ElementTree as ET; print(ET.parse('pom.xml').getroot().find('version').text)",
    "import sqlite3; print(sqlite3.connect('app.db').execute('select count(*) from users').fetchone()[0])",
    "import zipfile; [print(i.filename, i.file_size) for i in zipfile.ZipFile('a.whl').infolist()]",
    "import shutil; print(shutil.which('node') or 'none')",
    "import os; print(os.environ.get('PATH', '').split(':'))",
    "import ipaddress; print([str(h) for h in ipaddress.ip_network('10.0.0.0/30').hosts()])",
    "import difflib; print(''.join(difflib.unified_diff(open('a').readlines(), open('b').readlines())))",
    "try:\n    import pandas\n    print('yes', pandas.__version__)\nexcept ImportError as e:\n    print('no', e)",
    "import textwrap; print(textwrap.dedent('''\n  a\n  b\n'''))",
    'def fib(n):\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, a + b\n    return a\nprint([fib(i) for i in range(10)])',
    'import itertools; print(list(itertools.permutations([1, 2, 3], 2)))',
    "import statistics; xs=[float(l) for l in open('t.txt')]; print(statistics.mean(xs), statistics.median(xs))",
    "import struct; print(struct.unpack('>I', open('a.png','rb').read()[16:20]))",
    "import codecs; print(codecs.decode('uryyb', 'rot13'))",
    "a = {'x': 1, 'y': 2}; print({v: k for k, v in a.items()}, max(a, key=a.get))",
  ],
  javascript: [
    "console.log(require(path.join(process.cwd(), 'package.json')).version)",
    "console.log(fs.readFileSync(path.resolve('src') + '/index.ts', 'utf8'))",
    "require('./package.json').version",
    "console.log(Object.keys(require('./package.json').dependencies))",
    "const p=require('./package.json'); for (const [k,v] of Object.entries(p.scripts)) console.log(k, '=>', v)",
    'process.version',
    'process.versions.node',
    'process.platform + process.arch',
    "require('os').cpus().length",
    "require('typescript/package.json').version",
    "JSON.stringify(JSON.parse(require('fs').readFileSync('a.json','utf8')), null, 2)",
    "let s='';process.stdin.on('data',d=>s+=d).on('end',()=>console.log(JSON.parse(s).items.length))",
    "const d=JSON.parse(require('fs').readFileSync(0,'utf8')); console.log(d.map(x=>x.name).join('\\n'))",
    "console.log(JSON.parse(require('fs').readFileSync('/dev/stdin','utf8')).version)",
    "const fs=require('fs'); console.log(fs.readdirSync('src').filter(f=>f.endsWith('.ts')).length)",
    "const fs=require('fs'),path=require('path'); for (const f of fs.readdirSync('src')) console.log(f, fs.statSync(path.join('src',f)).size)",
    "const l=require('./package-lock.json'); console.log(Object.keys(l.packages).length)",
    "const l=require('./package-lock.json').packages; for (const k in l) if (k.endsWith('/react')) console.log(k, l[k].version)",
    'new Date().toISOString()',
    'new Date(1700000000*1000).toString()',
    'Date.now()',
    "Buffer.from('hello').toString('base64')",
    "Buffer.from('aGVsbG8=','base64').toString()",
    "encodeURIComponent('a b&c')",
    "require('crypto').createHash('sha256').update(require('fs').readFileSync('a.bin')).digest('hex')",
    "require('crypto').randomBytes(32).toString('hex')",
    'crypto.randomUUID()',
    '[1,2,3].reduce((a,b)=>a+b,0)',
    "console.log([...new Set(['a','b','a'])])",
    "const c={}; for (const w of require('fs').readFileSync('a.txt','utf8').split(/\\s+/)) c[w]=(c[w]||0)+1; console.log(Object.entries(c).sort((a,b)=>b[1]-a[1]).slice(0,10))",
    "console.log(require('fs').readFileSync('a.md','utf8').match(/^#+ .*/gm).length)",
    "import('node:fs').then(fs => console.log(fs.readFileSync('a.txt','utf8').length))",
    "import { readFileSync } from 'node:fs'; const t = JSON.parse(readFileSync('tsconfig.json', 'utf8')); console.log(t.compilerOptions.target)",
    "require.resolve('vitest')",
    "try { console.log(require('./dist/manifest.json').files) } catch (e) { console.log(e.message) }",
    "console.table(Object.entries(require('./package.json').devDependencies||{}).map(([name,version])=>({name,version})))",
    "const a=require('./a.json'), b=require('./b.json'); console.log(Object.keys(a).filter(k=>!(k in b)))",
    'const f=n=>n<2?n:f(n-1)+f(n-2); console.log(f(20))',
  ],
  awk: [
    '{print $1}',
    '{print $NF}',
    'NR==1',
    'NR>=10 && NR<=20 {print NR": "$0}',
    '{s+=$1} END {print s}',
    '{sum+=$2; n++} END {if (n>0) printf "%.3f\\n", sum/n}',
    '{c[$1]++} END {for (k in c) print c[k], k}',
    '/error/ {n++} END {print n+0}',
    'BEGIN {FS=","; OFS="\\t"} {print $1, $3}',
    '!seen[$0]++',
    'length($0) > 100 {print FILENAME": "FNR}',
    '/^## /{p=1} /^## Next/{p=0} p',
    '{gsub(/"/, ""); print tolower($2)}',
    'max<$1 {max=$1} END {print max}',
    '{ printf "%-20s %5d\\n", $1, $2 }',
  ],
  sed: [
    '1,10p',
    '$d',
    's/foo/bar/g',
    's|/usr/local|/opt|',
    '/^#/d;/^$/d',
    's/.*"version": "\\([^"]*\\)".*/\\1/p',
    '/start/,/end/{/start/d;p}',
    '10q',
    's/^[[:space:]]*//',
  ],
  sql: [
    'select count(*) from users',
    "select name, sql from sqlite_master where type='table' order by name;",
    '.schema users',
    'PRAGMA table_info(orders)',
    'SELECT u.id, count(o.id) AS n FROM users u LEFT JOIN orders o ON o.user_id = u.id GROUP BY u.id HAVING count(o.id) > 3 ORDER BY n DESC LIMIT 10',
    'explain query plan select * from t where a = 1',
  ],
  perl: ['print if /ERROR/', 's/\\s+$//', 'print "$1\\n" if /id=(\\d+)/', '$n++; END { print $n }'],
  jq: ['.', '.items[].name', 'map(select(.a > 1)) | length', '.dependencies | keys | join(",")'],
  bc: ['scale=2; 10/3'],
}

const lines = Object.entries(EVERYDAY).flatMap(([language, codes]) => codes.map((code) => ({ language, code })))

test('everyday code that only looks is understood, and does nothing but read', async () => {
  expect(lines.length).toBeGreaterThanOrEqual(120)
  const surprising = []
  for (const { language, code } of lines) {
    const facts = await untilLoaded(() => readCode(language, code))
    const acts = [facts.writes, facts.deletes, facts.shellLines, facts.programs].flat()
    if (!facts.isUnderstood || acts.length > 0 || facts.network || facts.destroys !== undefined) surprising.push(code)
  }
  expect(surprising).toEqual([])
})

test('everyday code of languages that compute has no rare part', async () => {
  const rare = []
  for (const { language, code } of lines.filter((one) => one.language !== 'python' && one.language !== 'javascript')) {
    const facts = await untilLoaded(() => readCode(language, code))
    if (facts.rare !== undefined) rare.push(code)
  }
  expect(rare).toEqual([])
})
