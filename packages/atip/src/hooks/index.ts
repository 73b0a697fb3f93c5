export {
  answerTo,
  ASK_MODES,
  refusal,
  type AnswerOptions,
  type AskMode,
  type HookEntry,
  type HookReply,
} from './answer.js'
export { LOG_LIMIT, logFiles, type LogEntry } from './log.js'
export { hookCommand, HOOK_MARK } from './command-line.js'
export { PLUGIN_MARK } from './opencode-plugin.js'
export { textOf, withPieces, type Piece } from './pieces.js'
export { HOSTS, isHostName } from './hosts.js'
export { HOST_NAMES, type AgentHost, type HostEvent, type HostName, type HostSettings } from './types.js'
