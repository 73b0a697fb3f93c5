export { homeOf, pathFrom } from './path-from.js'
export {
  holdsProtected,
  isAgentNote,
  isFromElsewhere,
  isHiddenSetting,
  isInSettings,
  isInTopFolder,
  isOfRepository,
  isOrdinaryFolder,
  isOutput,
  isRevealing,
  isShownPlace,
  isVersionManager,
  kindOfPath,
  leadsBeyond,
  namesShownPlace,
  protects,
  repositoryFolders,
  standardPlace,
  type PlaceKind,
} from './paths.js'
export {
  aimsAtSecrets,
  hasUsualSecrets,
  isOrdinaryFilter,
  patternsOf,
  protectedFile,
  selectsCode,
  selectsOrdinary,
  type Filter,
} from './filters.js'
export {
  isCodeName,
  isSourceFolder,
  rarelyShows,
  showingOf,
  showsFiles,
  tellsFigures,
  tellsOfSecret,
  WORST_FIRST,
  type Showing,
} from './ordinary-files.js'
export { keepsSecrets, onlyShows } from './addresses.js'
export { pathInAddress } from './file-address.js'
export { folderListed, hiddenOf } from './hidden-files.js'
export { isKeyFolder, isPrivatePath, isSecretPath, looksForKeys, mayFindSecret, namesSecrets } from './secrets.js'
export {
  fileInAddress,
  findsShown,
  isAddressVariable,
  changesOnlyOutput,
  isOutputVariable,
  isProjectVariable,
  isSecretVariable,
  isShownVariable,
  isSystemVariable,
  mayHoldSecret,
  meaningOfVariable,
  usualPlaceOf,
  type VariableMeaning,
} from './environment.js'
export type { EnvironmentTable, PathsTable, Protection, SecretsTable } from './tables.js'
