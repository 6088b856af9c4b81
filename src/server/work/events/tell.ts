import type { Json, JsonObject } from '../../../model/json'
import { loadActor } from '../../language/actor/actor'
import type { Database, Tx } from '../../platform/database/database'
import { beganBy } from '../../platform/database/transactions'
import type { Runtime } from '../../language/runtime'
import { PROGRAM } from './event-values'
import { tellParticipants } from '../../records/write/participants'

/** What a feature's own SQL did to a record. */
export interface Told {
  readonly id: number
  /** Stored values that were, at least of the columns that it wrote; null: the record is new. */
  readonly before: { readonly [field: string]: Json } | null
  /** The columns that it wrote, with their values; those that stayed the same are left out of what is told. */
  readonly after: { readonly [field: string]: Json | undefined }
  /** Row of `users`; null: the program itself. */
  readonly by: number | null
}

const runtimes = new WeakMap<Database['transaction'], Runtime>()

/** Lets the features' own transactions over a database be told of. */
export const tellsBy = (runtime: Runtime): void => void runtimes.set(runtime.database.transaction, runtime)

const NOTHING: ReadonlySet<string> = new Set()

/**
 * Tells what a feature wrote to a record by SQL of its own, within the transaction that wrote it, as every save of a record is told: `created`, or `changed` with
 * the fields. Call it after the row is written; without an effect on the entity it asks the database nothing.
 */
export async function tell(tx: Tx, entity: string, { id, before, after, by }: Told): Promise<void> {
  const began = beganBy(tx)
  const runtime = began && runtimes.get(began)
  const model = runtime?.model()
  const of = model?.entities[entity]
  if (!runtime || !model || !of) return
  const effects = await runtime.effects.of(tx, entity)
  if (effects.length === 0) return
  const fields = Object.entries(after).flatMap(([name, value]) => (before && isSame(before[name], value) ? [] : [name]))
  const effect = effects.find(({ event, fields: wanted }) => event === (before ? 'changed' : 'created') && (wanted ?? fields).some((name) => fields.includes(name)))
  if (!effect) return
  const actor = (by === null ? null : await loadActor(tx, runtime, by)) ?? PROGRAM
  const context = {
    runtime, model, actor, entity: of, resource: effect.resource, settings: await runtime.settings(tx), now: runtime.now(), origin: { id_session: null, platform: 'api' },
  }
  await tellParticipants(context, { tx, changed: NOTHING }, [{ id, before: before as JsonObject | null, fields }])
}

/** Columns come as dates from one query and as texts from another. */
const isSame = (a: unknown, b: unknown): boolean => plain(a) === plain(b)

const plain = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value ?? null)
