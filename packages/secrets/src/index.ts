export { createRedactor, type Redaction, type Redactor, type RedactorOptions } from './redactor.js'
export type { RedactionStream } from './stream.js'
export type { SecretShape } from './shapes/shape.js'
export { mask } from './mask.js'

export { secretLines, type SecretLine, type SecretLinesOptions } from './lines.js'

export { secretsOf } from './environment.js'
export { isNamedSecret, secretVariables } from './names.js'
