export { agentify } from './agentify.js'
