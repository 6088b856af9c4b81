import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { needsOf } from '../../../model/effects/template'
import { AppError } from '../../../model/errors'
import type { Actor } from '../../../model/rights/actor'
import type { Tx } from '../../platform/database/database'
import { wakeJob } from '../../platform/jobs/wake-job'
import { ownRows, living } from '../../records/fields/in-scope'
import { recordContext, type RecordContext } from '../../records/record-context'
import { idOrder, readId, recordId, type RecordId } from '../../records/record-id'
import { recordTitle } from '../../records/record-title'
import { ruleSql } from '../../records/rule-readings'
import type { Runtime } from '../../language/runtime'
import { deliveryJobName } from '../outbox/delivery-names'
import { programContext, readValues, type RecordValues } from '../templates/event-values'
import { effectParts, type LiveEffect } from './live-effect'
import { readPeople, type Receiver } from './recipients'
import { rendered } from './render'
import { webhookPayload } from './webhook'
import { engineTables } from '../../platform/database/engine-tables'

/** Of which record, null: the last one of the catalogue, and in which language, null: the asker's. */
interface Wanted {
  readonly id: string | number | null
  readonly language: string | null
}

/** What an effect would say to the asker of a record. @throws {AppError} NOT_FOUND where there is none */
export async function previewOf(
  runtime: Runtime,
  context: RecordContext,
  effect: LiveEffect,
  { id, language }: Wanted,
): Promise<{
  readonly subject: string | null
  readonly body: string
  readonly id_record: RecordId
  readonly title: string
}> {
  const program = programContext(context)
  return runtime.database.transaction(async (tx) => {
    const values = await oneRecord(context, program, tx, effect, id)
    const me = (await readPeople(context, tx, [context.actor.id])).get(context.actor.id)
    if (!values || !me) throw new AppError('NOT_FOUND', { say: 'alerts.no_record' })
    return {
      ...rendered(program, effect, values, inLanguage(me, language)),
      id_record: readId(context.entity, values.record.id),
      title: recordTitle(context.entity, values.record),
    }
  })
}

/**
 * Tells the asker alone what an effect would say of a record; an endpoint gets its call.
 * @throws {AppError} NOT_FOUND where there is no record, VALIDATION where the asker has no address
 */
export async function tryEffect(
  runtime: Runtime,
  actor: Actor,
  effect: LiveEffect,
  { id, language }: Wanted,
): Promise<void> {
  const context = await recordContext(runtime, actor, effect.resource.name)
  const program = programContext(context)
  await runtime.database.transaction(async (tx) => {
    const values = await oneRecord(context, program, tx, effect, id)
    const me = (await readPeople(context, tx, [actor.id])).get(actor.id)
    if (!values || !me) throw new AppError('NOT_FOUND', { say: 'alerts.no_record' })
    if (effect.channel === 'mail' && me.email === null) throw new AppError('VALIDATION', { say: 'alerts.no_address' })
    const id_event = randomUUID()
    const id_record = readId(context.entity, values.record.id)
    const date = context.now.toISOString()
    const payload = () =>
      JSON.stringify(
        webhookPayload(program, {
          id: id_event,
          event: effect.event,
          move: effect.move ?? null,
          id_record,
          record: values.record,
          before: null,
          fields: [],
        }),
      )
    await engineTables(tx)
      .insertInto('deliveries')
      .values({
        status: '1',
        channel: effect.channel,
        event: effect.event,
        move: effect.move ?? null,
        entity: context.entity.name,
        resource: effect.resource.name,
        id_target: String(id_record),
        title: recordTitle(context.entity, values.record).slice(0, 255),
        effect: effect.source,
        attempts: 0,
        key: `${id_event}/try`,
        ...(effect.channel === 'webhook'
          ? { recipient: effect.webhook ?? '', id_webhook: effect.id_webhook ?? null, payload: payload() }
          : {
              recipient: (effect.channel === 'mail' ? me.email : null) ?? me.name,
              id_user: actor.id,
              ...rendered(program, effect, values, inLanguage(me, language)),
              ...(language !== null && { payload: JSON.stringify({ language }) }),
            }),
        date_next: date,
        date_created: date,
        date_updated: date,
      })
      .execute()
    await wakeJob(tx, deliveryJobName(effect.channel))
  })
}

const inLanguage = (me: Receiver, language: string | null): Receiver => (language === null ? me : { ...me, language })

/** The record that was chosen, else the last one; of those that belong to the catalogue. */
async function oneRecord(
  context: RecordContext,
  program: RecordContext,
  tx: Tx,
  effect: LiveEffect,
  wanted: string | number | null,
): Promise<RecordValues | undefined> {
  const { entity } = context
  const where = ownRows(context)
  const own = typeof where === 'boolean' ? sql<boolean>`${sql.lit(where)}` : ruleSql(context, where, entity, 't')
  const chosen = wanted === null ? sql<boolean>`true` : sql<boolean>`t.id = ${recordId(entity, wanted)}`
  const {
    rows: [found],
  } = await sql<{
    id: unknown
  }>`select t.id from ${sql.table(entity.name)} as t where ${living('t')} and ${own} and ${chosen}
    order by ${idOrder(entity)} desc limit 1`.execute(tx)
  if (!found) return undefined
  const id = readId(entity, found.id)
  return (await readValues(program, tx, [id], needsOf(effectParts(effect)))).get(id)
}
