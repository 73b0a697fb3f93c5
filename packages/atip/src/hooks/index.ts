export { answerTo, refusal, type HookReply, type AnswerOptions } from './answer.js'
export { hookCommand } from './command-line.js'
export { HOSTS, isHostName } from './hosts.js'
export { HOST_NAMES, type AgentHost, type HostEvent, type HostName, type HostSettings } from './types.js'
