import { type RawBuilder, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { chosenScope } from '../../../model/application'
import { type Entity, scopePath } from '../../../model/entity'
import type { Near } from '../../../model/effects/effect'
import type { JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import { isZone } from '../../../model/values/zone-offset'
import type { Job } from '../../platform/jobs/job'
import type { RecordContext } from '../../records/record-context'
import { readId } from '../../records/record-id'
import type { Runtime } from '../../language/runtime'
import { DATES_JOB } from '../outbox/delivery-names'
import { PROGRAM } from '../../language/actor/program'
import { programContext } from '../templates/event-values'
import type { LiveEffect } from './live-effect'
import { effectRules, putDeliveries } from './tell-events'
import { DAY_MS } from '../../../model/values/zone-time'
import { living } from '../../records/fields/in-scope'

const EVERY_S = 600
/** As many records as one transaction tells of; the rest follows. */
const BATCH = 200
/**
 * How late a day may still be told of, where the servers slept or the alert is new; before the date it is never late.
 */
const MAX_LATE_DAYS = 7
/** What is kept of what was told, beyond the last day on which it could be told again. */
const KEEP_DAYS = 60

type Dated = LiveEffect & { readonly near: Near }

/**
 * Tells of dates that are near. That it was told of a record, a date and a distance is a row that only one transaction
 * can make, the one that puts the messages into the outbox: however many servers there are and wherever one dies, it is
 * told once. A date that is moved is told again.
 */
export const tellDates: Job = {
  name: DATES_JOB,
  every_s: EVERY_S,
  async run({ runtime, signal }) {
    // The notice of a new alert may come after the one that woke this job, so the cache is not asked.
    const effects = (await runtime.effects.every(runtime.database.db)).filter(isDated)
    const settings = await runtime.settings()
    for (const effect of effects) {
      const entity = runtime.model().entities[effect.resource.entity]
      if (!entity) continue
      let told = BATCH
      while (told === BATCH && !signal.aborted) told = await tellBatch(runtime, settings, entity, effect)
    }
    if (!signal.aborted) await forgetOld(runtime)
  },
}

const isDated = (effect: LiveEffect): effect is Dated => effect.near !== undefined

/** @returns of how many records it told */
async function tellBatch(runtime: Runtime, settings: JsonObject, entity: Entity, effect: Dated): Promise<number> {
  return runtime.database.transaction(async (tx) => {
    const context: RecordContext = {
      runtime,
      model: runtime.model(),
      actor: PROGRAM,
      entity,
      resource: effect.resource,
      settings,
      now: runtime.now(),
      origin: { id_session: null, platform: 'api' },
    }
    const { days } = effect.near
    const at = context.now.toISOString()
    const { rows } = await sql<{ readonly id: unknown }>`
      with due as (${dueRecords(context, effect)}),
      told as (
        insert into told_dates (key, day, days, date_created, date_updated)
        select due.key, due.day, ${sql.lit(days)}, ${at}::timestamptz, ${at}::timestamptz from due
        on conflict do nothing returning key
      )
      select due.id from due join told on told.key = due.key order by due.id`.execute(tx)
    const asked = rows.map(({ id }) => ({
      happened: { id: readId(entity, id), before: null, fields: [] },
      event: 'near' as const,
      effect,
      id_event: randomUUID(),
    }))
    await putDeliveries(context, tx, asked)
    return rows.length
  })
}

/** Records whose day has come where they belong, that meet the rules, and of which it was not told yet. */
function dueRecords(context: RecordContext, effect: Dated): RawBuilder<unknown> {
  const { entity, now } = context
  const { field, days } = effect.near
  const at = now.toISOString()
  const column = sql.ref(`t.${field}`)
  const zone = zoneOf(context)
  const day = entity.fields[field]?.type === 'datetime' ? sql`(${column} at time zone ${zone})::date` : sql`${column}`
  const today = sql`(${at}::timestamptz at time zone ${zone})::date`
  // Somewhere it may be a day earlier or later: an index of the date finds the candidates.
  const from = dayAt(now, Math.min(0, days - MAX_LATE_DAYS) - 2)
  const until = dayAt(now, days + 2)
  const key = sql`${`${effect.source}/${entity.name}/`}::text || t.id || '/' || ${day} || ${`/${days}`}::text`
  const rules = effectRules(context, programContext(context), effect)
  return sql`select t.id, ${day} as day, ${key} as key from ${sql.table(entity.name)} as t
    where ${living('t')} and ${column} >= ${from} and ${column} < ${until}
      and ${day} - ${sql.lit(days)} <= ${today}
      and (${day} >= ${today} or ${day} - ${sql.lit(days)} >= ${today} - ${sql.lit(MAX_LATE_DAYS)})
      and ${sql.join([sql`true`, ...rules], sql` and `)}
      and not exists (select 1 from told_dates d where d.key = ${key} and d.date_deleted is null)
    order by t.id limit ${sql.lit(BATCH)}`
}

const dayAt = (now: Date, days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)

/** The zone of the place that a record belongs to; the house's where it belongs to none, or the place has none. */
function zoneOf({ model, entity, settings }: RecordContext): RawBuilder<string> {
  const house = typeof settings.timezone === 'string' && isZone(settings.timezone) ? settings.timezone : 'UTC'
  const place = placeOf(model, entity)
  return place ? sql<string>`coalesce(nullif(${place}, ''), ${house})` : sql<string>`${house}::text`
}

/** The zone of a record's place, along the path by which it belongs there. */
function placeOf({ application, entities }: Model, entity: Entity): RawBuilder<unknown> | null {
  const chosen = chosenScope(application.scopes)
  const path = chosen ? scopePath(entity.scope, chosen.name) : undefined
  if (!chosen || path === undefined) return null
  const places = entities[entities.users?.fields[chosen.scope.field]?.ref?.to ?? '']
  if (!places?.fields.timezone) return null
  let id: RawBuilder<unknown> = sql`t.id`
  let of: Entity | undefined = entity
  for (const [at, name] of path.split('.').entries()) {
    if (!of) return null
    id =
      at === 0 ? sql.ref(`t.${name}`) : sql`(select s.${sql.ref(name)} from ${sql.table(of.name)} s where s.id = ${id})`
    const next: Entity | undefined = entities[of.fields[name]?.ref?.to ?? '']
    of = next
  }
  return sql`(select p.timezone from ${sql.table(places.name)} p where p.id = ${id})`
}

/** What cannot be told again is forgotten. */
async function forgetOld({ database: { db }, now }: Runtime): Promise<void> {
  const until = dayAt(now(), -MAX_LATE_DAYS - KEEP_DAYS)
  await sql`delete from told_dates where day + greatest(-days, 0)::int < ${until}::date`.execute(db)
}
