import type { Channel } from '../../../model/effects/effect'
import type { JsonObject } from '../../../model/json'
import type { LayoutKind } from '../../../model/layout'
import type { Model } from '../../../model/model'
import type { Chart } from '../../../model/stat'
import type { SelfCheck } from '../../work/checks/self-check'
import type { Config } from '../../platform/config'
import type { Database, Db, Tx } from '../../platform/database/database'
import type { FileField } from '../../platform/files/call-files'
import type { Job } from '../../platform/jobs/job'
import type { MailKind } from '../../work/mail/mail-kind'
import type { OwnTable } from '../migrate/own-table'
import type { ScreenModule } from '../modules/module-list'
import type { MayCall } from '../../platform/network/call-out'
import type { Runtime } from '../runtime'
import type { DataChange } from '../../records/upgrade/data-change'
import type { OwnIndex } from '../../records/upgrade/later-indexes'
import type { BooksKeeper } from './books'
import type { ServerCall } from './call'
import type { Hooks } from './hooks'
import type { InboundCall } from './inbound'

export interface DemoContext {
  readonly database: Database
  readonly model: Model
  readonly scale: number
  readonly log: (line: string) => void
  /** Settings of the company as they are now, with their defaults. */
  readonly settings: () => Promise<JsonObject>
}

/** A server that is listening. */
export interface Serving {
  /** Its address on this machine, e.g. `http://127.0.0.1:8080`. */
  readonly url: string
  readonly origin: 'demo' | 'empty'
  readonly log: (line: string) => void
}

export interface KeptRows {
  readonly tables: readonly string[]
  /** Called in every process soon after a commit that changed one of the tables, in the writer's own at once. */
  forget(db: Db): void
}

type FeatureChannel = Exclude<Channel, 'mail' | 'notice' | 'webhook'>

/** A message to one person. It may be handed over twice; the sender recognises it by its key. */
export interface EffectMessage {
  /** The same at every try. */
  readonly key: string
  readonly id_user: number
  /** Of somebody without an account; null: it is for `id_user`. */
  readonly phone: string | null
  readonly subject: string | null
  readonly body: string
  /** What it is about. */
  readonly entity: string
  readonly resource: string
  readonly id_target: string
  /** What opens it in place of the record, as people said who wrote it. */
  readonly actionable: JsonObject | null
}

/**
 * The result of a try to send. `again`: a later try may succeed; `after_s`: not before so many seconds, as the receiver
 * asked.
 */
export type Outcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: string; readonly again: boolean; readonly after_s?: number }

/**
 * A public page: its address (at most one `:part`, at its end) and the script that draws it, as a path of the project.
 */
interface PublicPage {
  readonly path: string
  readonly script: string
  /**
   * Pages of others may show it in a frame: it has no session, and nothing that a stolen click could do. A function
   * names the sites that may.
   */
  readonly framed?: true | FramedBy
  /**
   * People may keep it on their telephones: icons (paths of the project, by their width in pixels) and a worker that
   * keeps the page's shell; each address that fits a path with parts is one of its own.
   */
  readonly installable?: { readonly icons: { readonly [size: number]: string } }
}

/**
 * The origins (`https://www.example.com`, `https://*.example.com`) whose pages may frame a public page, by the part of
 * its address.
 */
export type FramedBy = (db: Db, part: string) => Promise<readonly string[]>

/** Screens that features bring in addition to the catalogues. */
export const screensOf = (features: readonly ServerFeature[]): readonly ScreenModule[] =>
  features.flatMap(({ modules }) => modules ?? [])

/** Who keeps the books, if one of them does. */
export const booksOf = (features: readonly ServerFeature[]): BooksKeeper | undefined =>
  features.find(({ books }) => books)?.books

/** Channels that features send by. */
export const channelsOf = (features: readonly ServerFeature[]): readonly string[] =>
  features.flatMap(({ effects }) => Object.keys(effects ?? {}))

/** Tables that features keep themselves, and whose each is. */
export const tableOwners = (features: readonly ServerFeature[]): { readonly [table: string]: string } =>
  Object.fromEntries(
    features.flatMap(({ name, tables = {} }) => Object.keys(tables).map((table) => [table, `the feature "${name}"`])),
  )

