import type { Actor } from '../../model/actor'
import type { AppError } from '../../model/errors'
import type { Json, JsonObject } from '../../model/json'
import type { Tx } from '../database/database'
import { listRecords } from '../records/list'
import { inOneWrite, inSavepoint, type Write } from '../records/open-write'
import { readRecord } from '../records/read'
import { recordContext, type Origin } from '../records/record-context'
import { recordId, type RecordId } from '../records/record-id'
import { remove } from '../records/remove'
import { assertEdits, save, type Saved } from '../records/save'
import { saveMany } from '../records/save-many'
import type { Runtime } from '../runtime'

/** Catalogues as a bespoke call reads and writes them: with the asker's rights and reach, the rules, the hooks and the log of the generic calls. */
export interface CallRecords {
  /** @throws {AppError} FORBIDDEN, NOT_FOUND (outside his scope too) */
  read(resource: string, id: RecordId): Promise<JsonObject>
  /** A page of a list by the query of its call (`filters`, `limit`, `order_col` ...). @throws {AppError} FORBIDDEN, FILTER_UNKNOWN */
  list(resource: string, query: JsonObject): Promise<{ readonly items: readonly JsonObject[]; readonly total?: number }>
  /** Several writes in one transaction: a throw leaves nothing behind. */
  write<T>(work: (writes: RecordWrites) => Promise<T>): Promise<T>
}

/** What a call writes by itself, whatever the asker may write, and the verb of the activity log for it. */
export interface OwnWrite {
  readonly also: { readonly [field: string]: Json }
  readonly verb?: string
}

/** What the program writes by itself after the call has judged whether the asker may: no right on the catalogue is asked. */
export interface ProgramWrite extends OwnWrite {
  readonly note?: string
}

export interface RecordWrites {
  readonly tx: Tx
  /** Without `id` a record is created. @throws {AppError} FORBIDDEN, NOT_FOUND, VALIDATION, CONFLICT */
  save(resource: string, input: JsonObject, note?: string, own?: OwnWrite): Promise<Saved>
  /**
   * A write of the program's own, also to a catalogue that nobody else writes: `input` is the asker's and checked as his, references in
   * `also` are the call's to judge. Reach, rules, hooks and log are those of `save`.
   * @throws {AppError} FORBIDDEN when the row is not within his reach, NOT_FOUND, VALIDATION, CONFLICT
   */
  saveOwn(resource: string, input: JsonObject, own: ProgramWrite): Promise<Saved>
  /**
   * Many of one catalogue, all or none, in a few statements; what is wrong is told as `<place in inputs>.<field>`.
   * @throws {AppError} as `save`
   */
  saveMany(resource: string, inputs: readonly JsonObject[], note?: string): Promise<readonly Saved[]>
  /** `save` behind a savepoint: what was wrong with it, null when it went well. */
  trySave(resource: string, input: JsonObject, note?: string): Promise<AppError | null>
  /** @throws {AppError} FORBIDDEN, NOT_FOUND, IN_USE */
  remove(resource: string, id: Json): Promise<void>
}

export function callRecords(runtime: Runtime, actor: Actor, origin: Origin): CallRecords {
  const of = (resource: string) => recordContext(runtime, actor, resource, origin)
  return {
    read: async (resource, id) => readRecord(await of(resource), id),
    list: async (resource, query) => {
      const { items, total } = await listRecords(await of(resource), query)
      return { items, total }
    },
    write: async (work) => {
      // Read before the transaction, within which nothing else may be asked of the database.
      const settings = await runtime.settings()
      const still: Runtime = { ...runtime, settings: async () => settings }
      const within = (resource: string) => recordContext(still, actor, resource, origin)
      return inOneWrite({ runtime }, (write) => work(writesOf(within, write)))
    },
  }
}

function writesOf(of: (resource: string) => ReturnType<typeof recordContext>, write: Write): RecordWrites {
  const saveOne = async (resource: string, input: JsonObject, note?: string, own?: OwnWrite): Promise<Saved> => {
    const context = await of(resource)
    assertEdits(context)
    return save(context, write, input, { note: note ?? null, ...own })
  }
  return {
    tx: write.tx,
    save: saveOne,
    saveOwn: async (resource, input, { note, ...own }) => save(await of(resource), write, input, { note: note ?? null, ...own, judged: true }),
    saveMany: async (resource, inputs, note) => {
      const context = await of(resource)
      assertEdits(context)
      return saveMany(context, write, inputs, note)
    },
    trySave: (resource, input, note) => inSavepoint(write, async () => void (await saveOne(resource, input, note))),
    remove: async (resource, id) => {
      const context = await of(resource)
      assertEdits(context)
      await remove(context, write, recordId(context.entity, id))
    },
  }
}
