import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { Resource } from '../../../model/resource'
import { loadActor } from '../../language/actor/actor'
import { PROGRAM } from '../../language/actor/program'
import type { Runtime } from '../../language/runtime'
import type { Tx } from '../../platform/database/database'
import { tellParticipants, type Happened } from './participants'

/** What a feature's own SQL did to a record. */
interface Told {
  readonly id: number
  /** Stored values that were, at least of the columns that it wrote; null: the record is new. */
  readonly before: { readonly [field: string]: Json } | null
  /** The columns that it wrote, with their values; those that stayed the same are left out of what is told. */
  readonly after: { readonly [field: string]: Json | undefined }
  /** Row of `users`; null: the program itself. */
  readonly by: number | null
}

declare module '../../platform/database/database-context' {
  interface DatabaseContext {
    /** Who a write of a feature is told to, which has only its transaction; absent: a database without an application. */
    runtime?: Runtime
  }
}

const NO_CHANGES: ReadonlySet<string> = new Set()

/**
 * Tells what a feature wrote to a record by SQL of its own, within the transaction that wrote it, as every save of a
 * record is told: `created`, or `changed` with the fields. Call it after the row is written; without an effect on the
 * entity it asks the database nothing. Rows that are changed are written, and told, by `patchRecords`.
 */
export async function tell(tx: Tx, entity: string, { id, before, after, by }: Told): Promise<void> {
  const { runtime } = tx.context
  if (!runtime) return
  const fields = Object.entries(after).flatMap(([name, value]) => (before && isSame(before[name], value) ? [] : [name]))
  await tellHappened(tx, runtime, entity, [{ id, before: before as JsonObject | null, fields }], by)
}

/**
 * Tells what was done to records of one entity. It asks the database nothing where no effect waits for it and nobody
 * follows.
 * @param followed some of the records have followers
 */
export async function tellHappened(
  tx: Tx,
  runtime: Runtime,
  entity: string,
  happened: readonly Happened[],
  by: number | null,
  followed = false,
): Promise<void> {
  const model = runtime.model()
  const of = model.entities[entity]
  if (!of) return
  const effects = await runtime.effects.of(tx, entity)
  const effect = effects.find(({ event, fields: wanted }) =>
    happened.some(
      ({ before, removed, fields }) =>
        event === (removed ? 'removed' : before ? 'changed' : 'created') &&
        (wanted ?? fields).some((name) => fields.includes(name)),
    ),
  )
  const resource = effect?.resource ?? (followed ? followedResource(model, entity) : undefined)
  if (!resource) return
  const actor = (by === null ? null : await loadActor(tx, runtime, by)) ?? PROGRAM
  const context = {
    runtime,
    model,
    actor,
    entity: of,
    resource,
    settings: await runtime.settings(tx),
    now: runtime.now(),
    origin: { id_session: null, platform: 'api' },
  }
  await tellParticipants(context, { tx, changed: NO_CHANGES }, happened)
}

/** The catalogue whose records people follow. */
export const followedResource = (model: Model, entity: string): Resource | undefined =>
  Object.values(model.resources).find((one) => one.entity === entity && one.follow !== undefined)

/** Columns come as dates from one query and as texts from another. */
const isSame = (a: unknown, b: unknown): boolean => plain(a) === plain(b)

const plain = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null))
