import { sql } from 'kysely'
import { buildEffect } from '../../model/effects/build-effects'
import type { Effect } from '../../model/effects/effect'
import { effectRoom } from '../../model/effects/effect-room'
import type { Json, JsonObject } from '../../model/json'
import { MetadataErrors, errorText, type MetadataError } from '../../model/loader/metadata-error'
import type { Model } from '../../model/model'
import type { Resource } from '../../model/resource'
import type { Db } from '../database/database'
import { fieldTypes } from '../field-types'
import { joinTableName } from '../migrate/join-table'

/** An effect in force, of the metadata or of the catalogue of alerts. */
export interface LiveEffect extends Effect {
  /** Where it is written: `places.tell_manager`, `alerts.12`. */
  readonly source: string
  /** The catalogue whose records it is about. */
  readonly resource: Resource
  readonly id_webhook?: number
  /** Prefix of its words in other languages; absent: it has those of its row alone. */
  readonly words?: string
}

export interface EffectsStore {
  /** What is to happen after events of an entity. @param fresh the transaction has changed alerts or endpoints: nothing cached is used, and nothing kept */
  of(tx: Db, entity: string, fresh?: boolean): Promise<readonly LiveEffect[]>
  forget(): void
}

/** Tables of which the store keeps rows. */
export const EFFECT_TABLES: readonly string[] = ['alerts', 'webhooks']

/** An alert as its row has it, or as it is about to be saved. */
export interface AlertRow {
  readonly id: number
  readonly module: string
  readonly event: string
  readonly move: string | null
  readonly fields: string | null
  readonly rule: Json
  readonly channel: string
  readonly recipients: string | null
  readonly roles: readonly number[]
  readonly webhook: string | null
  readonly subject: string | null
  readonly body: string | null
}

interface Written { readonly alerts: readonly AlertRow[]; readonly endpoints: ReadonlyMap<string, number> }

// A notice of a change may get lost with a connection: the cache is renewed after this long at the latest.
const KEEP_MS = 60_000

/** Effects by entity, cached until an alert, an endpoint or the Model changes. @param channels those that features supply */
export function effectsStore(model: () => Model, channels: readonly string[]): EffectsStore {
  let kept: { readonly written: Promise<Written>; readonly read_ms: number; readonly of: Model; by: Promise<ReadonlyMap<string, readonly LiveEffect[]>> } | null = null

  function renewed(tx: Db): Promise<ReadonlyMap<string, readonly LiveEffect[]>> {
    const now = model()
    if (kept && kept.of === now && Date.now() - kept.read_ms < KEEP_MS) return kept.by
    const written = readWritten(tx)
    const by = written.then((rows) => compiled(now, rows, channels))
    const mine = { written, read_ms: Date.now(), of: now, by }
    kept = mine
    // A failure is not cached: the next write asks again.
    by.catch(() => { if (kept === mine) kept = null })
    return by
  }

  return {
    async of(tx, entity, fresh = false) {
      const by = fresh ? compiled(model(), await readWritten(tx), channels) : await renewed(tx)
      return by.get(entity) ?? []
    },
    forget() { kept = null },
  }
}

async function readWritten(db: Db): Promise<Written> {
  const hooks = await db.selectFrom('webhooks').select(['id', 'key']).where('date_deleted', 'is', null).where('state', '=', '1').execute()
  const rows = await db.selectFrom('alerts as a').innerJoin('modules as m', 'm.id', 'a.id_module').leftJoin('webhooks as w', 'w.id', 'a.id_webhook')
    .where('a.date_deleted', 'is', null).where('a.state', '=', '1').orderBy('a.id')
    .select(['a.id', 'm.key as module', 'a.event', 'a.move', 'a.fields', sql<string | null>`a.rule::text`.as('rule'), 'a.channel', 'a.recipients', 'w.key as webhook', 'a.subject', 'a.body',
      sql<string>`(select coalesce(json_agg(j.id_target order by j.id_target), '[]')::text from ${sql.table(joinTableName('alerts', 'roles'))} j where j.id_own = a.id)`.as('roles')])
    .execute()
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  return {
    endpoints: new Map(hooks.map(({ id, key }) => [String(key), Number(id)])),
    alerts: rows.map((row) => ({
      id: Number(row.id), module: String(row.module), event: String(row.event), move: text(row.move), fields: text(row.fields),
      rule: row.rule === null ? null : JSON.parse(row.rule) as Json, channel: String(row.channel), recipients: text(row.recipients),
      roles: JSON.parse(row.roles) as number[], webhook: text(row.webhook), subject: text(row.subject), body: text(row.body),
    })),
  }
}

