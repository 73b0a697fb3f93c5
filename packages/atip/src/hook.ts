/** The program as a hook: nothing of the framework is loaded, because an agent waits before each of its calls. */
export { answerHere } from './agents/hooks/answer-here.js'
export { rehearse } from './agents/hooks/rehearse.js'
