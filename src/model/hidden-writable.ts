import { isWritable } from './canonical'
import type { Field } from './field'
import type { Model } from './model'
import type { FormRow, Resource } from './resource'
import type { Rule } from './rules/rule'
import { ruleOperands } from './rules/rule-fields'

/**
 * Fields that a form hides from some users, who may write them all the same by a call: a row's `show` hides and forbids
 * nothing.
 * @returns one sentence for each, with its place and remedy
 */
export function hiddenWritable(model: Model): readonly string[] {
  return Object.values(model.resources).flatMap((resource) => {
    const entity = model.entities[resource.entity]
    if (!entity) return []
    return cellsHiddenByUser(resource.form.rows, false).flatMap((name) => {
      const field = entity.fields[name]
      if (!field || !isWritable(field) || isGuarded(field) || isFixed(resource, name)) return []
      return `resources/${resource.name}.json: the form hides "${name}" from some users, who may still write it by a call. Say in schemas/${resource.entity}.json who may, with "x-edit" or "x-see".`
    })
  })
}

/** A rule on the person decides who writes it. */
const isGuarded = ({ edit, see }: Field): boolean => [edit, see].some((rule) => rule !== undefined && asksUser(rule))

const isFixed = ({ fixed }: Resource, name: string): boolean => Object.hasOwn(fixed, name)

const asksUser = (rule: Rule): boolean => ruleOperands(rule).some(({ kind }) => kind === 'user')

function cellsHiddenByUser(rows: readonly FormRow[], isHidden: boolean): readonly string[] {
  return rows.flatMap((row) => {
    if ('cells' in row) return isHidden ? row.cells.map(({ f }) => f) : []
    return cellsHiddenByUser(row.rows, isHidden || (row.show !== undefined && asksUser(row.show)))
  })
}
