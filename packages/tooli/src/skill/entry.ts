export { skillPlaceCommand } from './place-command.js'
export { skillCommand } from './skill-command.js'
