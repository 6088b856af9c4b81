// The public entry of the engine's server half, for features: a feature and its calls, hooks and jobs, and the
// database.
//
//   import { serveCall, type ServerFeature } from '#engine/server'
//
//   export const parking: ServerFeature = { name: 'parking', needs: { parking_lots: ['name'] }, calls:
// [serveCall(freeCall, countFree)] }
//
// A write takes its transaction (`Tx`) first; a feature's own query asks `scopeSql` which rows it may see.

export { databaseError } from './platform/answers/database-error'
export { writeLog, type FieldChange } from './language/audit'
export { onAccessEnd } from './work/accounts/access-ends'
export { hashPassword } from './language/actor/password'
export type { CheckOutcome, SelfCheck } from './work/checks/self-check'
export { callAs } from './http/calls/call-as'
export { callLimit } from './platform/once/call-limit'
export type { RecordWrites } from './language/feature/call'
export { CommandError } from './boot/commands/command-error'
export type { Command } from './language/feature/feature'
export type { Database, Db, Tx } from './platform/database/database'
export type * from './platform/database/database-context'
export { iso } from './platform/database/iso'
export { plannedOnce } from './platform/database/prepared'
export {
  anyOf,
  type ColumnName,
  type ColumnOf,
  type RowOf,
  typedTables,
  type TypedTables,
} from './language/rules/typed-tables'
export { demoWriter, type DemoWriter } from './boot/demo/demo-writer'
export { messageKey, queueMessages, queueText, type QueuedMessage } from './work/outbox/queue-messages'
export type { BookedAccount, BooksEntry, BooksKeeper } from './language/feature/books'
export { enterRecord, takeRecordBack, type RecordEntry } from './records/books/enter-record'
export { tell } from './records/write/tell'
export { SharedAnswer } from './platform/answers/shared-answer'
export { shapeOf } from './language/feature/shape'
export { serveCall, serveFile, type CallContext, type CallFile, type ServerCall } from './language/feature/call'
export type { DemoContext, EffectMessage, KeptRows, Outcome, ServerFeature } from './language/feature/feature'
export type { InboundAnswer, InboundCall, InboundRequest } from './language/feature/inbound'
export type { FoundMatter, HookContext, Hooks, MatterContext, PresentAt } from './language/feature/hooks'
export type { CallFiles, FileField, TakenFile } from './platform/files/call-files'
export { allowsNoMore } from './work/accounts/protect-grants'
export { fileBytes, holdFile, keepBytes } from './platform/files/feature-files'
export { readAddingForms as readPublishedForms, readVersion } from './records/forms/read-forms'
export type { Job } from './platform/jobs/job'
export { wakeJob } from './platform/jobs/wake-job'
export { columnsSql, type OwnTable } from './language/migrate/own-table'
export { searchWords } from './records/read/search-words'
export { ruleToSql } from './language/rules/rule-to-sql'
export { scopeSql } from './language/rules/scope-sql'
export type { Runtime } from './language/runtime'
export { addressKind } from './platform/network/address-kind'
export { type MayCall, outboundCalls, OutboundError, type OutboundAnswer } from './platform/network/call-out'
export { once, type OnceAnswer, type OnceAsked } from './platform/once/once'
export type { MailExample, MailKind, WrittenMail } from './work/mail/mail-kind'
export { patchesOf, type By, type Deed, type Patched, type Patches, type Values } from './records/write/patches'
export { byAsker, byHook, BY_PROGRAM } from './records/write/patch-deed'
export { raised, raisedIn } from './records/write/raised'
export { openSecret } from './platform/secrets/keyring'
export { sharedKey } from './platform/secrets/shared-key'
export { startServer } from './boot/start'
export type { DataChange } from './records/upgrade/data-change'
export type { OwnIndex } from './records/upgrade/later-indexes'
export { startThread } from './platform/threads/start-thread'
export { Turns } from './platform/threads/turns'
export { stateObjects, type StateObject, type Teller } from './language/words/state-objects'
