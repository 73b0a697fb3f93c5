#!/usr/bin/env node
/** Not built itself, so that npm finds it in a fresh clone. */
import '../dist/bin/tooli.js'
