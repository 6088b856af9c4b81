import type { Static, TSchema } from 'typebox'
import type { Actor } from '../../../model/rights/actor'
import type { CallContract } from '../../../model/call'
import type { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { SharedAnswer } from '../../platform/answers/shared-answer'
import type { Database, Db, Tx } from '../../platform/database/database'
import type { CallFiles } from '../../platform/files/call-files'
import type { MailKind, WrittenMail } from '../../work/mail/mail-kind'
import type { QueuedMail } from '../../work/mail/queue-mail'
import type { RecordId } from '../../records/record-id'

/** What a bespoke call gets in addition to its input. */
export interface CallContext {
  readonly actor: Actor
  readonly model: Model
  readonly db: Db
  readonly transaction: Database['transaction']
  readonly now: () => Date
  /** Where the asker is: web, android, ios, api or widget. */
  readonly platform: string
  /** The header `Idempotency-Key`: the key under which the same request would be sent again, for `once`. */
  readonly idempotency: string | null
  /** The network of the asker's address, for limits. */
  readonly network: string
  /** Public address of this server, without a trailing slash, for links that are given away; null: it is unknown. */
  readonly origin: string | null
  /** The address of a user's picture, from the value in their row; null without one. */
  readonly picture: (pic: Json | undefined) => Promise<string | null>
  /** Files that the feature's own rows hold. */
  readonly files: CallFiles
  /** Settings of the company, by key. */
  readonly settings: JsonObject
  /** The catalogues with the asker's rights and scope. */
  readonly records: CallRecords
  /** The asker's session, and how a feature's own application logs its users in. */
  readonly session: CallSession
  /** A text of `i18n/` in the asker's language. */
  readonly say: (key: string, params?: { readonly [name: string]: string | number }) => string
  /** A mail from its template, in the language of who gets it (null: unknown). */
  readonly writeMail: (
    kind: MailKind,
    language: string | null,
    values: { readonly [name: string]: string | number },
  ) => Promise<WrittenMail>
  /** The same in the language of somebody else, who gets the words. */
  readonly sayIn: (
    language: string | null,
    key: string,
    params?: { readonly [name: string]: string | number },
  ) => string
  /**
   * The call as this user would make it now, with their rights and scope; null: they may not log in. For what was
   * entrusted to whoever asks. `mayAs`: the rights that it has instead, for what the program writes at their wish.
   */
  readonly inTheNameOf: (id_user: number, mayAs?: (actor: Actor) => Actor) => Promise<CallContext | null>
}

export interface ServerCall {
  readonly contract: CallContract
  readonly handle: (context: CallContext, input: never) => Promise<unknown>
  /** Its answer is a file, which `handle` describes. */
  readonly file?: true
}

/** What a call answers as a file: one table. */
export interface CallFile {
  readonly format: 'xlsx' | 'csv'
  readonly title: string
  /** Headers; numbers stand on the right. */
  readonly columns: readonly { readonly label: string; readonly align?: 'right' }[]
  /** Rows in batches, each cell a text, a number, a moment (ISO 8601 UTC, shown on the clock of `zone`), or nothing. */
  readonly rows: () => AsyncIterable<readonly (readonly CallCell[])[]>
  /** IANA name of the zone of moments. */
  readonly zone: string
}
export type CallCell = string | number | null | { readonly moment: string }

/** Binds a handler to its contract; input and answer are typed by the contract's schemas. */
export function serveCall<Req extends TSchema, Res extends TSchema>(
  contract: CallContract<Req, Res>,
  handle: (context: CallContext, input: Static<Req>) => Promise<Static<Res> | SharedAnswer<Static<Res> & object>>,
): ServerCall {
  return { contract, handle: handle as ServerCall['handle'] }
}

/** Binds a handler that describes a file; the asker receives it piece by piece, with the limits of exports. */
export function serveFile<Req extends TSchema>(
  contract: CallContract<Req>,
  handle: (context: CallContext, input: Static<Req>) => Promise<CallFile>,
): ServerCall {
  return { contract, handle: handle as ServerCall['handle'], file: true }
}

/**
 * Catalogues as a bespoke call reads and writes them: with the asker's rights and scope, and the rules, hooks and log
 * of the generic calls.
 */
export interface CallRecords {
  /** @throws {AppError} FORBIDDEN, NOT_FOUND (also outside their scope) */
  read(resource: string, id: RecordId): Promise<JsonObject>
  /**
   * A page of a list by the query of its call (`filters`, `limit`, `order_col` ...).
   * @throws {AppError} FORBIDDEN, FILTER_UNKNOWN
   */
  list(resource: string, query: JsonObject): Promise<{ readonly items: readonly JsonObject[]; readonly total?: number }>
  /**
   * A document of a record (`print` of its catalogue) as a pdf.
   * @throws {AppError} FORBIDDEN, NOT_FOUND, CONFLICT where it is not offered for that record
   */
  printed(
    resource: string,
    id: RecordId,
    print: string,
    judged?: {
      /** The call has judged that the asker may have it: no right on the catalogue is required, scope and hidden fields hold. */ readonly judged?: true
    },
  ): Promise<{ readonly title: string; readonly pdf: Buffer }>
  /** Several writes in one transaction: a throw leaves nothing behind. */
  write<T>(work: (writes: RecordWrites) => Promise<T>): Promise<T>
}

/** What a call writes itself, whatever the asker may write, and the verb of the activity log for it. */
export interface OwnWrite {
  readonly also: { readonly [field: string]: Json }
  readonly verb?: string
}

/**
 * What the program writes itself after the call has judged whether the asker may: no right on the catalogue is
 * required.
 */
interface ProgramWrite extends OwnWrite {
  readonly note?: string
  /** The row may be anybody's: the call has judged whose it is, as where a visitor opens an account of their own. */
  readonly anyones?: true
}

export interface Saved {
  readonly id: RecordId
  readonly done: 'created' | 'changed' | 'unchanged'
}

export interface RecordWrites {
  readonly tx: Tx
  /** Without `id` a record is created. @throws {AppError} FORBIDDEN, NOT_FOUND, VALIDATION, CONFLICT */
  save(resource: string, input: JsonObject, note?: string, own?: OwnWrite): Promise<Saved>
  /**
   * A write of the program's own, also to a catalogue that nobody else writes: `input` is the asker's and checked as
   * theirs, the call judges the references in `also`. Scope, rules, hooks and log are those of `save`.
   * @throws {AppError} FORBIDDEN when the row is outside their scope, NOT_FOUND, VALIDATION, CONFLICT
   */
  saveOwn(resource: string, input: JsonObject, own: ProgramWrite): Promise<Saved>
  /**
   * Saves many of one catalogue, all or none, in a few statements; errors are reported as `<place in inputs>.<field>`.
   * @throws {AppError} as `save`
   */
  saveMany(resource: string, inputs: readonly JsonObject[], note?: string): Promise<readonly Saved[]>
  /** `save` behind a savepoint: returns its error, null when it succeeded. */
  trySave(resource: string, input: JsonObject, note?: string): Promise<AppError | null>
  /**
   * Carries out a move of the record's flow (`x-flow`), as its button does: its right, its rule, what it sets.
   * `answers` are to what it asks.
   * @throws {AppError} FORBIDDEN, NOT_FOUND, VALIDATION, CONFLICT where the record is in another state
   */
  move(resource: string, id: RecordId, move: string, answers?: JsonObject): Promise<void>
  /** Puts a mail into the outbox: it is sent after the commit. */
  mail(mail: QueuedMail): Promise<void>
  /** @throws {AppError} FORBIDDEN, NOT_FOUND, IN_USE */
  remove(resource: string, id: Json): Promise<void>
}

interface OpenedSession {
  readonly token: string
  readonly id: number
  readonly actor: Actor
}

/**
 * The session behind a call; a feature's own application opens and ends sessions here, with the limits, log and device
 * of the console's log-in.
 */
export interface CallSession {
  /** Row id; null: a public call without one. */
  readonly id: number | null
  /**
   * Logs in by `username` and `password` of the call's body, or those given, accounts of this type alone.
   * @throws {AppError} VALIDATION, LOGIN_FAILED, SECOND_FACTOR without the code that the account asks for, TOO_MANY
   */
  open(
    type_user: string,
    given?: {
      readonly username: string
      readonly password: string
      readonly code?: string
      readonly platform?: string
    },
  ): Promise<OpenedSession>
  /**
   * Queues the mail with the link to a new password, if there is such an account; neither the answer nor its time says
   * so.
   * @throws {AppError} TOO_MANY
   */
  recover(username: string): Promise<void>
  /** Its token is invalid from the next call on. */
  close(): Promise<void>
}
