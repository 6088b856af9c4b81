import { startServer } from './start'

// The entry of an application without code: PROJECT_DIR names the folder of its schemas, resources and words.
await startServer([])
