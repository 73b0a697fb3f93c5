#!/usr/bin/env node
import { createTooli } from '../dist/index.js'

await createTooli.run()
