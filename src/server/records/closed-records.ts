import type { RawBuilder } from 'kysely'
import type { Json, JsonObject } from '../../model/json'
import type { RecordContext } from './record-context'
import { ruleSql } from './rule-readings'

/** Filter of the catalogues that have a `closed` rule: `1` shows what is over, too. */
const INCLUDE_CLOSED = 'include_closed'

/** Takes the filter out of those asked, where the catalogue knows it, and says it as a condition over `t`. */
export function withoutClosed(
  context: RecordContext, asked: JsonObject,
): { readonly filters: JsonObject; readonly conditions: RawBuilder<boolean>[] } {
  const { resource, entity } = context
  if (!resource.closed) return { filters: asked, conditions: [] }
  const { [INCLUDE_CLOSED]: wanted, ...filters } = asked
  return { filters, conditions: isSet(wanted) ? [] : [ruleSql(context, { not: resource.closed }, entity, 't')] }
}

const isSet = (value: Json | undefined): boolean => value === 1 || value === true || value === '1' || value === 'true'
