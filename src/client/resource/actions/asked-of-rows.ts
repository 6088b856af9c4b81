import type { Identifier, useTranslate } from 'react-admin'
import type { JsonObject } from '../../../model/json'
import type { Action } from '../../../model/resource'
import type { Changed, RowResult } from '../../console/provider'
import type { Question } from '../../../ui/Confirm'
import { bodyOf } from '../../provider/failure'

export type Verb = 'enable' | 'disable' | 'remove'

type Translate = ReturnType<typeof useTranslate>

/** Destructive changes need confirmation (spec 1 §5), as do changes of many rows; null: done without asking. */
export function question(
  verb: Verb,
  count: number,
  name: string | undefined,
  text: string,
  translate: Translate,
): Question | null {
  if (verb === 'enable' && count === 1) return null
  const title =
    count === 1
      ? translate(`record.${verb}_ask`, { name: name ?? '' })
      : translate(`bulk.${verb}_ask`, { smart_count: count })
  return {
    title,
    ...(verb === 'enable' ? {} : { text }),
    accept: translate(`record.${verb}`),
    danger: verb === 'remove',
  }
}

/** When no row could be changed, the failure has a result for each. */
export function rowsIn(failure: unknown, ids: readonly Identifier[]): Changed {
  const { results } = bodyOf(failure)
  if (ids.length > 1 && Array.isArray(results)) return { rows: results as readonly RowResult[] }
  throw failure
}

/** The body that metadata asks for: fields of a single record, `ids` for several, nothing for a whole list. */
export function sent(action: Action, one: JsonObject | undefined, ids: readonly Identifier[]): JsonObject {
  if (ids.length === 0) return {}
  // What is for several alone knows no single record.
  if (!one || !action.on.includes('row')) return { ids: [...ids] }
  return Object.fromEntries(Object.entries(action.call?.send ?? {}).map(([name, field]) => [name, one[field] ?? null]))
}
