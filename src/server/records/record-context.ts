import type { Actor } from '../../model/rights/actor'
import type { Entity } from '../../model/entity'
import { AppError } from '../../model/errors'
import type { JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import type { Resource } from '../../model/resource'
import { assertOpenToKey } from '../language/actor/key-rights'
import type { Settling } from '../../model/open-matters'
import type { Runtime } from '../language/runtime'
import type { ManyIn } from './read/area-filter'
import type { LookedUp, SearchFound } from './read/search-found'

/** Where a call comes from, as the activity log shows it. */
export interface Origin {
  readonly id_session: number | null
  /** Android, iOS, web, api or widget. */
  readonly platform: string
  /** The key under which the same call would be sent again. */
  readonly idempotency?: string | null
  /** What becomes of what a record leaves open that is switched off. */
  readonly settle?: Settling
  /** The asker's own address on the network. */
  readonly address?: string
  /** Users write their own profile, after confirming who they are. */
  readonly ownProfile?: true
  /** Who asks has given their password for this already. */
  readonly confirmed?: true
}

/**
 * Who asks, of which catalogue, under which settings, and when: one per call, passed to every function of this folder.
 */
export interface RecordContext {
  readonly runtime: Runtime
  readonly model: Model
  readonly actor: Actor
  readonly resource: Resource
  readonly entity: Entity
  readonly settings: JsonObject
  readonly now: Date
  readonly origin: Origin
  /** What the words of a search mean in the records that are referred to, where that was looked up first. */
  readonly found?: SearchFound
  /** What the same asker's search of other catalogues has looked up. */
  readonly lookedUp?: LookedUp
  /** Fields by whose area the list is filtered, with many rows in it, where that was looked up first. */
  readonly manyIn?: ReadonlyMap<string, ManyIn>
  /** Of rows that are written: the record that they belong to. */
  readonly within?: Within
}

/** The record that rows of an entity belong to, as it will be, which the database does not know yet. */
interface Within {
  readonly of: string
  readonly link: string
  readonly record: JsonObject
}

/** The record that a row belongs to by a reference, if that is being written with it. */
export const parentBy = ({ entity, within }: RecordContext, ref: string): JsonObject | null =>
  within?.of === entity.name && within.link === ref ? within.record : null

/**
 * @throws {AppError} NOT_FOUND when the Model has no such resource, FORBIDDEN when it is closed to the key that asks
 */
export async function recordContext(
  runtime: Runtime,
  actor: Actor,
  resourceName: string,
  origin: Origin = { id_session: null, platform: 'api' },
): Promise<RecordContext> {
  const model = runtime.model()
  const resource = Object.hasOwn(model.resources, resourceName) ? model.resources[resourceName] : undefined
  const entity = resource && model.entities[resource.entity]
  // Records kept by another service are requested there.
  if (!resource || !entity || resource.rest !== undefined) throw new AppError('NOT_FOUND')
  assertOpenToKey(actor, model, entity)
  return { runtime, model, actor, resource, entity, settings: await runtime.settings(), now: runtime.now(), origin }
}

/** The same asker with another catalogue or entity of the same Model. */
export function contextOf(context: RecordContext, entity: Entity, resource: Resource): RecordContext {
  return { ...context, entity, resource }
}