function compiled(model: Model, { alerts, endpoints }: Written, channels: readonly string[]): ReadonlyMap<string, readonly LiveEffect[]> {
  const all = [
    ...Object.values(model.resources).flatMap((resource) => (resource.effects ?? []).map((effect): LiveEffect =>
      ({ ...effect, source: `${resource.name}.${effect.id}`, resource, words: `resources.${resource.name}.on.${effect.id}` }))),
    ...alerts.flatMap((row) => alertEffect(model, row, channels)),
  ]
  const by = new Map<string, LiveEffect[]>()
  for (const effect of all) {
    const id_webhook = effect.webhook === undefined ? undefined : endpoints.get(effect.webhook)
    // An endpoint that is not there, or is switched off, is told nothing.
    if (effect.channel === 'webhook' && id_webhook === undefined) continue
    const live = { ...effect, ...(id_webhook !== undefined && { id_webhook }) }
    by.set(effect.resource.entity, [...by.get(effect.resource.entity) ?? [], live])
  }
  return by
}

function alertEffect(model: Model, row: AlertRow, channels: readonly string[]): readonly LiveEffect[] {
  const read = readAlert(model, row, channels)
  if (read.effect) return [read.effect]
  // It was right when it was saved; since then metadata changed.
  process.emitWarning(`The alert ${row.id} is not in force: ${read.errors.map(errorText).join(' ') || `the module "${row.module}" has no records.`}`)
  return []
}

/** The catalogue of a module. */
export const catalogueOf = (model: Model, module: string): Resource | undefined =>
  model.resources[module] ?? Object.values(model.resources).find((resource) => resource.module === module)

/** Reads an alert over the catalogue of its module; no effect and no errors: the module has no records of this database. */
export function readAlert(model: Model, row: AlertRow, channels: readonly string[]): { readonly effect: LiveEffect | null; readonly errors: readonly MetadataError[] } {
  const resource = catalogueOf(model, row.module)
  const entity = resource && model.entities[resource.entity]
  if (!entity || resource.rest !== undefined) return { effect: null, errors: [] }
  const list = new MetadataErrors()
  const effect = buildEffect(alertJson(row), effectRoom(model, fieldTypes, entity, channels), list.at('alerts'))
  return { effect: list.errors.length > 0 ? null : { ...effect, source: `alerts.${row.id}`, resource }, errors: list.errors }
}

const words = (text: string | null, by: RegExp): string[] => (text ?? '').split(by).map((one) => one.trim()).filter((one) => one !== '')

/** An alert in the form in which metadata says an effect. */
function alertJson({ id, event, move, fields, rule, channel, recipients, roles, webhook, subject, body }: AlertRow): JsonObject {
  const names = words(fields, /[\s,;]+/)
  const to: Json = [...words(recipients, /[\s,;]+/), ...roles.map((role) => ({ role }))]
  return {
    id: `alert_${id}`, event: event === 'moved' ? `moved:${move ?? ''}` : event,
    ...(event === 'changed' && names.length > 0 && { fields: names }), ...(rule !== null && { when: rule }),
    do: { [channel]: channel === 'webhook' ? { key: webhook ?? '' } : { to, ...(subject !== null && { subject }), ...(body !== null && { body }) } },
  }
}
