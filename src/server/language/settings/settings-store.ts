import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { FieldSql } from '../../../fields/field-sql'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import { holds } from '../../../model/rules/holds'
import type { Rule } from '../../../model/rules/rule'
import { isCountedId } from '../../../model/values/id-value'
import { zoneNamed } from '../../../model/values/zone-names'
import { isZone } from '../../../model/values/zone-offset'
import { pictureAddress } from '../../../model/values/stored-file'
import type { Db } from '../../platform/database/database'
import { SharedRead } from '../../platform/database/shared-read'
import { fieldTypes } from '../field-types'
import { isSealed, keyringFor } from '../../platform/secrets/keyring'
import type { ServerFeature } from '../feature/feature'
import { defaultSettings } from './defaults'
import { livingRows } from '../../platform/database/engine-tables'

export interface SettingsStore {
  /** Every setting, by key. @param from the transaction to read by, where one is open */
  all(from?: Db): Promise<JsonObject>
  /** Those that a browser may know. @param user the facts of who is at it: with what only they and others may see */
  visible(user?: JsonObject): Promise<JsonObject>
  /** Another text once any of the visible ones has another value, for pages that are open. */
  stamp(): Promise<string>
  forget(): void
}

interface SettingsSource {
  readonly db: Db
  readonly features: readonly ServerFeature[]
  readonly model: () => Model
  readonly fieldSql: { readonly [type: string]: FieldSql }
}

const KEEP_MS = 60_000

interface Row {
  readonly key: string
  readonly value: string | null
  readonly hidden: unknown
}
interface Read {
  readonly all: JsonObject
  readonly visible: JsonObject
}
/** A setting with an `x-see` of its own, by its names, beside the record that holds it. */
interface Guarded {
  readonly see: Rule
  readonly names: JsonObject
  readonly record: JsonObject
}
interface Declared extends Read {
  readonly guarded: readonly Guarded[]
}
interface Kept extends Declared {
  readonly stamp: string
}

/**
 * Settings of the company, cached until one changes: the program's defaults, overridden by the values by key,
 * overridden by the records of the entities that declare settings with types (`x-settings`). An empty field keeps the
 * value below it.
 */
export function settingsStore(source: SettingsSource): SettingsStore {
  const { db, features } = source
  const defaults = defaultSettings(features)
  const shared = new SharedRead(read, KEEP_MS)

  async function read(from: Db): Promise<Kept> {
    const rows: readonly Row[] = await livingRows(from, 'settings')
      // As text, because one driver parses JSON and the other may not.
      .select(['key', sql<string | null>`value::text`.as('value'), 'hidden'])
      .execute()
    const values = (these: readonly Row[]) =>
      Object.fromEntries(
        these.map(({ key, value }) => [key, value === null ? null : opened(JSON.parse(value) as Json, key)]),
      )
    const declared = await Promise.all(
      settingEntities(source.model()).map((entity) => declaredValues(source, from, entity)),
    )
    const over = (base: JsonObject, which: keyof Read): JsonObject =>
      withZone(Object.assign({}, defaults, base, ...declared.map((one) => one[which])) as JsonObject)
    const visible = over(values(rows.filter(({ hidden }) => hidden !== true && hidden !== 1)), 'visible')
    const guarded = declared.flatMap((one) => one.guarded)
    const told = JSON.stringify([visible, guarded.map(({ names }) => names)])
    return {
      all: over(values(rows), 'all'),
      visible,
      guarded,
      stamp: createHash('sha256').update(told).digest('base64url').slice(0, 16),
    }
  }

  /** A zone that was stored before zones were a list must not break every number: what it names, else the program's. */
  const withZone = (values: JsonObject): JsonObject => {
    const { timezone } = values
    return typeof timezone === 'string' && isZone(timezone)
      ? values
      : { ...values, timezone: zoneNamed(String(timezone ?? '')) ?? defaults.timezone ?? 'UTC' }
  }

  const opened = (value: Json, key: string): Json =>
    typeof value === 'string' && isSealed(value) ? keyringFor(db).open(value, `settings.${key}`) : value

  return {
    all: async (from = db) => (await shared.by(from)).all,
    visible: async (user) => {
      const kept = await shared.by(db)
      return user === undefined ? kept.visible : Object.assign({}, kept.visible, ...namesSeen(kept, user))
    },
    stamp: async () => (await shared.by(db)).stamp,
    forget: () => shared.forget(),
  }
}

/** What the `x-see` of settings lets somebody see of them. */
const namesSeen = ({ all, guarded }: Kept, user: JsonObject): readonly JsonObject[] =>
  guarded
    .filter(({ see, record }) => holds(see, { record, user, setting: all, now_ms: Date.now() }))
    .map(({ names }) => names)

/** Entities whose single record holds settings. */
export const settingEntities = (model: Model): readonly Entity[] =>
  Object.values(model.entities).filter(({ settings }) => settings)

async function declaredValues({ db, fieldSql }: SettingsSource, from: Db, entity: Entity): Promise<Declared> {
  const row = await from
    .selectFrom(entity.name)
    .selectAll()
    .where('date_deleted', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const values = Object.values(entity.fields).flatMap((field) => {
    const raw = row?.[field.name]
    if (field.system || field.virtual || raw === null || raw === undefined) return []
    const value = fieldTypes[field.type]?.sealed
      ? keyringFor(db).open(String(raw), `${entity.name}.${field.name}`)
      : (fieldSql[field.type]?.decode(raw, field) ?? null)
    return [{ field, value }]
  })
  const object = (these: typeof values): JsonObject =>
    Object.fromEntries(these.flatMap(({ field, value }) => entriesOf(field, value)))
  const sent = values.filter(({ field }) => !field.secret && !fieldTypes[field.type]?.sealed)
  const record = Object.fromEntries(values.map(({ field, value }) => [field.name, value]))
  return {
    all: object(values),
    // A setting that only some may see in its form is sent to the browsers of these alone.
    visible: object(sent.filter(({ field }) => !field.see)),
    guarded: sent.flatMap(({ field, value }) =>
      field.see ? [{ see: field.see, names: object([{ field, value }]), record }] : [],
    ),
  }
}

/** A setting by its names: a picture is where everybody may see it, a compound value has its parts beside it. */
function entriesOf(field: Field, value: Json): readonly (readonly [string, Json])[] {
  if (fieldTypes[field.type]?.file) return isCountedId(value) ? [[field.name, pictureAddress(field.name, value)]] : []
  const whole = (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as JsonObject
  const parts = Object.entries(field.flat ?? {}).map(([part, name]) => [name, whole[part] ?? null] as const)
  return [[field.name, value], ...parts]
}
