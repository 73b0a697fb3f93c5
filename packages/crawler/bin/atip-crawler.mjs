#!/usr/bin/env node
import { crawlerArgv, crawlerCli } from '../dist/index.js'

await crawlerCli.run(crawlerArgv(process.argv.slice(2)))
