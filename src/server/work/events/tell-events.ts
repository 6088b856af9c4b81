import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { EventName } from '../../../model/effects/effect'
import { needsOf, type Needs } from '../../../model/effects/template'
import { wakeJob } from '../../platform/jobs/wake-job'
import type { Tx } from '../../platform/database/database'
import type { Happened, Telling } from '../../records/write/participants'
import type { RecordContext } from '../../records/record-context'
import { idArray, readId } from '../../records/record-id'
import { recordTitle } from '../../records/record-title'
import { ruleSql } from '../../records/rule-readings'
import { programContext, readValues, type RecordValues } from '../templates/event-values'
import { effectParts, type LiveEffect } from './live-effect'
import { EFFECT_TABLES } from './live-effects'
import { deliveryJobName } from '../outbox/delivery-names'
import { Receivers, whoOf } from './recipients'
import { rendered } from './render'
import { webhookPayload } from './webhook'
import { engineTables, type NewRow } from '../../platform/database/engine-tables'

/** An event of a record, and an effect that waits for it. */
interface DueEffect {
  readonly happened: Happened
  readonly event: EventName
  readonly effect: LiveEffect
  readonly id_event: string
}

/** A row of the outbox. */
const ROWS_A_STATEMENT = 500

/**
 * Tells what was done to records of one entity, within the transaction that does it: every effect that waits for it
 * becomes rows of the outbox, one for each receiver. They are sent after the commit, and not at all if there is none.
 */
export async function tellEvents(context: RecordContext, write: Telling, happened: readonly Happened[]): Promise<void> {
  const { entity, runtime } = context
  const isFresh = EFFECT_TABLES.some((table) => table === entity.name || write.changed.has(table))
  const effects = await runtime.effects.of(write.tx, entity.name, isFresh)
  if (effects.length === 0) return
  const asked = await whereHolds(
    context,
    write,
    happened.flatMap((one) => eventsOf(one).flatMap((event) => waiting(effects, one, event))),
  )
  await putDeliveries(context, write.tx, asked)
}

/** Makes rows of the outbox of what is told, one for each receiver. */
export async function putDeliveries(context: RecordContext, tx: Tx, asked: readonly DueEffect[]): Promise<void> {
  if (asked.length === 0) return
  const ids = [...new Set(asked.map(({ happened: { id } }) => id))]
  const program = programContext(context)
  const values = await readValues(program, tx, ids, needs(asked.map(({ effect }) => effect)))
  const receivers = new Receivers(context, tx, ids)
  const rows: NewRow<'deliveries'>[] = []
  for (const one of asked) {
    const of = values.get(one.happened.id)
    if (of) rows.push(...(await deliveries(program, receivers, one, of)))
  }
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    await engineTables(tx)
      .insertInto('deliveries')
      .values(rows.slice(from, from + ROWS_A_STATEMENT))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  for (const channel of new Set(rows.map((row) => row.channel))) await wakeJob(tx, deliveryJobName(channel))
}

/** What is told of a write; a move is a change as well. */
const eventsOf = ({ before, removed, move }: Happened): readonly EventName[] =>
  removed ? ['removed'] : [before ? 'changed' : 'created', ...(move === undefined ? [] : ['moved' as const])]

/** The effects that wait for an event, apart from their rules. One event has one id. */
function waiting(effects: readonly LiveEffect[], happened: Happened, event: EventName): readonly DueEffect[] {
  const id_event = randomUUID()
  return effects
    .filter(
      (effect) =>
        effect.event === event &&
        (event !== 'moved' || effect.move === happened.move) &&
        (effect.fields === undefined || effect.fields.some((name) => happened.fields.includes(name))),
    )
    .map((effect) => ({ happened, event, effect, id_event }))
}

