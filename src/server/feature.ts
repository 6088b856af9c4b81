import type { TSchema, Static } from 'typebox'
import type { Actor } from '../model/actor'
import type { CallContract } from '../model/call'
import type { JsonObject } from '../model/json'
import type { Model } from '../model/model'
import type { CallRecords } from './calls/call-records'
import type { Database, Db, Tx } from './database/database'
import type { Job } from './jobs/job'

/** What a bespoke call gets beside its input. */
export interface CallContext {
  readonly actor: Actor
  readonly model: Model
  readonly db: Db
  readonly transaction: Database['transaction']
  readonly now: () => Date
  /** Where the asker is: web, android, ios, api or widget. */
  readonly platform: string
  /** Settings of the company, by key. */
  readonly settings: JsonObject
  /** The catalogues with the asker's rights and reach. */
  readonly records: CallRecords
  /** A text of `i18n/` in the asker's language. */
  readonly say: (key: string, params?: { readonly [name: string]: string | number }) => string
}

export interface ServerCall {
  readonly contract: CallContract
  readonly handle: (context: CallContext, input: never) => Promise<unknown>
}

/** Binds a handler to its contract; input and answer are typed by the contract's schemas. */
export function serveCall<Req extends TSchema, Res extends TSchema>(
  contract: CallContract<Req, Res>,
  handle: (context: CallContext, input: Static<Req>) => Promise<Static<Res>>,
): ServerCall {
  return { contract, handle: handle as ServerCall['handle'] }
}

export interface HookContext {
  readonly tx: Tx
  readonly actor: Actor
  readonly model: Model
  readonly now: Date
  /** Session that the write came by; absent: none (a command). */
  readonly id_session?: number | null
  /** People write their own profile, having shown that it is they. */
  readonly ownProfile?: boolean
}

/** When, and under which settings of the company, records are shown. */
export interface PresentAt {
  readonly now: Date
  readonly settings: JsonObject
}

/** What a feature does around a record's write; see the order in docs/metadata. */
export interface Hooks {
  /** Entity the hooks belong to. */
  readonly entity: string
  beforeSave?(context: HookContext, data: JsonObject, before: JsonObject | null): Promise<JsonObject>
  /** Same transaction; a throw rolls back. */
  afterSave?(context: HookContext, record: JsonObject, before: JsonObject | null): Promise<void>
  /** In place of `afterSave` for records that one call writes together; without it each has its own. */
  afterSaveMany?(context: HookContext, saved: readonly { readonly record: JsonObject; readonly before: JsonObject | null }[]): Promise<void>
  /** A throw keeps the record. */
  beforeRemove?(context: HookContext, record: JsonObject): Promise<void>
  /** The outside world. */
  afterCommit?(record: JsonObject): Promise<void>
  /** Extra read-only wire fields for a page of records, in one query for the page. */
  present?(db: Db, records: readonly JsonObject[], at: PresentAt): Promise<readonly JsonObject[]>
}

export interface ScreenModule {
  readonly key: string
  readonly title: string
  readonly route: string
  readonly icon: string
  readonly group: string | null
  readonly order: number
}

export interface DemoStart {
  readonly database: Database
}

export interface DemoContext extends DemoStart {
  readonly model: Model
  readonly scale: number
  readonly log: (line: string) => void
}

export interface KeptRows {
  readonly tables: readonly string[]
  /** Heard in every process soon after a commit that changed one of the tables, in the writer's own at once. */
  forget(db: Db): void
}

/** The server half of a bespoke feature: `custom/<feature>/server/index.ts`. */
export interface ServerFeature {
  readonly name: string
  /** Fields it counts on, entity → names; the start stops when one is missing. */
  readonly needs: { readonly [entity: string]: readonly string[] }
  readonly calls?: readonly ServerCall[]
  readonly hooks?: readonly Hooks[]
  /** Work that one process at a time does every so often. */
  readonly jobs?: readonly Job[]
  /** Modules that are screens, not catalogues: a module row each. */
  readonly modules?: readonly ScreenModule[]
  /** Rows that it keeps in memory: of which tables, and how it lets go of them. */
  readonly keeps?: KeptRows
  /** Names of widgets and panels whose client half this feature supplies, so that the server's check knows them. */
  readonly widgets?: readonly string[]
  readonly panels?: readonly string[]
  /** Defaults of the settings it reads; a browser sees them in `user.config` of verify. */
  readonly settings?: JsonObject
  /** Fills a new demo database; `scale` 1 is a few hundred rows. */
  readonly demo?: (context: DemoContext) => Promise<void>
  /** What a demo database needs at every later start, so that it looks as alive as on its first day. */
  readonly demoAgain?: (context: DemoStart) => Promise<void>
  /** Accounts that `demo` makes, told to whoever starts a demo; `what` is a few words. */
  readonly demoAccounts?: readonly { readonly email: string; readonly password: string; readonly what: string }[]
}