/** The server half of a bespoke feature: `custom/<feature>/server/index.ts`. */
export interface ServerFeature {
  readonly name: string
  /** Fields it requires, entity → names; the start stops when one is missing. */
  readonly needs: { readonly [entity: string]: readonly string[] }
  readonly calls?: readonly ServerCall[]
  /** File fields of tables that it writes itself: who may edit the module may send files for them. */
  readonly uploads?: readonly (FileField & { readonly module: string })[]
  /** Calls that programs of others make, known by their signatures. */
  readonly inbound?: readonly InboundCall[]
  readonly hooks?: readonly Hooks[]
  /** Keeps the books that records enter what they come to into (`x-posts`); one feature does. */
  readonly books?: BooksKeeper
  /** Work that one process at a time does at intervals. */
  readonly jobs?: readonly Job[]
  /** Modules that are screens, not catalogues: a module row each. */
  readonly modules?: readonly ScreenModule[]
  /** Rows that it keeps in memory: of which tables, and how to release them. */
  readonly keeps?: KeptRows
  /**
   * Names of widgets, panels, dialogs, layouts and charts whose client half this feature supplies, for the server's
   * check.
   */
  readonly widgets?: readonly string[]
  readonly panels?: readonly string[]
  readonly dialogs?: readonly string[]
  readonly layouts?: readonly LayoutKind[]
  readonly charts?: readonly Chart[]
  /** Pages outside the console, which load nothing of it. */
  readonly publicPages?: readonly PublicPage[]
  /** Defaults of the settings it reads; browsers get them in `user.config` of verify. */
  readonly settings?: JsonObject
  /** Those among them that are addresses of pictures, or patterns of such: the browser may load from there. */
  readonly imageSettings?: readonly string[]
  /** Indexes that no catalogue asks for. Over a large table they are made after the start, while everybody writes. */
  readonly indexes?: readonly OwnIndex[]
  /** Changes of rows that earlier versions wrote, made once. */
  readonly changes?: readonly DataChange[]
  /**
   * Database objects that metadata cannot describe (a partitioned table, a trigger); created at every start, and so
   * idempotent. It changes no rows: `changes` does.
   */
  readonly prepare?: (tx: Tx) => Promise<void>
  /** The tables among them, by name: no schema may have theirs, and `npm run generate` writes their types. */
  readonly tables?: { readonly [table: string]: OwnTable }
  /**
   * What it keeps running in every serving process (a cache that listens for changes); returns how to end it, which the
   * app's closing waits for.
   */
  readonly open?: (runtime: Runtime) => Promise<() => Promise<void>>
  /**
   * What it starts next to a listening server; returns how to end it, which the server's end waits for before it stops
   * answering.
   */
  readonly alongside?: (serving: Serving) => Promise<() => Promise<void>>
  /**
   * How it sends what effects tell by channels that the engine does not have; `may`: which addresses this installation
   * may call.
   */
  readonly effects?: {
    readonly [channel in FeatureChannel]?: (message: EffectMessage, runtime: Runtime, may: MayCall) => Promise<Outcome>
  }
  /**
   * Why nothing can be sent by such a channel under these settings: the key of a sentence below `deliveries.reasons`;
   * null: it can. What waits is tried once it can.
   */
  readonly effectsWait?: { readonly [channel in FeatureChannel]?: (settings: JsonObject) => string | null }
  /** Further commands of the program, by name. */
  readonly commands?: { readonly [name: string]: () => Promise<Command> }
  /** Fills a new demo database; `scale` 1 is a few hundred rows. */
  readonly demo?: (context: DemoContext) => Promise<void>
  /** Mails that it sends, whose templates the console shows. */
  readonly mails?: readonly MailKind[]
  /** What it can find out about itself and what it depends on, for the page on which the console checks itself. */
  readonly checks?: readonly SelfCheck[]
  /** Accounts that `demo` creates, shown to the person who starts a demo; `what` is a few words. */
  readonly demoAccounts?: readonly { readonly email: string; readonly password: string; readonly what: string }[]
}

interface CommandContext {
  readonly config: Config
  /** Arguments after the command's name. */
  readonly args: readonly string[]
  readonly features: readonly ServerFeature[]
  readonly log: (line: string) => void
}

/** @returns the exit code; `undefined` keeps the process running */
export type Command = (context: CommandContext) => Promise<number | undefined>
