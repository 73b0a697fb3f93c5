/** Which machine and user this is, for those who must not load what knows its tools. */
export { thisMachine, type Machine } from './machine/machine.js'
export { placesFrom, type DataFolders } from './catalog/places.js'
export { hasOwnDescriptions } from './machine/own-descriptions.js'
