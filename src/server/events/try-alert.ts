import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { needsOf } from '../../model/effects/template'
import { AppError } from '../../model/errors'
import type { Actor } from '../../model/rights/actor'
import type { Tx } from '../database/database'
import { wakeJob } from '../jobs/wake-job'
import { ownRows } from '../records/read/in-scope'
import { recordContext, type RecordContext } from '../records/record-context'
import { idOrder, readId } from '../records/record-id'
import { recordTitle } from '../records/record-title'
import { ruleSql } from '../records/rule-readings'
import type { Runtime } from '../runtime'
import { deliveryJobName } from './delivery-job'
import { programContext, readValues, type Values } from './event-values'
import type { LiveEffect } from './live-effects'
import { readPeople } from './recipients'
import { rendered } from './render'
import { webhookPayload } from './webhook'

/**
 * Tells the asker alone what an effect would say of the last record of its catalogue; an endpoint gets its call.
 * @throws {AppError} NOT_FOUND where there is no record, VALIDATION where the asker has no address
 */
export async function tryEffect(runtime: Runtime, actor: Actor, effect: LiveEffect): Promise<void> {
  const context = await recordContext(runtime, actor, effect.resource.name)
  const program = programContext(context)
  await runtime.database.transaction(async (tx) => {
    const values = await lastRecord(context, program, tx, effect)
    const me = (await readPeople(context, tx, [actor.id])).get(actor.id)
    if (!values || !me) throw new AppError('NOT_FOUND', { say: 'alerts.no_record' })
    if (effect.channel === 'mail' && me.email === null) throw new AppError('VALIDATION', { say: 'alerts.no_address' })
    const id_event = randomUUID()
    const id_record = readId(context.entity, values.record.id)
    const date = context.now.toISOString()
    const payload = () => JSON.stringify(webhookPayload(program, { id: id_event, event: effect.event, move: effect.move ?? null, id_record, record: values.record, before: null, fields: [] }))
    await tx.insertInto('deliveries').values({
      status: '1', channel: effect.channel, event: effect.event, move: effect.move ?? null, entity: context.entity.name, resource: effect.resource.name,
      id_target: String(id_record), title: recordTitle(context.entity, values.record).slice(0, 255), effect: effect.source, attempts: 0, key: `${id_event}/try`,
      ...(effect.channel === 'webhook'
        ? { recipient: effect.webhook ?? '', id_webhook: effect.id_webhook ?? null, payload: payload() }
        : { recipient: effect.channel === 'mail' ? me.email : me.name, id_user: actor.id, ...rendered(program, effect, values, me) }),
      date_next: date, date_created: date, date_updated: date,
    }).execute()
    await wakeJob(tx, deliveryJobName(effect.channel))
  })
}

async function lastRecord(context: RecordContext, program: RecordContext, tx: Tx, { subject = [], body = [] }: LiveEffect): Promise<Values | undefined> {
  const { entity } = context
  const where = ownRows(context)
  const own = typeof where === 'boolean' ? sql<boolean>`${sql.lit(where)}` : ruleSql(context, where, entity, 't')
  const { rows: [last] } = await sql<{ id: unknown }>`select t.id from ${sql.table(entity.name)} as t where t.date_deleted is null and ${own} order by ${idOrder(entity)} desc limit 1`.execute(tx)
  if (!last) return undefined
  const id = readId(entity, last.id)
  return (await readValues(program, tx, [id], needsOf([...subject, ...body]))).get(id)
}
