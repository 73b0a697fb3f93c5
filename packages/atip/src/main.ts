import cli from './cli.js'
import { VERDICT } from './commands/verdict.js'

// The build lets the commands, which are files of their own, find the framework here.
export * from 'tooli'

let isBad = false
process.once(VERDICT, () => void (isBad = true))

// Whoever reads our result may be gone before the end, which tooli counts as success.
void cli.run().then((code) => {
  if (code === 0 && isBad) process.exitCode = 1
})
