import { fieldTypes } from '../../../fields/data'
import { canonicalRecord } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { FieldError } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { Rule, RuleContext } from '../../../model/rules/rule'
import { rulePaths } from '../../../model/rules/rule-fields'
import { withSetValues } from '../../../model/validation/set-values'
import { validateRecord } from '../../../model/validation/validate'
import { namedKey, newRow, gridRowsOf, withoutBlankTail, type GridRow } from '../../provider/grid-rows'

type ContextOf = (record: JsonObject) => RuleContext

/**
 * The errors in the rows of a `children` field, by `<row>.<field>`, and in their own rows: the rules of their entity,
 * for the visible columns.
 */
export function gridRowErrors(
  value: Json | undefined,
  before: Json | undefined,
  { children }: Field,
  entities: Model['entities'],
  contextOf: ContextOf,
): { readonly [path: string]: FieldError } {
  const errors: { [path: string]: FieldError } = {}
  const entity = children && entities[children.of]
  if (!children || !entity) return errors
  const old = gridRowsOf(before)
  withoutBlankTail(gridRowsOf(value), entity, children.columns).forEach((row, at) => {
    const stored = old.find(({ id }) => id !== undefined && id === row['id']) ?? null
    for (const [name, error] of Object.entries(ownRowErrors(row, stored, entity, contextOf))) {
      if (children.columns.includes(name)) errors[`${at}.${name}`] = error
    }
    for (const name of children.columns) {
      const inner = entity.fields[name]
      if (!inner?.children || errors[`${at}.${name}`]) continue
      for (const [path, error] of Object.entries(gridRowErrors(row[name], stored?.[name], inner, entities, contextOf)))
        errors[`${at}.${name}.${path}`] = error
    }
  })
  return errors
}

/** The errors of one row, by field. */
export function ownRowErrors(
  row: GridRow,
  stored: GridRow | null,
  entity: Entity,
  contextOf: ContextOf,
): { readonly [name: string]: FieldError } {
  const begun = stored ?? newRow(entity, Object.keys(entity.fields))
  const typed = { ...begun, ...row }
  const read = { ...begun, ...canonicalRecord(entity, fieldTypes, row) }
  const record = withSetValues(entity, read, (values) => contextOf({ ...typed, ...values }))
  return {
    ...validateRecord(
      withKnownChecks(entity, record),
      fieldTypes,
      record,
      { ...contextOf({ ...typed, ...record }), ...(stored && { before: stored }) },
      stored,
    ),
    ...namedErrors(row),
  }
}

/** Without the checks that look behind a reference: no row brings that along, and the server reads them. */
function withKnownChecks(entity: Entity, record: JsonObject): Entity {
  const isKnown = (rule: Rule | undefined): boolean =>
    rule === undefined || rulePaths(rule).every(({ ref, field }) => Object.hasOwn(record, `${ref}.${field}`))
  const checks = entity.checks.filter(({ assert, when }) => isKnown(assert) && isKnown(when))
  return checks.length === entity.checks.length ? entity : { ...entity, checks }
}

/** References pasted by a name that no record has, or more than one. */
function namedErrors(row: GridRow): { readonly [name: string]: FieldError } {
  return Object.fromEntries(
    Object.keys(row).flatMap((name) => {
      const error = row[namedKey(name)]
      return typeof error === 'object' && error !== null && (row[name] ?? null) === null
        ? [[name, error as unknown as FieldError]]
        : []
    }),
  )
}
