import type { Field } from '../field'
import type { Model } from '../model'

/** What a fact of the user is called after: a field, of `users` or behind their reference to an owner. */
interface FactField {
  readonly field: Field
  readonly through?: Field
}

/** The field that a fact of the user (`user.<name>`) stands for; null: there is none, or the asker does not see it. */
export function factField({ entities, application: { scopes } }: Model, name: string): FactField | null {
  const users = entities['users']?.fields
  if (!users) return null
  if (Object.hasOwn(users, name)) return { field: users[name] as Field }
  for (const { wire, field, facts = [] } of Object.values(scopes)) {
    const own = users[field]
    if (own && wire === name) return { field: own }
    const there = facts.includes(name) ? entities[own?.ref?.to ?? '']?.fields[name] : undefined
    if (own && there) return { field: there, through: own }
  }
  return null
}

/** The field whose value a setting is (`setting.<name>`); null: there is none, or the asker does not see it. */
export function settingField({ entities }: Model, name: string): Field | null {
  for (const { settings, fields } of Object.values(entities)) {
    if (settings && Object.hasOwn(fields, name)) return fields[name] ?? null
  }
  return null
}
