import type { Entity } from '../entity'
import type { FieldError } from '../field-type'
import type { Rule } from './rule'

/** The rule that refused a value: what a user may ask "why" about. */
interface BrokenRule {
  /** `edit`: it may be changed only then; `require`: it is needed then; `check`: it must hold. */
  readonly kind: 'edit' | 'require' | 'check'
  readonly rule: Rule
}

/**
 * Which rules of an entity caused the errors of a record, by field; an error of a type or a plain `required` needs no
 * reason.
 */
export function brokenRules(
  entity: Entity,
  errors: { readonly [source: string]: FieldError },
): { readonly [source: string]: BrokenRule } {
  const broken: { [source: string]: BrokenRule } = {}
  for (const [source, { key }] of Object.entries(errors)) {
    const field = Object.hasOwn(entity.fields, source) ? entity.fields[source] : undefined
    const check = entity.checks.find(({ at, say }) => at === source && say === key)
    if (key === 'not_editable' && field?.edit) broken[source] = { kind: 'edit', rule: field.edit }
    else if (key === 'required' && field?.require && !field.required)
      broken[source] = { kind: 'require', rule: field.require }
    else if (check) broken[source] = { kind: 'check', rule: check.assert }
  }
  return broken
}
