/** `atip hook` without the framework, because an agent waits for it before each of its calls. */
export { answerHere as answer } from './hooks/answer-here.js'
