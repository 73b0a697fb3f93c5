export { createTooli } from './cli.js'
export { writeProject, type NewProject } from './project.js'
