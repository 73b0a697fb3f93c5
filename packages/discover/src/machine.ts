/** Facts about this machine and user, in an entry of its own for callers that must not load the rest. */
export { homeFolder, thisMachine, type Machine } from './machine/machine.js'
export { placesFrom, type DataFolders } from './catalog/places.js'
export { hasOwnDescriptions } from './machine/own-descriptions.js'
