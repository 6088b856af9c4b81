import { isClosed } from '../../../model/closed-key'
import type { JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { Resource } from '../../../model/resource'
import type { Actor } from '../../../model/rights/actor'
import { resourceOfRef } from '../../provider/paths'
import { mayOpen } from '../../session/may-open'
import type { ShownColumn } from '../columns'
import { explainOf } from './ExplainButton'

interface Asker {
  readonly actor: Pick<Actor, 'root' | 'rights'>
  readonly model: Model
  readonly resource: Pick<Resource, 'name'>
}

/**
 * What can be asked about a column's amount: of the record itself, or of the one that a reference brings it from, where
 * the user opens that. Null: nothing.
 */
export function explainColumn(
  { f, field, from, holder }: Pick<ShownColumn, 'f' | 'field' | 'from' | 'holder'>,
  record: JsonObject,
  { actor, model, resource }: Asker,
): { readonly path: string; readonly resource: string; readonly id: number; readonly field: string } | null {
  if (holder) return null
  if (!from) {
    const own = explainOf(field, record)
    return own && { ...own, resource: resource.name }
  }
  const name = from.ref?.expand[f]
  const to = resourceOfRef(model, from)
  const id = record[from.name] ?? null
  if (name === undefined || !to || !mayOpen(actor, model, to.name, 'show') || isClosed(record, from.name, id))
    return null
  const brought = explainOf({ name, schema: field.schema }, { id, [name]: record[f] ?? null })
  return brought && { ...brought, resource: to.name }
}
