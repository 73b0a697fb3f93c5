export { createRedactor, type Redaction, type Redactor, type RedactorOptions } from './redactor.js'
export type { RedactionStream } from './stream.js'
export type { SecretShape } from './shapes/shape.js'
export { mask } from './mask.js'

export { firstSecret, secretLines } from './lines.js'

export { secretsOf } from './environment.js'
export { isNamedSecret, secretVariables } from './names.js'
