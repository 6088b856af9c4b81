import { fieldTypes } from '../../../fields/data'
import { canonicalRecord } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import type { Sources } from '../../../model/formulas/evaluate'
import type { JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import { gridRowsOf, withoutBlankTail } from '../../provider/grid-rows'

/** What formulas count of a form's own rows, as they are typed; rows that the form does not have are not known. */
export function typedRows(
  { fields }: Entity,
  entities: Model['entities'],
  values: JsonObject,
): NonNullable<Sources['rows']> {
  return ({ of, by }) => {
    const field = Object.values(fields).find(({ children }) => children?.of === of && children.link === by)
    const rows = entities[of]
    if (!field?.children || !rows || values[field.name] === undefined) return undefined
    return withoutBlankTail(gridRowsOf(values[field.name]), rows, field.children.columns).map((row) => ({
      ...row,
      ...canonicalRecord(rows, fieldTypes, row),
    }))
  }
}
