import cli from './cli.js'

// The build lets the commands, which are files of their own, find the framework here.
export * from 'tooli'

void cli.run()
