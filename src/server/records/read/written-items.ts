import type { Entity } from '../../../model/entity'
import type { Json } from '../../../model/json'
import type { RecordContext } from '../record-context'
import { holdsRules } from '../said/said-rules'
import type { Runtime } from '../../language/runtime'
import { closingOf } from './closed-flags'
import { presented } from './presented'
import { labelKey, type Row } from './row-columns'
import { writtenColumns, type WireColumns } from './wire-columns'
import { WRITTEN } from './written-row'

/**
 * The columns by which PostgreSQL writes the rows of a list; null where they are decoded: something here reads whole records, or the database is PGlite,
 * which shares a processor with the server. Where references may lead an asker nowhere, the statement says so of each; the ids of the few of which it cannot
 * are decoded and looked up.
 */
export function columnsInText(context: RecordContext): WireColumns | null {
  const needs = needsOf(context.runtime, context.entity)
  if (!needs) return null
  const { lookedUp } = closingOf(context)
  return writtenColumns(context, lookedUp.length === 0 ? needs : new Set([...needs, ...lookedUp]))
}

const needed = new WeakMap<Entity, ReadonlySet<string> | null>()

/** The wire keys that the server reads of each record it shows; null: all of them. */
function needsOf(runtime: Runtime, entity: Entity): ReadonlySet<string> | null {
  const known = needed.get(entity)
  if (known !== undefined) return known
  const presents = runtime.hooks(entity.name).filter(({ present }) => present)
  const isWhole = runtime.database.engine !== 'postgres' || holdsRules(entity) || presents.some(({ presentReads }) => !presentReads)
  const texts = Object.values(entity.fields).flatMap(({ computed }) => (computed?.kind === 'text' ? computed.parts : []))
  const ofTexts = texts.flatMap((part) => ('field' in part ? [part.field, labelKey(part.field)] : []))
  const needs = isWhole ? null : new Set([...presents.flatMap(({ presentReads }) => presentReads ?? []), ...ofTexts])
  needed.set(entity, needs)
  return needs
}

/** Rows as PostgreSQL wrote them, each followed by what only the server can say. */
export async function writtenItems(
  context: RecordContext, { written, decode }: WireColumns, rows: readonly Row[],
): Promise<readonly string[]> {
  const { runtime, entity, origin } = context
  const texts = rows.map((row) => String(row[WRITTEN]))
  if (!written || (written.isWhole && !runtime.hooks(entity.name).some(({ present }) => present))) return texts
  const shown = await presented(context, runtime.database.db, rows.map((row) => decode(row, origin.id_session)), closingOf(context).flagged)
  return texts.map((text, at) => {
    const more: { [key: string]: Json } = {}
    for (const [key, value] of Object.entries(shown[at] ?? {})) if (!written.keys.has(key)) more[key] = value
    return joined(text, JSON.stringify(more))
  })
}

/** An answer of which one value is written already. */
export const withText = (key: string, text: string, rest: object): string =>
  joined(`{"ok":true,${JSON.stringify(key)}:${text}}`, JSON.stringify(rest))

/** Two objects in one. */
const joined = (one: string, other: string): string =>
  (other === '{}' ? one : one === '{}' ? other : `${one.slice(0, -1)},${other.slice(1)}`)
