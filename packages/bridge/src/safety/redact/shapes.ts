import type { Rest } from './runs.js'

/** A text that is a secret by its shape alone. */
export interface SecretShape {
  /** What replaces it, in brackets. */
  kind: string
  /** A part of every such text. Looking for it first spares the slower look for the whole. */
  hint: string | RegExp
  /**
   * Global. If it captures something, that stays in front of the mask.
   *
   * Nothing in it repeats without a limit: on a hostile text that would take the square of its length, or overflow the
   * stack of the engine. What goes on and on is the business of `rest`.
   */
  pattern: RegExp
  /** The characters that belong to the secret for as long as they follow. */
  rest?: Rest
}

export const SECRET_SHAPES: readonly SecretShape[] = [
  // Clouds
  { kind: 'aws-key', hint: /A(?:KIA|SIA|BIA|CCA)/, pattern: /A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}/g },
  { kind: 'google-key', hint: 'AIza', pattern: /AIza[\w-]{35}/g, rest: 'word' },
  { kind: 'google-token', hint: 'ya29.', pattern: /ya29\.[\w-]{20}/g, rest: 'dotted' },
  { kind: 'google-secret', hint: 'GOCSPX-', pattern: /GOCSPX-[\w-]{20}/g, rest: 'word' },
  { kind: 'azure-key', hint: 'AccountKey=', pattern: /(AccountKey=)[A-Za-z0-9+/]{40}/g, rest: 'base64' },
  { kind: 'azure-signature', hint: 'sig=', pattern: /([?&]sig=)[\w%+/=-]{20}/g, rest: 'base64' },
  { kind: 'digitalocean-token', hint: '_v1_', pattern: /do[opr]_v1_[a-f0-9]{32}/g, rest: 'letters' },
  { kind: 'databricks-token', hint: 'dapi', pattern: /(?<![A-Za-z0-9])dapi[a-f0-9]{32}/g, rest: 'word' },
  // Code and packages
  { kind: 'github-token', hint: /gh[pousr]_/, pattern: /gh[pousr]_[A-Za-z0-9]{30}/g, rest: 'letters' },
  { kind: 'github-token', hint: 'github_pat_', pattern: /github_pat_\w{22}/g, rest: 'word' },
  {
    kind: 'gitlab-token',
    hint: /gl[a-z]{2,5}-/,
    pattern: /gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent|oas)-[\w-]{20}/g,
    rest: 'dotted',
  },
  { kind: 'npm-token', hint: 'npm_', pattern: /npm_[A-Za-z0-9]{36}/g, rest: 'letters' },
  { kind: 'pypi-token', hint: 'pypi-', pattern: /pypi-AgE[\w-]{50}/g, rest: 'word' },
  { kind: 'rubygems-key', hint: 'rubygems_', pattern: /rubygems_[a-f0-9]{48}/g },
  { kind: 'crates-token', hint: 'cio', pattern: /(?<![A-Za-z0-9])cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/g },
  { kind: 'docker-token', hint: 'dckr_', pattern: /dckr_(?:pat|oat)_[\w-]{20}/g, rest: 'word' },
  // Models
  { kind: 'anthropic-key', hint: 'sk-ant-', pattern: /sk-ant-[\w-]{20}/g, rest: 'word' },
  { kind: 'openai-key', hint: 'sk-', pattern: /(?<![\w-])sk-(?=[\w-]{0,60}\d)[\w-]{20}/g, rest: 'word' },
  { kind: 'huggingface-token', hint: /hf_|api_org_/, pattern: /(?:hf_|api_org_)[A-Za-z0-9]{30}/g, rest: 'letters' },
  { kind: 'replicate-token', hint: 'r8_', pattern: /(?<![A-Za-z0-9])r8_[A-Za-z0-9]{30}/g, rest: 'letters' },
  { kind: 'groq-key', hint: 'gsk_', pattern: /(?<![A-Za-z0-9])gsk_[A-Za-z0-9]{40}/g, rest: 'letters' },
  // Services
  { kind: 'slack-token', hint: /xox[a-z]-|xapp-/, pattern: /(?:xox[abceoprs]|xapp)-[A-Za-z0-9-]{10}/g, rest: 'word' },
  {
    kind: 'slack-webhook',
    hint: 'hooks.slack.com',
    pattern: /(hooks\.slack\.com\/[a-z]{1,20}\/)[\w/]{20}/g,
    rest: 'path',
  },
  {
    kind: 'stripe-key',
    hint: /k_(?:live|test)_|whsec_/,
    pattern: /(?:[rs]k_(?:live|test)_|whsec_)[A-Za-z0-9]{16}/g,
    rest: 'letters',
  },
  { kind: 'sendgrid-key', hint: 'SG.', pattern: /SG\.[\w-]{16,32}\.[\w-]{16}/g, rest: 'word' },
  { kind: 'twilio-key', hint: 'SK', pattern: /(?<![A-Za-z0-9])SK[a-f0-9]{32}(?![A-Za-z0-9])/g },
  { kind: 'telegram-token', hint: ':AA', pattern: /(?<!\d)\d{8,10}:AA[\w-]{32}/g, rest: 'word' },
  { kind: 'shopify-token', hint: 'shp', pattern: /shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}/g },
  { kind: 'linear-key', hint: 'lin_', pattern: /lin_(?:api|oauth)_[A-Za-z0-9]{32}/g, rest: 'letters' },
  { kind: 'notion-token', hint: 'ntn_', pattern: /ntn_[A-Za-z0-9]{40}/g, rest: 'letters' },
  { kind: 'vault-token', hint: /hv[sbr]\./, pattern: /hv[sbr]\.[\w-]{24}/g, rest: 'word' },
  { kind: 'terraform-token', hint: '.atlasv1.', pattern: /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40}/g, rest: 'word' },
  // Keys and headers
  { kind: 'age-key', hint: 'AGE-SECRET-KEY-', pattern: /AGE-SECRET-KEY-1[0-9A-Z]{50}/g, rest: 'letters' },
  { kind: 'jwt', hint: 'eyJ', pattern: /(?<![\w-])eyJ[\w-]{8,8192}\.[\w-]{8}/g, rest: 'dotted' },
  { kind: 'bearer-token', hint: /bearer/i, pattern: /(\bbearer[ \t]{1,8})[\w.~+/=-]{16}/gi, rest: 'base64' },
  {
    kind: 'credentials',
    hint: /authorization/i,
    pattern:
      /(\bauthorization["']?[ \t]{0,8}[:=][ \t]{0,8}["']?(?:basic|token|digest|negotiate|apikey)[ \t]{1,8})[^\s"',;]{8}/gi,
    rest: 'value',
  },
  {
    kind: 'credentials',
    hint: /authorization/i,
    pattern: /(\bauthorization["']?[ \t]{0,8}[:=][ \t]{0,8}["']?)[\w.~+/=-]{20}/gi,
    rest: 'base64',
  },
  {
    kind: 'credentials',
    hint: /-(?:key|token)/i,
    pattern:
      /(\b(?:x-(?:goog-)?api-key|api-key|x-auth-token|private-token|x-vault-token|x-amz-security-token)["']?[ \t]{0,8}[:=][ \t]{0,8}["']?)[^\s"',;]{8}/gi,
    rest: 'value',
  },
  {
    kind: 'cookie',
    hint: /cookie/i,
    pattern: /(\b(?:set-)?cookie["']?[ \t]{0,8}:[ \t]{0,8}["']?)[^\s"'=;]{1,100}=[^\s"']/gi,
    rest: 'line',
  },
  // Addresses
  { kind: 'password', hint: '://', pattern: /(:\/\/[^\s/?#:@"'<>]{0,200}:)[^\s/?#"'<>]{1,1024}(?=@)/g },
  { kind: 'credentials', hint: '://', pattern: /(:\/\/)[^\s/?#:@"'<>]{20,1024}(?=@)/g },
]
