import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../../model/entity'
import type { JsonObject } from '../../../model/json'
import type { Actor } from '../../../model/rights/actor'
import type { Db } from '../../platform/database/database'
import type { RecordContext } from '../record-context'
import { relationsKey } from '../relations/relation-puts'
import { buildColumns, type Seen } from './build-columns'
import { closedFlags } from './closed-flags'
import type { Row } from '../fields/row-columns'
import { everyField, seenFields } from '../fields/seen-fields'
import { WrittenRow } from './written-row'

/**
 * What a query reads of a table called `t` and of the tables its references join, and how a row becomes wire values.
 */
export interface WireColumns {
  readonly columns: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  /** How many tables are joined. */
  readonly joined: number
  /** @param id_session of the asker, whose files' addresses end with it */
  decode(row: Row, id_session: number | null): JsonObject
  /** The same with these wire keys alone: a file of a million rows must not be decoded for values it leaves out. */
  decodeOnly(keys: ReadonlySet<string>): (row: Row, id_session: number | null) => JsonObject
  /** The driver's undecoded value of a field of the record: its exact digits. */
  raw(row: Row, field: string): unknown
  /** The wire keys that PostgreSQL writes as one text, `WRITTEN`, and whether these are all; null: it writes none. */
  readonly written: { readonly keys: ReadonlySet<string>; readonly isWhole: boolean } | null
}

/**
 * The item as the asker sees it: fields, parts of flat ones, what references expand to, and the label of each
 * reference.
 * @param only what it is read for
 */
export const wireColumns = (context: RecordContext, only: KeySet | null = null): WireColumns =>
  ofAsker(context, 'decoded', { only })

/** The same, where the record says as well which references lead this asker nowhere (`closingOf`). */
export const flaggedColumns = (context: RecordContext): WireColumns => ofAsker(context, 'flagged', {})

/** The same where PostgreSQL writes what it can of a row as JSON. @param needs wire keys that are decoded as well */
export const writtenColumns = (context: RecordContext, needs: ReadonlySet<string>, only: KeySet | null): WireColumns =>
  ofAsker(context, 'in text', { needs, only })

/** Some wire keys, and a text that is the same for the same ones. */
export interface KeySet extends Pick<ReadonlySet<string>, 'has'> {
  readonly text: string
}
interface Part {
  readonly needs?: ReadonlySet<string>
  readonly only?: KeySet | null
}

function ofAsker(context: RecordContext, how: How, part: Part): WireColumns {
  const { actor, entity, settings } = context
  const by = asked[how]
  const ofActor = by.get(actor) ?? new Map<string, Kept>()
  const key = part.only ? `${entity.name} ${part.only.text}` : entity.name
  const known = ofActor.get(key)
  if (known?.settings === settings && known.entity === entity) return known.columns
  const { columns: plain, isLasting } = cached(context, 'asker', (of) => seenFields(context, of), part)
  const columns = how === 'decoded' ? plain : withFlags(context, plain, part.only ?? null)
  if (!isLasting) return columns
  // A caller may think of many sets of keys.
  if (ofActor.size >= MAX_OF_ACTOR) ofActor.clear()
  by.set(actor, ofActor.set(key, { settings, entity, columns }))
  return columns
}

function withFlags(context: RecordContext, columns: WireColumns, only: KeySet | null): WireColumns {
  const flags = closedFlags(context, only)
  if (!flags) return columns
  return {
    ...columns,
    columns: sql`${columns.columns}, ${sql.join(flags.columns)}`,
    decode: (row, id_session) => flags.put(row, columns.decode(row, id_session)),
    written: columns.written && { ...columns.written, isWhole: false },
  }
}

// An actor object is replaced when the user's rights change, the settings object when a setting does.
interface Kept {
  readonly settings: JsonObject
  readonly entity: Entity
  readonly columns: WireColumns
}
type KeptByActor = WeakMap<Actor, Map<string, Kept>>
type How = 'decoded' | 'flagged' | 'in text'
const asked: { readonly [how in How]: KeptByActor } = {
  decoded: new WeakMap(),
  flagged: new WeakMap(),
  'in text': new WeakMap(),
}

/** The same with every field but secrets: for the server's own use, never for an answer. */
export function everyColumn(context: RecordContext): WireColumns {
  return cached(context, 'server', (entity) => everyField(context, entity), {}).columns
}

/** The server itself reads every id that a record refers to, and computes nothing. */
export type For = 'asker' | 'server'

const made = new WeakMap<Entity, Map<string, WireColumns>>()
const MAX_KEPT = 300
const MAX_OF_ACTOR = 300

// Building the SQL costs more than running it on a small table, so it is kept per entity and set of visible fields.
function cached(
  context: RecordContext,
  whose: For,
  seen: Seen,
  { needs, only = null }: Part,
): { readonly columns: WireColumns; readonly isLasting: boolean } {
  const { entity, runtime } = context
  const keys = entitiesIn(context).map((one) => seen(one).key)
  const relations = whose === 'asker' ? relationsKey(context) : ''
  const build = (): WireColumns =>
    buildColumns(context, whose, seen, { written: needs ? new WrittenRow(needs) : null, only })
  if (keys.includes(null) || relations === null) return { columns: build(), isLasting: false }
  const key = [whose, needs ? `in text ${[...needs].sort().join()}` : '', only?.text ?? '', ...keys, relations].join(
    '/',
  )
  const all = made.get(entity) ?? new Map<string, WireColumns>()
  const known = all.get(key)
  if (known) return { columns: known, isLasting: true }
  // Scopes have as many values as there are companies.
  if (all.size >= MAX_KEPT) all.clear()
  const built = build()
  const kept = {
    ...built,
    columns: asText(runtime.database.db, built.columns),
    joins: asText(runtime.database.db, built.joins),
  }
  made.set(entity, all.set(key, kept))
  return { columns: kept, isLasting: true }
}

/** The piece as finished text, where it has no parameters. */
function asText(db: Db, piece: RawBuilder<unknown>): RawBuilder<unknown> {
  const { sql: text, parameters } = piece.compile(db)
  return parameters.length === 0 ? sql.raw(text) : piece
}

const involved = new WeakMap<Entity, readonly Entity[]>()

/** The entity, all entities it refers to and all it computes from, and those whose names come along. */
function entitiesIn({ entity, model }: RecordContext): readonly Entity[] {
  const known = involved.get(entity)
  if (known) return known
  const near = [
    ...new Set([
      entity,
      ...Object.values(entity.fields).flatMap(({ ref, refAny, computed }) =>
        [
          ref?.to ?? (computed?.kind === 'rollup' ? computed.of : ''),
          ...(refAny?.targets ?? []).map(({ to }) => to),
        ].flatMap((name) => model.entities[name] ?? []),
      ),
    ]),
  ]
  const beyond = Object.values(entity.fields).flatMap(({ ref }) =>
    (ref?.named ?? []).flatMap(
      (wire) => model.entities[model.entities[ref?.to ?? '']?.fields[ref?.expand[wire] ?? '']?.ref?.to ?? ''] ?? [],
    ),
  )
  const found = [...new Set([...near, ...beyond])]
  involved.set(entity, found)
  return found
}
