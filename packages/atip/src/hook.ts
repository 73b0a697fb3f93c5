/** `atip hook` without the framework, because agents wait for it before every call. */
export { answerHere as answer } from './hooks/answer-here.js'
