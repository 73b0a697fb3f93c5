import type { AndOr, Assignment, Case, Command, CompoundList, Elif, Pipeline } from 'unbash'
import type { Statement, SyntaxNode, Word as SyntaxWord } from 'unbash'
import { isSecretVariable } from '../places/index.js'
import { forEachAlternative } from './alternatives.js'
import { textOfVariable, valueAssigned } from './assignments.js'
import {
  calculated,
  foldOne,
  foldWord,
  isSubscriptWithCode,
  visitSubstitutions,
  visitTest,
  type ExpansionRunner,
} from './fold-word.js'
import { anyParameters, valueOf } from './fold-parameter.js'
import { withOpened } from './descriptors.js'
import { settleMove } from './folders.js'
import { changedVariables, isChanged, mergeInto, widen } from './merge.js'
import { mayBeNothing } from './vanishing.js'
import { multipliesItself } from './multiplies.js'
import { beyondPosix } from './beyond-posix.js'
import { mayNotExpand } from './oddities.js'
import { unusualForm } from './ordinary.js'
import { decode, encode } from './encoded.js'
import { comesFirst, isBuiltin, printsOnly } from './builtin-kinds.js'
import { parseLine } from './parse.js'
import { keepOutput, leavesPipe, readRedirects, type OutputRedirect, type Redirects } from './redirects.js'
import {
  assign,
  bind,
  forkOf,
  makeVolatile,
  subshellOf,
  TooMuch,
  type ShellScope,
  type ShellFunction,
} from './scope.js'
import {
  branches,
  INHERITED,
