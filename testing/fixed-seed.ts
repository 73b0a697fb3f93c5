import { configureGlobal } from 'fast-check'

// The same seed for every run, so that results are reproducible. `FAST_CHECK_SEED=random npm test` looks for new
// counterexamples; a failing property prints the seed to set.
const wanted = process.env.FAST_CHECK_SEED ?? '20261117'
configureGlobal({ seed: wanted === 'random' ? Date.now() % 2 ** 31 : Number(wanted) })
