import { maySee } from '../../model/access'
import { choices } from '../../model/choices'
import { asObject } from './json-object'
import { choiceText, resourceTitle } from './labels'
import type { RecordContext } from './record-context'

export interface LogChoice {
  readonly id: string
  readonly name: string
}

// Spec 1 §3 `se_platform`.
const PLATFORMS = ['web', 'api', 'Android', 'iOS', 'widget']

/** What the filters of the log offer, by the call's name (spec 2 §7). */
export const LOG_CHOICES: { readonly [call: string]: (context: RecordContext) => readonly LogChoice[] } = {
  type_users: ({ model, runtime: { words }, actor }) => {
    const field = model.entities.users?.fields.type_user
    return field ? choices(field).map(({ value }) => ({ id: value, name: choiceText(words, actor.language, field, value) })) : []
  },
  // Every verb that has words; features add theirs below the same key.
  type_logs: ({ runtime: { words }, actor: { language } }) => {
    const logs = asObject(words.dictionary(language).words.logs)
    return byName(Object.entries(asObject(logs?.types) ?? {}).map(([id, name]) => ({ id, name: String(name) })), language)
  },
  targets: ({ model, runtime: { words }, actor }) => {
    const seen = Object.values(model.resources).filter((resource) => maySee(actor, resource))
    return byName(seen.map((resource) => ({ id: resource.name, name: resourceTitle(words, actor.language, resource) })), actor.language)
  },
  platforms: () => PLATFORMS.map((id) => ({ id, name: id })),
}

const byName = (items: readonly LogChoice[], language: string): readonly LogChoice[] =>
  items.toSorted((one, other) => one.name.localeCompare(other.name, language))
