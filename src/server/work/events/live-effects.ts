import { sql } from 'kysely'
import type { Json } from '../../../model/json'
import { errorText } from '../../../model/loader/metadata-error'
import type { Model } from '../../../model/model'
import type { Db } from '../../platform/database/database'
import { SharedRead } from '../../platform/database/shared-read'
import { joinTableName } from '../../language/migrate/join-table'
import type { LiveEffect } from './live-effect'
import { readAlert, type AlertRow, type AlertText } from './read-alert'
import { livingRows } from '../../platform/database/engine-tables'

export interface EffectsStore {
  /**
   * What is to happen after events of an entity.
   * @param fresh the transaction has changed alerts or endpoints: nothing cached is used, and nothing kept
   */
  of(tx: Db, entity: string, fresh?: boolean): Promise<readonly LiveEffect[]>
  /**
   * All of them as they are now, read past the cache: whoever is within a transaction may be waiting for that, and must
   * not wait for a reader who waits for the transaction's end.
   */
  every(db: Db): Promise<readonly LiveEffect[]>
  forget(): void
}

/** Tables of which the store keeps rows. */
export const EFFECT_TABLES: readonly string[] = ['alerts', 'alert_texts', 'webhooks']

interface Written {
  readonly alerts: readonly AlertRow[]
  readonly endpoints: ReadonlyMap<string, number>
}

const KEEP_MS = 60_000

/**
 * Effects by entity, cached until an alert, an endpoint or the Model changes.
 * @param channels those that features supply
 */
export function effectsStore(model: () => Model, channels: readonly string[]): EffectsStore {
  let of = model()
  const shared = new SharedRead(async (from) => compiled(of, await readWritten(from), channels), KEEP_MS)

  function renewed(tx: Db): Promise<ReadonlyMap<string, readonly LiveEffect[]>> {
    if (of !== model()) shared.forget()
    of = model()
    return shared.by(tx)
  }

  return {
    async of(tx, entity, fresh = false) {
      const by = fresh ? compiled(model(), await readWritten(tx), channels) : await renewed(tx)
      return by.get(entity) ?? []
    },
    every: async (db) => [...compiled(model(), await readWritten(db), channels).values()].flat(),
    forget: () => shared.forget(),
  }
}

async function readWritten(db: Db): Promise<Written> {
  const hooks = await livingRows(db, 'webhooks').select(['id', 'key']).where('state', '=', '1').execute()
  const rows = await livingRows(db, 'alerts as a')
    .innerJoin('modules as m', 'm.id', 'a.id_module')
    .leftJoin('webhooks as w', 'w.id', 'a.id_webhook')
    .where('a.state', '=', '1')
    .orderBy('a.id')
    .select([
      'a.id',
      'm.key as module',
      'a.type',
      'a.move',
      'a.fields',
      'a.date_field',
      'a.days',
      'a.side',
      sql<string | null>`a.rule::text`.as('rule'),
      'a.channel',
      'a.recipients',
      'w.key as webhook',
      'a.id_webhook',
      'a.subject',
      'a.body',
      sql<string>`(select coalesce(json_agg(j.id_target order by j.id_target), '[]')::text
        from ${sql.table(joinTableName('alerts', 'roles'))} j where j.id_own = a.id)`.as('roles'),
    ])
    .execute()
  const texts = await alertTexts(
    db,
    rows.map(({ id }) => Number(id)),
  )
  return {
    endpoints: new Map(hooks.map(({ id, key }) => [String(key), Number(id)])),
    alerts: rows.map((row) => ({
      id: Number(row.id),
      module: String(row.module),
      event: String(row.type),
      move: text(row.move),
      fields: text(row.fields),
      date_field: text(row.date_field),
      days: row.days === null ? null : Number(row.days),
      side: text(row.side),
      rule: row.rule === null ? null : (JSON.parse(row.rule) as Json),
      channel: String(row.channel),
      recipients: text(row.recipients),
      roles: JSON.parse(row.roles) as number[],
      webhook: text(row.webhook),
      id_webhook: row.id_webhook === null ? null : Number(row.id_webhook),
      subject: text(row.subject),
      body: text(row.body),
      texts: texts.get(Number(row.id)) ?? [],
    })),
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

/** What alerts say in other languages, each alert's in the order of its form. */
export async function alertTexts(
  db: Db,
  alerts: readonly number[],
): Promise<ReadonlyMap<number, readonly (AlertText & { readonly id: number })[]>> {
  const by = new Map<number, (AlertText & { readonly id: number })[]>()
  if (alerts.length === 0) return by
  const rows = await livingRows(db, 'alert_texts')
    .select(['id', 'id_alert', 'language', 'subject', 'body'])
    .where('id_alert', 'in', [...alerts])
    .orderBy('id')
    .execute()
  for (const { id, id_alert, language, subject, body } of rows) {
    const one = { id: Number(id), language: String(language), subject: text(subject), body: text(body) }
    by.set(Number(id_alert), [...(by.get(Number(id_alert)) ?? []), one])
  }
  return by
}

function compiled(
  model: Model,
  { alerts, endpoints }: Written,
  channels: readonly string[],
): ReadonlyMap<string, readonly LiveEffect[]> {
  const all = [
    ...Object.values(model.resources).flatMap((resource) =>
      (resource.effects ?? []).map(
        (effect): LiveEffect => ({
          ...effect,
          source: `${resource.name}.${effect.id}`,
          resource,
          words: `resources.${resource.name}.on.${effect.id}`,
        }),
      ),
    ),
    ...alerts.flatMap((row) => alertEffect(model, row, channels)),
  ]
  const by = new Map<string, LiveEffect[]>()
  for (const effect of all) {
    // An alert names its endpoint: where that is gone or switched off, it fires all the same and its delivery says why
    // it did not arrive.
    const id_webhook = effect.id_webhook ?? (effect.webhook === undefined ? undefined : endpoints.get(effect.webhook))
    // An endpoint that metadata names by its key, and that is not there or is switched off, is told nothing.
    if (effect.channel === 'webhook' && id_webhook === undefined) continue
    const live = { ...effect, ...(id_webhook !== undefined && { id_webhook }) }
    by.set(effect.resource.entity, [...(by.get(effect.resource.entity) ?? []), live])
  }
  return by
}

function alertEffect(model: Model, row: AlertRow, channels: readonly string[]): readonly LiveEffect[] {
  const { effect, errors, textErrors } = readAlert(model, row, channels)
  // They were right when they were saved; since then metadata changed.
  if (!effect)
    process.emitWarning(
      `The alert ${row.id} is not in force: ${errors.map(errorText).join(' ') || `the module "${row.module}" has no records.`}`,
    )
  else if (textErrors.length > 0)
    process.emitWarning(
      `The alert ${row.id} says its own text in every language that does not fit: ${textErrors.map(errorText).join(' ')}`,
    )
  return effect ? [effect] : []
}
