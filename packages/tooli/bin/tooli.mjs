#!/usr/bin/env node
/** Committed and not built, so that npm finds it in a fresh clone. */
import '../dist/bin/tooli.js'
