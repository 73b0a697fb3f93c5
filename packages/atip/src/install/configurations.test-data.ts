/** Realistic configurations of each agent. `refused`: the reason for which the file is not edited. */
export interface PlantedFile {
  about: string
  agent: 'claude-code' | 'codex' | 'gemini' | 'opencode' | 'cursor' | 'vscode'
  text: string | Uint8Array
  refused?: RegExp
}

const OTHER_HOOK = '{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "echo mine" }] }'

export const PLANTED: PlantedFile[] = [
  { about: 'an empty file', agent: 'claude-code', text: '' },
  { about: 'white space', agent: 'claude-code', text: '\n\n  \n' },
  { about: 'an empty object', agent: 'claude-code', text: '{}' },
  { about: 'an empty object with a line', agent: 'claude-code', text: '{\n}\n' },
  { about: 'two spaces', agent: 'claude-code', text: '{\n  "model": "opus",\n  "env": { "A": "b" }\n}\n' },
  {
    about: 'four spaces',
    agent: 'claude-code',
    text: '{\n    "model": "opus",\n    "env": {\n        "A": "b"\n    }\n}',
  },
  { about: 'tabs', agent: 'claude-code', text: '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n' },
  { about: 'one line', agent: 'claude-code', text: '{"model":"opus","permissions":{"allow":["Bash(ls)"]}}' },
  { about: 'Windows lines', agent: 'claude-code', text: '{\r\n  "model": "opus",\r\n  "hooks": {}\r\n}\r\n' },
  { about: 'a byte order mark', agent: 'claude-code', text: '\uFEFF{\n  "model": "opus"\n}\n' },
  { about: 'no newline at the end', agent: 'claude-code', text: '{\n  "model": "opus"\n}' },
  { about: 'a comma at the end', agent: 'claude-code', text: '{\n  "model": "opus",\n}\n' },
  {
    about: 'comments',
    agent: 'claude-code',
    text: '// mine\n{\n  // the best\n  "model": "opus" // not the other\n  /* and\n     this */\n}\n// end\n',
  },
  {
    about: 'comments and commas',
    agent: 'claude-code',
    text: '{\n  "model": "opus", // the best\n  "hooks": {\n    // none yet\n    "PreToolUse": [ /* here */ ], // soon\n  },\n}\n',
  },
  {
    about: 'a hook of somebody else',
    agent: 'claude-code',
    text: `{\n  "hooks": {\n    "PreToolUse": [\n      ${OTHER_HOOK}\n    ]\n  }\n}\n`,
  },
  {
    about: 'two hooks of others in one line',
    agent: 'claude-code',
    text: `{ "hooks": { "PreToolUse": [${OTHER_HOOK}, ${OTHER_HOOK}] } }`,
  },
  {
    about: 'a comma on a line of its own',
    agent: 'claude-code',
    text: '{\n    "a": 1\n  , "b": [1,\n 2 ]\n  , "hooks": { "PreToolUse": null }\n}',
    refused: /hooks\.PreToolUse is not a list/,
  },
  {
    about: 'unknown settings',
    agent: 'claude-code',
    text: '{\n  "zz": [[], {}, null, 1e5, "\\u00e9"],\n  "$schema": "x"\n}\n',
  },
  {
    about: 'hooks that are no object',
    agent: 'claude-code',
    text: '{ "hooks": [] }',
    refused: /hooks is not an object/,
  },
  { about: 'invalid JSON', agent: 'claude-code', text: '{ "model": "opus", ', refused: /not valid JSON.*line 1/ },
  { about: 'a list', agent: 'claude-code', text: '[]', refused: /does not hold a JSON object/ },
  {
    about: 'a member twice',
    agent: 'claude-code',
    text: '{ "hooks": {}, "hooks": {} }',
    refused: /"hooks" is there twice/,
  },
  {
    about: 'Latin-1',
    agent: 'claude-code',
    text: Buffer.from('{ "name": "caf\xe9" }', 'latin1'),
    refused: /not UTF-8/,
  },
  {
    about: 'another server called atip',
    agent: 'gemini',
    text: '{"mcpServers":{"atip":{"command":"other"}}}',
    refused: /mcpServers\.atip is there already/,
  },
  {
    about: 'servers and hooks',
    agent: 'gemini',
    text: '{\n  "mcpServers": {\n    "a": { "command": "a" }\n  },\n  "hooks": {\n    "AfterTool": []\n  }\n}\n',
  },
  { about: 'a version', agent: 'cursor', text: '{ "version": 1, "hooks": { "stop": [{ "command": "x" }] } }\n' },
  {
    about: 'a server in VS Code',
    agent: 'vscode',
    text: '{\n\t// servers\n\t"servers": {\n\t\t"x": {},\n\t},\n\t"inputs": []\n}\n',
  },
  { about: 'an empty TOML file', agent: 'codex', text: '' },
  {
    about: 'TOML with comments',
    agent: 'codex',
    text: '# mine\nmodel = "x" # best\n\n[mcp_servers.a]\ncommand = "a"\n',
  },
  { about: 'TOML without a newline', agent: 'codex', text: '[features]\nhooks = true' },
  { about: 'TOML with Windows lines', agent: 'codex', text: 'model = "x"\r\n\r\n[tui]\r\ntheme = "y"\r\n' },
  {
    about: 'a TOML hook of somebody else',
    agent: 'codex',
    text: '[[hooks.PreToolUse]]\nmatcher = "^Bash$"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "x"\n',
  },
  {
    about: 'TOML hooks in another notation',
    agent: 'codex',
    text: 'hooks = { PreToolUse = [] }\n',
    refused: /something else in the place/,
  },
  {
    about: 'another TOML server called atip',
    agent: 'codex',
    text: '[mcp_servers.atip]\ncommand = "x"\n',
    refused: /something else in the place/,
  },
  { about: 'invalid TOML', agent: 'codex', text: 'model = \n', refused: /not valid TOML.*line 1/ },
]
