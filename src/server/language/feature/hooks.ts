import type { Actor } from '../../../model/rights/actor'
import type { JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { MatterChoice, OpenMatter } from '../../../model/open-matters'
import type { Db, Tx } from '../../platform/database/database'
import type { CallContext, RecordWrites } from './call'

export interface HookContext {
  readonly tx: Tx
  readonly actor: Actor
  readonly model: Model
  readonly now: Date
  /** Settings of the house, with their defaults. */
  readonly settings: JsonObject
  /** Android, iOS, web, api or widget, as the log shows it. */
  readonly platform: string
  /** A text in the asker's language. */
  readonly say: PresentAt['say']
  /**
   * Other catalogues, within the same transaction, by their rules, hooks and log: as a call has them (`records.write`).
   */
  readonly writes: RecordWrites
  /** Session of the write; absent: none (a command). */
  readonly id_session?: number | null
  /** The asker's address on the network; absent: no call asks. */
  readonly address?: string
  /** Users write their own profile, after confirming who they are. */
  readonly ownProfile?: boolean
  /** Who asks has given their password for this already. */
  readonly confirmed?: boolean
  /** The move of the entity's flow that is carried out. */
  readonly move?: string
  /** Whether the console has a page at a path, for whoever may open it. */
  readonly hasPage: (path: string) => boolean
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

/** How a value that is no text is said to people. */
export interface SaidValue {
  /** The wire keys that the sentence is made of. */
  readonly reads: readonly string[]
  say(record: JsonObject, at: PresentAt): string
}

/** What the hooks that say and settle open matters know of the call. */
export type MatterContext = Omit<HookContext, 'hasPage' | 'writes'>

/** An open matter with the id of the record that it belongs to. */
export interface FoundMatter extends Omit<OpenMatter, 'of'> {
  readonly of: number | string
  /** What `mattersText` counts it by. */
  readonly kind?: string
}

/** What a feature does around a record's write; the order is in docs/architecture.md, "The path of a write". */
export interface Hooks {
  /** Entity the hooks belong to. */
  readonly entity: string
  /**
   * Before rows of a file are verified or saved, outside of any transaction: it asks the outside world for what the
   * other hooks will need, which may take seconds, and keeps it.
   * @param rows their cells' texts, by the keys of the columns
   */
  beforeRows?(call: CallContext, rows: readonly { readonly [key: string]: string }[]): Promise<void>
  /**
   * After rows of a file are saved and committed, before the import is over: what takes transactions of its own. It is
   * told of all of them again at the end, also by another process, and does nothing twice.
   * @param ids of their records
   */
  afterRows?(call: CallContext, ids: readonly number[]): Promise<void>
  beforeSave?(context: HookContext, data: JsonObject, before: JsonObject | null): Promise<JsonObject>
  /** Same transaction; a throw rolls back. */
  afterSave?(context: HookContext, record: JsonObject, before: JsonObject | null): Promise<void>
  /** Instead of `afterSave` for records that one call writes together; without it `afterSave` runs for each. */
  afterSaveMany?(
    context: HookContext,
    saved: readonly { readonly record: JsonObject; readonly before: JsonObject | null }[],
  ): Promise<void>
  /** A throw prevents the removal. */
  beforeRemove?(context: HookContext, record: JsonObject): Promise<void>
  /** Same transaction, once the row is removed; a throw rolls back. */
  afterRemove?(context: HookContext, record: JsonObject): Promise<void>
  /**
   * A removed record comes back, since its removal is undone; `date_deleted` is when it went. A throw keeps it removed.
   */
  beforeRestore?(context: HookContext, record: JsonObject): Promise<void>
  /** Before anything that refers to `gone` is led to `kept`. A throw refuses the merge. */
  beforeMerge?(context: HookContext, gone: JsonObject, kept: JsonObject): Promise<void>
  /**
   * For rows that metadata does not know. What follows here does not come back, so that such a merge cannot be undone.
   */
  afterMerge?(context: HookContext, gone: JsonObject, kept: JsonObject): Promise<void>
  /**
   * What goes on though these records are switched off or removed, of what the asker sees: whoever does it is asked
   * what becomes of each. Of a record that is removed it is read before `beforeRemove`.
   * @param most more are not needed
   */
  openMatters?(context: MatterContext, records: readonly JsonObject[], most: number): Promise<readonly FoundMatter[]>
  /** Says what will happen to them, as far as the asker does not decide otherwise; without it: they go on. */
  mattersText?(context: MatterContext, found: readonly FoundMatter[]): string
  /**
   * Carries out what was chosen for one of them, other than that it stays; in the same transaction, before the record
   * is written.
   */
  settleMatter?(
    context: MatterContext,
    matter: FoundMatter,
    choice: Exclude<MatterChoice, 'keep'>,
    record: JsonObject,
  ): Promise<void>
  /** For calls to the outside world. */
  afterCommit?(record: JsonObject): Promise<void>
  /** Extra read-only wire fields for a page of records, in one query for the page. */
  present?(db: Db, records: readonly JsonObject[], at: PresentAt): Promise<readonly JsonObject[]>
  /**
   * The wire keys that `present` reads, where it adds others and changes none: PostgreSQL then writes the rest of a
   * list's rows, and `present` is given these keys with what only the server can say. Absent: it is given whole
   * records.
   */
  readonly presentReads?: readonly string[]
  /** Fields whose values (json, names for programs) files for people have in words. */
  readonly said?: { readonly [field: string]: SaidValue }
  /**
   * Puts beside records what those words are made of and `present` has put there on a page, in one query for a batch.
   */
  saidWith?(db: Db, records: readonly JsonObject[], at: PresentAt): Promise<readonly JsonObject[]>
}