/** What an effect and its catalogue ask of a record, `t`. */
export const effectRules = (
  context: RecordContext,
  program: RecordContext,
  { resource, when }: Pick<LiveEffect, 'resource' | 'when'>,
) => [
  ...(resource.where ? [ruleSql(program, resource.where, context.entity, 't')] : []),
  ...(when ? [ruleSql(context, when, context.entity, 't')] : []),
]

/** Those whose rules hold for the record as it is now; the catalogue's own `where` counts as one. */
async function whereHolds(
  context: RecordContext,
  { tx }: Telling,
  asked: readonly DueEffect[],
): Promise<readonly DueEffect[]> {
  const { entity } = context
  const effects = [...new Set(asked.map(({ effect }) => effect))]
  // Which records a catalogue shows may depend on who looks; what is told of it does not.
  const program = programContext(context)
  const conditions = effects.map(({ resource, when }): RawBuilder<boolean> | null => {
    const rules = effectRules(context, program, { resource, when })
    return rules.length === 0 ? null : sql<boolean>`(${sql.join(rules, sql` and `)})`
  })
  if (conditions.every((condition) => condition === null)) return asked
  const ids = [...new Set(asked.map(({ happened: { id } }) => id))]
  const columns = conditions.map((condition, at) => sql`${condition ?? sql`true`} as ${sql.id(`e${at}`)}`)
  const { rows } = await sql<{
    readonly [column: string]: unknown
  }>`select t.id, ${sql.join(columns)} from ${sql.table(entity.name)} as t
    where t.id = any(${idArray(entity, ids)})`.execute(tx)
  const found = new Map(rows.map((row) => [readId(entity, row.id), row]))
  return asked.filter(({ happened: { id }, effect }) => found.get(id)?.[`e${effects.indexOf(effect)}`] === true)
}

function needs(effects: readonly LiveEffect[]): Needs {
  return needsOf(
    effects.flatMap(effectParts),
    effects.flatMap(({ to }) =>
      to.flatMap((one) => ('path' in one && one.path.length > 1 ? one.path.slice(0, 1) : [])),
    ),
  )
}

async function deliveries(
  program: RecordContext,
  receivers: Receivers,
  { happened, event, effect, id_event }: DueEffect,
  values: RecordValues,
): Promise<readonly NewRow<'deliveries'>[]> {
  const { entity, now } = program
  const date = now.toISOString()
  const row = {
    status: '1' as const,
    channel: effect.channel,
    event,
    move: happened.move !== undefined && event === 'moved' ? happened.move : null,
    entity: entity.name,
    resource: effect.resource.name,
    id_target: String(happened.id),
    title: recordTitle(entity, values.record).slice(0, 255),
    effect: effect.source,
    attempts: 0,
    date_next: date,
    date_created: date,
    date_updated: date,
  }
  const keyOf = (who: string): string => `${id_event}/${effect.source}/${who}`.slice(0, 255)
  if (effect.channel === 'webhook') {
    const { id: id_record, before, fields } = happened
    const payload = webhookPayload(program, {
      id: id_event,
      event,
      move: row.move,
      id_record,
      before,
      fields,
      record: values.record,
    })
    return [
      {
        ...row,
        key: keyOf(`webhook ${effect.id_webhook ?? 0}`),
        recipient: effect.webhook ?? '',
        id_webhook: effect.id_webhook ?? null,
        payload: JSON.stringify(payload),
      },
    ]
  }
  const found = (await receivers.of(effect, happened.id, values)).filter(({ email, id_user }) =>
    effect.channel === 'mail' ? email !== null : id_user !== null,
  )
  return found.map((receiver) => ({
    ...row,
    key: keyOf(whoOf(effect, receiver)),
    recipient: (effect.channel === 'mail' ? receiver.email : receiver.name) || `#${receiver.id_user ?? ''}`,
    id_user: receiver.id_user,
    ...rendered(program, effect, values, receiver),
    ...((effect.below ?? effect.action) !== undefined && {
      payload: JSON.stringify({ below: effect.below, action: effect.action }),
    }),
  }))
}
