import type { Rest } from './runs.js'

/** A text that is a secret by its shape alone. */
export interface SecretShape {
  /** What replaces it, in brackets. */
  kind: string
  /** A part of every such text, or some of which each has one. They are looked for first, all at once. */
  hint: string | readonly string[]
  /**
   * Global. If it captures something, that stays in front of the mask.
   *
   * Nothing in it repeats without a limit: on a hostile text that would take the square of its length, or overflow the
   * stack of the engine. What goes on and on is the business of `rest`. No secret has more than one line.
   */
  pattern: RegExp
  /** The characters that belong to the secret for as long as they follow. */
  rest?: Rest
}

/** The public formats of keys and tokens. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  // Clouds
  { kind: 'aws-key', hint: ['AKIA', 'ASIA', 'ABIA', 'ACCA'], pattern: /A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}/g },
  { kind: 'aws-key', hint: 'ABSK', pattern: /(?<![A-Za-z0-9+/])ABSK[A-Za-z0-9+/]{100}/g, rest: 'base64' },
  { kind: 'google-key', hint: 'AIza', pattern: /AIza[\w-]{35}/g, rest: 'word' },
  { kind: 'google-token', hint: 'ya29.', pattern: /ya29\.[\w-]{20}/g, rest: 'dotted' },
  { kind: 'google-token', hint: '1//0', pattern: /(?<![\w/])1\/\/0[\w-]{30}/g, rest: 'word' },
  { kind: 'google-secret', hint: 'GOCSPX-', pattern: /GOCSPX-[\w-]{20}/g, rest: 'word' },
  { kind: 'azure-key', hint: 'Key=', pattern: /((?:Account|SharedAccess)Key=)[A-Za-z0-9+/]{40}/g, rest: 'base64' },
  { kind: 'azure-signature', hint: 'sig=', pattern: /([?&]sig=)[\w%+/=-]{20}/g, rest: 'base64' },
  { kind: 'azure-secret', hint: 'Q~', pattern: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31}/g, rest: 'dotted' },
  { kind: 'alibaba-key', hint: 'LTAI', pattern: /(?<![A-Za-z0-9])LTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9])/g },
  { kind: 'tencent-key', hint: 'AKID', pattern: /(?<![A-Za-z0-9])AKID[A-Za-z0-9]{32}(?![A-Za-z0-9])/g },
  { kind: 'cloudflare-key', hint: 'v1.0-', pattern: /(?<![\w.-])v1\.0-[a-f0-9]{24}-[a-f0-9]{100}/g, rest: 'hex' },
  {
    kind: 'cloudflare-key',
    hint: ['cfk_', 'cfut_', 'cfat_'],
    pattern: /(?<!\w)cf(?:k|ut|at)_[A-Za-z0-9]{32}/g,
    rest: 'word',
  },
  { kind: 'digitalocean-token', hint: '_v1_', pattern: /do[opr]_v1_[a-f0-9]{32}/g, rest: 'letters' },
  { kind: 'databricks-token', hint: 'dapi', pattern: /(?<![A-Za-z0-9])dapi[a-f0-9]{32}/g, rest: 'word' },
  { kind: 'heroku-key', hint: 'HRKU-', pattern: /(?<!\w)HRKU-[\w-]{36}/g, rest: 'word' },
  {
    kind: 'fly-token',
    hint: ['fo1_', 'fm1', 'fm2_'],
    pattern: /(?<!\w)f(?:o1|m1[ar]|m2)_[\w+/=-]{40}/g,
    rest: 'base64',
  },
  {
    kind: 'vercel-token',
    hint: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'],
    pattern: /(?<!\w)vc[piark]_[A-Za-z0-9]{24}/g,
    rest: 'letters',
  },
  { kind: 'netlify-token', hint: 'nfp_', pattern: /(?<!\w)nfp_[A-Za-z0-9]{36}/g, rest: 'letters' },
  { kind: 'render-key', hint: 'rnd_', pattern: /(?<!\w)rnd_(?=[A-Za-z]{0,30}\d)[A-Za-z0-9]{28}/g, rest: 'letters' },
  {
    kind: 'supabase-key',
    hint: ['sbp_', 'sb_secret_'],
    pattern: /(?<!\w)(?:sbp_(?:v0_)?[a-f0-9]{40}|sb_secret_[\w-]{20})/g,
    rest: 'word',
  },
  { kind: 'planetscale-token', hint: 'pscale_', pattern: /pscale_(?:tkn|pw|oauth)_[\w.=-]{30}/g, rest: 'dotted' },
  { kind: 'aiven-password', hint: 'AVNS_', pattern: /AVNS_[\w-]{12}/g, rest: 'word' },
  { kind: 'tailscale-key', hint: 'tskey-', pattern: /tskey-[a-z]{2,12}-[\w-]{16}/g, rest: 'word' },
  // Code and packages
  {
    kind: 'github-token',
    hint: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    pattern: /gh[pousr]_[A-Za-z0-9]{30}/g,
    rest: 'letters',
  },
  { kind: 'github-token', hint: 'github_pat_', pattern: /github_pat_\w{22}/g, rest: 'word' },
  {
    kind: 'gitlab-token',
    hint: [
      'glpat-',
      'glptt-',
      'gldt-',
      'glrt-',
      'glrtr-',
      'glcbt-',
      'glsoat-',
      'glft-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glffct-',
      'glwt-',
    ],
    pattern: /gl(?:pat|ptt|dt|rt|rtr|cbt|soat|ft|imt|agent|oas|ffct|wt)-[\w-]{20}/g,
    rest: 'dotted',
  },
  { kind: 'gitlab-token', hint: 'GR1348941', pattern: /GR1348941[\w-]{20}/g, rest: 'word' },
  {
    kind: 'atlassian-token',
    hint: ['ATATT3', 'ATCTT3', 'ATBB'],
    pattern: /(?<![A-Za-z0-9])AT(?:[AC]TT3[\w=-]{60}|BB[A-Za-z0-9]{32})/g,
    rest: 'base64',
  },
  { kind: 'npm-token', hint: 'npm_', pattern: /npm_[A-Za-z0-9]{36}/g, rest: 'letters' },
  { kind: 'pypi-token', hint: 'pypi-', pattern: /pypi-AgE[\w-]{50}/g, rest: 'word' },
  { kind: 'rubygems-key', hint: 'rubygems_', pattern: /rubygems_[a-f0-9]{48}/g },
  { kind: 'crates-token', hint: 'cio', pattern: /(?<![A-Za-z0-9])cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/g },
  { kind: 'nuget-key', hint: 'oy2', pattern: /(?<![A-Za-z0-9])oy2[a-z0-9]{43}(?![A-Za-z0-9])/g },
  { kind: 'clojars-token', hint: 'CLOJARS_', pattern: /CLOJARS_[a-f0-9]{60}/gi },
  {
    kind: 'artifactory-token',
    hint: ['AKCp', 'cmVmdGtu'],
    pattern: /(?<![A-Za-z0-9+/])(?:AKCp[A-Za-z0-9]{60}|cmVmdGtu[A-Za-z0-9]{50})/g,
    rest: 'letters',
  },
  { kind: 'docker-token', hint: 'dckr_', pattern: /dckr_(?:pat|oat)_[\w-]{20}/g, rest: 'word' },
  { kind: 'docker-auth', hint: '"auth"', pattern: /("auth"[ \t]{0,4}:[ \t]{0,4}")[A-Za-z0-9+/]{12}/g, rest: 'base64' },
  { kind: 'circleci-token', hint: ['CCIPAT_', 'CCIPRJ_'], pattern: /CCIP(?:AT|RJ)_[\w-]{20}/g, rest: 'word' },
  { kind: 'buildkite-token', hint: 'bkua_', pattern: /bkua_[a-z0-9]{40}/g },
  { kind: 'sonar-token', hint: ['sqp_', 'sqa_', 'squ_'], pattern: /(?<!\w)sq[pau]_[a-f0-9]{40}/g },
  { kind: 'sourcegraph-token', hint: 'sgp_', pattern: /(?<!\w)sgp_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}/g },
  { kind: 'postman-key', hint: 'PMAK-', pattern: /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/g },
  { kind: 'pulumi-token', hint: 'pul-', pattern: /(?<![\w-])pul-[a-f0-9]{40}/g },
  { kind: 'prefect-key', hint: ['pnu_', 'pnb_'], pattern: /(?<!\w)pn[ub]_[A-Za-z0-9]{36}/g },
  { kind: 'octopus-key', hint: 'API-', pattern: /(?<![\w-])API-(?=[A-Z]{0,25}\d)[A-Z0-9]{25,40}(?!\w)/g },
  {
    kind: 'doppler-token',
    hint: 'dp.',
    pattern: /(?<![\w.])dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40}/g,
    rest: 'dotted',
  },
  { kind: 'vault-token', hint: ['hvs.', 'hvb.', 'hvr.'], pattern: /hv[sbr]\.[\w-]{24}/g, rest: 'word' },
  { kind: 'terraform-token', hint: '.atlasv1.', pattern: /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40}/g, rest: 'word' },
  { kind: '1password-token', hint: 'ops_eyJ', pattern: /ops_eyJ[\w+/=-]{100}/g, rest: 'base64' },
  {
    kind: '1password-key',
    hint: 'A3-',
    pattern: /(?<![\w-])A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}/g,
  },
  // Models
  { kind: 'anthropic-key', hint: 'sk-ant-', pattern: /sk-ant-[\w-]{20}/g, rest: 'word' },
  { kind: 'openai-key', hint: 'sk-', pattern: /(?<![\w-])sk-(?=[\w-]{0,60}\d)[\w-]{20}/g, rest: 'word' },
  {
    kind: 'huggingface-token',
    hint: ['hf_', 'api_org_'],
    pattern: /(?:hf_|api_org_)[A-Za-z0-9]{30}/g,
    rest: 'letters',
  },
  { kind: 'replicate-token', hint: 'r8_', pattern: /(?<![A-Za-z0-9])r8_[A-Za-z0-9]{30}/g, rest: 'letters' },
  { kind: 'groq-key', hint: 'gsk_', pattern: /(?<![A-Za-z0-9])gsk_[A-Za-z0-9]{40}/g, rest: 'letters' },
  { kind: 'perplexity-key', hint: 'pplx-', pattern: /pplx-[A-Za-z0-9]{40}/g, rest: 'letters' },
  { kind: 'xai-key', hint: 'xai-', pattern: /(?<![\w-])xai-[A-Za-z0-9]{60}/g, rest: 'letters' },
  { kind: 'langsmith-key', hint: 'lsv2_', pattern: /lsv2_(?:pt|sk)_[a-f0-9]{32}/g, rest: 'word' },
  { kind: 'pinecone-key', hint: 'pcsk_', pattern: /pcsk_[\w-]{40}/g, rest: 'word' },
  { kind: 'tavily-key', hint: 'tvly-', pattern: /tvly-[\w-]{28}/g, rest: 'word' },
  { kind: 'nvidia-key', hint: 'nvapi-', pattern: /nvapi-[\w-]{40}/g, rest: 'word' },
  { kind: 'elevenlabs-key', hint: 'sk_', pattern: /(?<!\w)sk_[a-f0-9]{48}(?!\w)/g },
  // Services
  {
    kind: 'slack-token',
    hint: ['xox', 'xapp-'],
    pattern: /(?:xox[abceoprs]|xapp)(?:-|\.xox[bp]-)[A-Za-z0-9-]{10}/g,
    rest: 'word',
  },
  {
    kind: 'slack-webhook',
    hint: 'hooks.slack.com',
    pattern: /(hooks\.slack\.com\/[a-z]{1,20}\/)[\w/]{20}/g,
    rest: 'path',
  },
  {
    kind: 'discord-token',
    hint: ['MD', 'MT', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT'],
    pattern: /(?<![\w.-])[MNO][DTjz][\w-]{22,26}\.[\w-]{6}\.[\w-]{27}/g,
    rest: 'word',
  },
  { kind: 'discord-webhook', hint: '/api/webhooks/', pattern: /(\/api\/webhooks\/\d{5,30}\/)[\w-]{40}/g, rest: 'word' },
  {
    kind: 'teams-webhook',
    hint: '.webhook.office.com/',
    pattern: /(\.webhook\.office\.com\/)[\w/@-]{40}/g,
    rest: 'value',
  },
  { kind: 'telegram-token', hint: ':AA', pattern: /(?<!\d)\d{8,10}:AA[\w-]{32}/g, rest: 'word' },
  {
    kind: 'stripe-key',
    hint: ['k_live_', 'k_test_', 'whsec_'],
    pattern: /(?:[rs]k_(?:live|test)_|whsec_)[A-Za-z0-9]{16}/g,
    rest: 'letters',
  },
  {
    kind: 'square-token',
    hint: ['sq0', 'EAAA'],
    pattern: /(?<![A-Za-z0-9+/])(?:sq0(?:atp|csp|idp)-[\w-]{22}|EAAA[\w-]{60}(?![\w+/-]))/g,
    rest: 'word',
  },
  {
    kind: 'paypal-token',
    hint: 'access_token$',
    pattern: /access_token\$(?:production|sandbox)\$[a-z0-9]{10,20}\$[a-f0-9]{32}/g,
  },
  { kind: 'razorpay-key', hint: 'rzp_', pattern: /rzp_(?:live|test)_[A-Za-z0-9]{14}/g, rest: 'letters' },
  {
    kind: 'plaid-token',
    hint: 'access-',
    pattern: /access-(?:sandbox|development|production)-[a-f0-9]{8}-[a-f0-9-]{27}/g,
  },
  { kind: 'sendgrid-key', hint: 'SG.', pattern: /SG\.[\w-]{16,32}\.[\w-]{16}/g, rest: 'word' },
  { kind: 'mailgun-key', hint: 'key-', pattern: /(?<![\w-])key-[a-f0-9]{32}(?![\w-])/g },
  {
    kind: 'mailchimp-key',
    hint: ['-us1', '-us2', '-us3', '-us4', '-us5', '-us6', '-us7', '-us8', '-us9'],
    pattern: /(?<![\w-])[a-f0-9]{32}-us\d{1,2}(?![\w-])/g,
  },
  { kind: 'brevo-key', hint: ['xkeysib-', 'xsmtpsib-'], pattern: /x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}/g },
  { kind: 'resend-key', hint: 're_', pattern: /(?<!\w)re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20}/g, rest: 'letters' },
  { kind: 'twilio-key', hint: 'SK', pattern: /(?<![A-Za-z0-9])SK[a-f0-9]{32}(?![A-Za-z0-9])/g },
  { kind: 'shopify-token', hint: 'shp', pattern: /shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}/g },
  {
    kind: 'facebook-token',
    hint: 'EAA',
    pattern: /(?<![A-Za-z0-9+/])EAA(?=[A-Za-z]{0,60}\d)[A-Za-z0-9]{90}(?=[A-Za-z0-9]{0,400}(?![\w+/=-]))/g,
    rest: 'letters',
  },
  {
    kind: 'twitter-token',
    hint: 'AAAAAAAAAAAAAAAAAAAAA',
    pattern: /(?<![A-Za-z0-9+/%])A{21}[A-Za-z0-9]{4,20}%[A-Za-z0-9%]{40}/g,
    rest: 'base64',
  },
  { kind: 'dropbox-token', hint: 'sl.', pattern: /(?<![\w.])sl\.(?:u\.)?[\w-]{120}/g, rest: 'word' },
  { kind: 'linear-key', hint: 'lin_', pattern: /lin_(?:api|oauth)_[A-Za-z0-9]{32}/g, rest: 'letters' },
  {
    kind: 'notion-token',
    hint: ['ntn_', 'secret_'],
    pattern: /(?:ntn_[A-Za-z0-9]{40}|(?<!\w)secret_(?=[A-Za-z]{0,40}\d)[A-Za-z0-9]{43}(?!\w))/g,
    rest: 'letters',
  },
  { kind: 'airtable-token', hint: 'pat', pattern: /(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/g },
  { kind: 'asana-token', hint: '/1', pattern: /(?<![\w/.])[12]\/1\d{15}(?:\/\d{16})?:[a-f0-9]{32}/g },
  { kind: 'figma-token', hint: 'figd_', pattern: /figd_[\w-]{36}/g, rest: 'word' },
  { kind: 'typeform-token', hint: 'tfp_', pattern: /(?<!\w)tfp_[\w.=-]{40}/g, rest: 'dotted' },
  { kind: 'contentful-token', hint: 'CFPAT-', pattern: /CFPAT-[\w-]{40}/g, rest: 'word' },
  { kind: 'hubspot-token', hint: 'pat-', pattern: /(?<![\w-])pat-[a-z]{2}\d-[a-f0-9]{8}-[a-f0-9-]{27}/g },
  { kind: 'okta-token', hint: 'SSWS', pattern: /(\bSSWS[ \t]{1,4})[\w-]{30}/g, rest: 'word' },
  { kind: 'mapbox-token', hint: 'sk.eyJ', pattern: /(?<![\w.])sk\.eyJ[\w-]{40}/g, rest: 'dotted' },
  {
    kind: 'newrelic-key',
    hint: ['NRAK-', 'NRII-', 'NRRA-'],
    pattern: /NR(?:AK|II|RA)-[A-Za-z0-9-]{27}/g,
    rest: 'word',
  },
  {
    kind: 'grafana-token',
    hint: ['glc_', 'glsa_', 'eyJrIjoi'],
    pattern: /(?<!\w)(?:glc_[A-Za-z0-9+/=]{32}|glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|eyJrIjoi[A-Za-z0-9+/=]{60})/g,
    rest: 'base64',
  },
  { kind: 'sentry-token', hint: ['sntrys_', 'sntryu_'], pattern: /sntry[su]_[\w+/=-]{50}/g, rest: 'base64' },
  { kind: 'dynatrace-token', hint: 'dt0', pattern: /dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}/g },
  { kind: 'posthog-key', hint: 'phx_', pattern: /(?<!\w)phx_[A-Za-z0-9]{40}/g, rest: 'letters' },
  {
    kind: 'launchdarkly-key',
    hint: ['sdk-', 'api-'],
    pattern: /(?<![\w-])(?:sdk|api)-[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[a-f0-9]{4}-[a-f0-9]{12}/g,
  },
  { kind: 'shippo-token', hint: 'shippo_', pattern: /shippo_(?:live|test)_[a-f0-9]{40}/g },
  {
    kind: 'easypost-key',
    hint: ['EZAK', 'EZTK'],
    pattern: /(?<![A-Za-z0-9+/])EZ[AT]K[A-Za-z0-9]{54}(?![A-Za-z0-9+/])/g,
  },
  { kind: 'flutterwave-key', hint: 'FLWSECK', pattern: /FLWSECK(?:_TEST)?-[a-z0-9]{12,40}-X/gi },
  { kind: 'adafruit-key', hint: 'aio_', pattern: /(?<!\w)aio_[A-Za-z]{4}\d{2}[A-Za-z0-9]{22}/g },
  // Keys and headers
  { kind: 'age-key', hint: 'AGE-SECRET-KEY-', pattern: /AGE-SECRET-KEY-1[0-9A-Z]{50}/g, rest: 'letters' },
  {
    kind: 'private-key',
    hint: 'LS0tLS1CRUdJTiB',
    pattern:
      /LS0tLS1CRUdJTiB(?:SU0EgUFJJV|QUklWQVRF|FQyBQUklW|PUEVOU1NI|FTkNSWVBURUQgUFJJV|EU0EgUFJJV)[A-Za-z0-9+/]{20}/g,
    rest: 'base64',
  },
  { kind: 'jwt', hint: 'eyJ', pattern: /(?<![\w-])eyJ[\w-]{8,8192}\.[\w-]{8}/g, rest: 'dotted' },
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
    pattern: /(\bauthorization["']?[ \t]{0,8}[:=][ \t]{0,8}["']?)[\w.~+/=-]{20}/gi,
    rest: 'base64',
  },
  {
    kind: 'credentials',
    hint: ['-key', '-Key', '-KEY', '-token', '-Token', '-TOKEN'],
    pattern:
      /(\b(?:x-(?:goog-)?api-key|api-key|x-auth-token|private-token|x-vault-token|x-amz-security-token)["']?[ \t]{0,8}[:=][ \t]{0,8}["']?)[^\s"',;]{8}/gi,
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
    pattern: /(:\/\/[^\s/?#:@"'<>]{0,200}:)(?!\*{1,64}@|[${])[^\s/?#"'<>]{1,1024}(?=@)/g,
  },
  { kind: 'credentials', hint: '://', pattern: /(:\/\/)[^\s/?#:@"'<>]{20,1024}(?=@)/g },
  {
    kind: 'password',
    hint: ['login ', 'login\t'],
    pattern: /(\blogin[ \t]{1,8}[^\s"']{1,100}[ \t]{1,8}password[ \t]{1,8})[^\s"'{$<]{3}/g,
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
    pattern: /(\b(?:curl|wget) [^\r\n|;&]{0,200}?(?<= )(?:-u|--user)[ =]?["']?[\w.@%+-]{1,64}:)(?!["'$\s])[^\s"']{2}/g,
    rest: 'value',
  },
]
