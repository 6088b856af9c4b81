import { PERSON, type Scopes } from '../application'
import type { Field } from '../field'
import type { JsonObject } from '../json'
import type { RuleRoom } from '../rules/parse-rule'
import { didYouMean } from '../values/did-you-mean'
import { keyword, namedField, type EntityDraft } from './entity-draft'
import type { ErrorPlace } from './metadata-error'

/**
 * Reports paths of `x-scope` that end at something else than the scope is made of: its numbers would be taken for those
 * of companies or branches.
 */
export function checkScope(draft: EntityDraft, { entities, excused }: RuleRoom, scopes: Scopes): void {
  const scope = keyword(draft, 'x-scope')
  const { shared, edit, ...own } = (scope?.value ?? {}) as JsonObject
  const opened = (edit ?? {}) as JsonObject
  for (const name of Object.keys(opened)) {
    if (typeof own[name] === 'string')
      scope?.place
        .in('edit', name)
        .error('M118', `"${name}" divides the rows and changes its own already. Take it out of "edit".`)
    else if (shared !== true && !(Array.isArray(shared) && shared.includes(name))) {
      scope?.place
        .in('edit', name)
        .error(
          'M118',
          `nobody of a "${name}" reads these rows, so nobody changes them. Add it to "shared", or take it out of "edit".`,
        )
    }
  }
  const paths = [
    ...Object.entries(own).map(([name, path]) => ({ name, path, place: scope?.place.in(name) })),
    ...Object.entries(opened).map(([name, path]) => ({ name, path, place: scope?.place.in('edit', name) })),
  ]
  for (const { name, path, place } of paths) {
    if (typeof path !== 'string' || !place) continue
    const [first = '', ...rest] = path.split('.')
    if (rest.length > 2) {
      place.error('M006', `"${path}" is too far: a path leads through two references at most.`)
      continue
    }
    let field = namedField(draft, first, place)
    for (const step of rest) {
      if (field?.ref?.to === draft.name) {
        place.error(
          'M043',
          `"${path}" leads back to "${draft.name}", and the first row of all would be nobody's. Name a field of the row, or a path through another entity.`,
        )
        field = null
      }
      field = field && stepOf(field, step, path, entities, excused, place)
    }
    const owner = ownerOf(name, scopes, entities)
    if (field && owner !== undefined && !isOf(field, owner)) {
      place.error(
        'M043',
        `"${path}" holds no id of "${owner}": its numbers would be taken for theirs. Name a reference to "${owner}", or "id" of ${owner}.`,
      )
    }
  }
}

/** The entity whose ids a scope's values are; undefined where the scope is not declared, or wrongly. */
function ownerOf(name: string, scopes: Scopes, entities: RuleRoom['entities']): string | undefined {
  if (name === PERSON) return 'users'
  const declared = Object.hasOwn(scopes, name) ? scopes[name] : undefined
  return declared && entities.users?.fields[declared.field]?.ref?.to
}

const isOf = ({ name, entity, ref, virtual }: Field, owner: string): boolean =>
  name === 'id' ? entity === owner : ref?.to === owner && !virtual

/**
 * What a path names one reference further; null when the error was reported here, or follows from one reported
 * elsewhere.
 */
function stepOf(
  field: Field,
  name: string,
  path: string,
  entities: RuleRoom['entities'],
  excused: RuleRoom['excused'],
  place: ErrorPlace,
): Field | null {
  if (field.ref && excused?.entities.has(field.ref.to)) return null
  const target = field.ref && entities[field.ref.to]
  const next = target && Object.hasOwn(target.fields, name) ? target.fields[name] : undefined
  if (next) return next
  if (target)
    place.error(
      'M006',
      `no field "${name}" in the entity "${target.name}".${didYouMean(name, Object.keys(target.fields))}`,
    )
  else place.error('M006', `"${path}" is no path: "${field.name}" is no reference.`)
  return null
}
