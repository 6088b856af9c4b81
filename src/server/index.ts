// The public entry of the engine's server half, for features: a feature and its calls, hooks and jobs, and the database.
//
//   import { serveCall, type ServerFeature } from '#engine/server'
//
//   export const parking: ServerFeature = { name: 'parking', needs: { parking_lots: ['name'] }, calls: [serveCall(freeCall, countFree)] }
//
// A write takes its transaction (`Tx`) first; a feature's own query asks `scopeSql` which rows it may see.

export { databaseError } from './answers/database-error'
export { writeLog, type FieldChange } from './audit'
export { hashPassword } from './auth/password'
export { callLimit } from './calls/call-limit'
export type { RecordWrites } from './feature/call'
export { CommandError } from './commands/command-error'
export type { Command } from './feature/feature'
export type { Database, Db, Tx } from './database/database'
export { iso } from './database/iso'
export { anyOf, type ColumnName, type ColumnOf, type RowOf, typedTables, type TypedTables } from './database/typed-tables'
export { demoWriter, type DemoWriter } from './demo/demo-writer'
export { tell } from './events/tell'
export { serveCall, serveFile, type CallContext, type CallFile, type ServerCall } from './feature/call'
export type { DemoContext, KeptRows, ServerFeature } from './feature/feature'
export type { HookContext, Hooks, PresentAt } from './feature/hooks'
export { readAddingForms as readPublishedForms, readVersion } from './forms/read-forms'
export type { Job } from './jobs/job'
export { wakeJob } from './jobs/wake-job'
export { columnsSql, type OwnTable } from './migrate/own-table'
export { searchWords } from './records/read/search-words'
export { ruleToSql } from './rules/rule-to-sql'
export { scopeSql } from './rules/scope-sql'
export type { Runtime } from './runtime'
export { addressKind } from './outbound/address-kind'
export { outboundCalls, OutboundError, type OutboundAnswer } from './outbound/call-out'
export { openSecret } from './secrets/keyring'
export { sharedKey } from './settings/shared-key'
export { startServer } from './start'
export { startThread } from './threads/start-thread'
export { Turns } from './threads/turns'
export { stateObjects, type StateObject, type Teller } from './words/state-objects'
