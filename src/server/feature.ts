import type { TSchema, Static } from 'typebox'
import type { Actor } from '../model/actor'
import type { CallContract } from '../model/call'
import type { Json, JsonObject } from '../model/json'
import type { Model } from '../model/model'
import type { CallRecords } from './calls/call-records'
import type { CallSession } from './calls/call-session'
import type { Command } from './commands/command'
import type { Database, Db, Tx } from './database/database'
import type { Job } from './jobs/job'
import type { OwnTable } from './migrate/own-table'
import type { Runtime } from './runtime'

/** What a bespoke call gets beside its input. */
export interface CallContext {
  readonly actor: Actor
  readonly model: Model
  readonly db: Db
  readonly transaction: Database['transaction']
  readonly now: () => Date
  /** Where the asker is: web, android, ios, api or widget. */
  readonly platform: string
  /** Whom the asker's address belongs to, for limits. */
  readonly network: string
  /** Address of this server as people outside reach it, without a slash at its end, for links that are given away; null: nobody can tell. */
  readonly origin: string | null
  /** The address of a person's picture by what his row holds; null without one. */
  readonly picture: (pic: Json | undefined) => Promise<string | null>
  /** Settings of the company, by key. */
  readonly settings: JsonObject
  /** The catalogues with the asker's rights and reach. */
  readonly records: CallRecords
  /** The asker's session, and a way in for people whose application is the feature's own. */
  readonly session: CallSession
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

/** When, under which settings of the company, and to whom records are shown. */
export interface PresentAt {
  readonly now: Date
  /** Who reads the records. */
  readonly actor: Actor
  readonly settings: JsonObject
  readonly model: Model
  /** A text in the asker's language. */
  readonly say: (key: string, params?: { readonly [name: string]: string | number }) => string
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

export interface DemoContext {
  readonly database: Database
  readonly model: Model
  readonly scale: number
  readonly log: (line: string) => void
  /** Settings of the company as they are by now, with their defaults. */
  readonly settings: () => Promise<JsonObject>
}

/** A server that has begun to listen. */
export interface Serving {
  /** Where this machine reaches it, e.g. `http://127.0.0.1:8080`. */
  readonly url: string
  readonly origin: 'demo' | 'empty'
  readonly log: (line: string) => void
}

export interface KeptRows {
  readonly tables: readonly string[]
  /** Heard in every process soon after a commit that changed one of the tables, in the writer's own at once. */
  forget(db: Db): void
}

/** A page for everybody: its address (one `:part` at its end) and the script that draws it, as a path of the project. */
export interface PublicPage {
  readonly path: string
  readonly script: string
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
  /** Names of widgets, panels and dialogs whose client half this feature supplies, so that the server's check knows them. */
  readonly widgets?: readonly string[]
  readonly panels?: readonly string[]
  readonly dialogs?: readonly string[]
  /** Pages outside the console, which load nothing of it. */
  readonly publicPages?: readonly PublicPage[]
  /** Defaults of the settings it reads; a browser sees them in `user.config` of verify. */
  readonly settings?: JsonObject
  /** Database objects that metadata cannot say (a partitioned table, a trigger); at every start, and so idempotent. */
  readonly prepare?: (tx: Tx) => Promise<void>
  /** Tables among them, by name, for `npm run generate`. */
  readonly tables?: { readonly [table: string]: OwnTable }
  /** What it keeps going in every process that serves (a memory that hears of changes); returns how to end it, which the app's closing waits for. */
  readonly open?: (runtime: Runtime) => Promise<() => Promise<void>>
  /** What it starts beside a server that listens; returns how to end it, which the server's end waits for before it stops answering. */
  readonly beside?: (serving: Serving) => Promise<() => Promise<void>>
  /** Further commands of the program, by name. */
  readonly commands?: { readonly [name: string]: () => Promise<Command> }
  /** Fills a new demo database; `scale` 1 is a few hundred rows. */
  readonly demo?: (context: DemoContext) => Promise<void>
  /** Accounts that `demo` makes, told to whoever starts a demo; `what` is a few words. */
  readonly demoAccounts?: readonly { readonly email: string; readonly password: string; readonly what: string }[]
}
