import type { Entity } from '../../../model/entity'
import type { Json } from '../../../model/json'
import type { RecordContext } from '../record-context'
import { holdsRules } from '../said/said-rules'
import type { Runtime } from '../../language/runtime'
import { presentReads, type AskedKeys } from './asked-keys'
import { closingOf } from './closed-flags'
import { presented } from './presented'
import { labelKey, type Row } from '../fields/row-columns'
import { writtenColumns, type WireColumns } from './wire-columns'
import { WRITTEN } from './written-row'

/**
 * The columns by which PostgreSQL writes the rows of a list; null where they are decoded: something here reads whole
 * records, or the database is PGlite, which shares a processor with the server. Where references may lead an asker
 * nowhere, the statement says so of each; the ids of the few of which it cannot are decoded and looked up.
 * @param asked the keys that are wanted; null: whole records
 */
export function columnsInText(context: RecordContext, asked: AskedKeys | null): WireColumns | null {
  const needs = asked ? neededFor(context, asked) : needsOf(context.runtime, context.entity)
  if (!needs) return null
  const lookedUp = closingOf(context).lookedUp.filter((name) => !asked || asked.has(name))
  return writtenColumns(context, lookedUp.length === 0 ? needs : new Set([...needs, ...lookedUp]), asked)
}

/** The same of some keys alone. */
function neededFor({ runtime, entity }: RecordContext, asked: AskedKeys): ReadonlySet<string> | null {
  const whole = asked.read === null ? null : needsOf(runtime, entity)
  if (!whole) return null
  const added = new Set(asked.presents ? (presentReads(runtime, entity) ?? []) : [])
  return new Set([...whole].filter((key) => asked.has(key) || added.has(key)))
}

const needed = new WeakMap<Entity, ReadonlySet<string> | null>()

/** The wire keys that the server reads of each record it shows; null: all of them. */
function needsOf(runtime: Runtime, entity: Entity): ReadonlySet<string> | null {
  const known = needed.get(entity)
  if (known !== undefined) return known
  const added = presentReads(runtime, entity)
  const texts = Object.values(entity.fields).flatMap(({ computed }) =>
    computed?.kind === 'text' ? computed.parts : [],
  )
  const ofTexts = texts.flatMap((part) => ('field' in part ? [part.field, labelKey(part.field)] : []))
  const needs =
    runtime.database.engine !== 'postgres' || holdsRules(entity) || !added ? null : new Set([...added, ...ofTexts])
  needed.set(entity, needs)
  return needs
}

/** Rows as PostgreSQL wrote them, each followed by what only the server can say. */
export async function writtenItems(
  context: RecordContext,
  { written, decode }: WireColumns,
  rows: readonly Row[],
  asked: AskedKeys | null,
): Promise<readonly string[]> {
  const { runtime, entity, origin } = context
  const texts = rows.map((row) => String(row[WRITTEN]))
  const isAddedTo = asked ? asked.presents : runtime.hooks(entity.name).some(({ present }) => present)
  if (!written || (written.isWhole && !isAddedTo)) return texts
  const shown = await presented(
    context,
    runtime.database.db,
    rows.map((row) => decode(row, origin.id_session)),
    { said: closingOf(context).flagged, asked },
  )
  return texts.map((text, at) => {
    const more: { [key: string]: Json } = {}
    for (const [key, value] of Object.entries(shown[at] ?? {}))
      if (!written.keys.has(key) && (!asked || asked.has(key))) more[key] = value
    return joined(text, JSON.stringify(more))
  })
}

/** An answer of which one value is written already. */
export const withText = (key: string, text: string, rest: object): string =>
  joined(`{"ok":true,${JSON.stringify(key)}:${text}}`, JSON.stringify(rest))

/** Two objects in one. */
const joined = (one: string, other: string): string =>
  other === '{}' ? one : one === '{}' ? other : `${one.slice(0, -1)},${other.slice(1)}`
