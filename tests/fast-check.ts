import { configureGlobal } from 'fast-check'
import { runSeed } from './random-source'

// The same examples in every run that decides what lands; `TEST_SEED=random` looks for new ones.
configureGlobal({ seed: runSeed() })

export * from 'fast-check'
