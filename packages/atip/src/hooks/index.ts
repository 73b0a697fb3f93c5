export { answerTo, refusal, type Answer, type AnswerOptions } from './answer.js'
export { hookCommand } from './command-line.js'
export { HOSTS, isHostName } from './hosts.js'
export { HOST_NAMES, type Host, type HostEvent, type HostName, type HostSettings } from './types.js'
