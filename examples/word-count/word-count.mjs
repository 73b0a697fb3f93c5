#!/usr/bin/env node
import cli from './cli.mjs'

await cli.run()
