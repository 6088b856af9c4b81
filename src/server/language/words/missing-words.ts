import { templateText } from '../../../model/effects/template'
import { actionKeys, choiceKeys, helpKeys, innerKeys, oneKeys } from '../../../model/field-words'
import { choices } from '../../../model/rules/choices'
import { isWritable } from '../../../model/canonical'
import type { Field } from '../../../model/field'
import type { Model } from '../../../model/model'
import type { FormGroup, FormRow, Resource } from '../../../model/resource'
import { screensOf, type ServerFeature } from '../feature/feature'
import { groupTitleKey, moduleList } from '../modules/module-list'
import { printTexts } from './print-words'
import { reportTexts } from './report-texts'
import type { ReadWords } from './read-words'

/**
 * What users would read in Spanish though they chose another language, or as a bare key in any, as lines `en:
 * resources.fuel.name ("Combustible")`. A label may be translated for the resource, the entity, or once for every field
 * of that name; a choice for its entity, or once for all.
 */
export function missingWords(words: ReadWords, model: Model, features: readonly ServerFeature[]): string[] {
  const wanted = [...metadataTexts(model, features)]
  const [first = 'es'] = words.languages
  const known = new Set(words.ownKeys(first))
  const unsaid = [...sentences(model)].filter(({ keys }) => !keys.some((key) => known.has(key)))
  const untold = words.languages.flatMap((language) => {
    const own = new Set(words.ownKeys(language))
    return unsaid
      .filter(({ keys }) => !keys.some((key) => own.has(key)))
      .map(({ keys, title }) => `${language}: ${keys[0] ?? ''} ("${title}")`)
  })
  return [
    ...untold,
    ...words.languages.slice(1).flatMap((language) => {
      const own = new Set(words.ownKeys(language))
      const labels = wanted.filter(({ keys }) => !keys.some((key) => own.has(key)))
      const texts = words
        .ownKeys(words.languages[0] ?? 'es')
        .filter((key) => !own.has(key) && !labels.some(({ keys }) => keys.includes(key)))
      return [
        ...labels.map(({ keys, title, of }) => {
          const key = keys[keys.length - 1] ?? ''
          return `${language}: ${key} ("${title}"${of === undefined || /^(entities|common)\./.test(key) ? '' : ` of ${of}`})`
        }),
        ...texts.map((key) => `${language}: ${key} ("${words.say('es', key)}")`),
      ]
    }),
  ]
}

/** What has no title in metadata, so that people would read its key: sentences of checks, names of actions. */
function* sentences(model: Model): Generator<Title> {
  for (const { name, checks } of Object.values(model.entities)) {
    for (const { id, say } of checks) yield { keys: [`validation.${say}`], title: `the check ${id} of ${name}` }
  }
  for (const resource of Object.values(model.resources)) {
    for (const action of resource.actions) {
      if (action.title === undefined)
        yield {
          keys: actionKeys(resource, action),
          title: `the action ${action.id} of ${resource.name}; or give it a "title"`,
        }
    }
  }
}

/** A title as written, and the keys that translate it, the most particular one first. */
interface Title {
  readonly keys: readonly string[]
  readonly title: string
  /** The entity whose field it is of, which a key for every field of that name does not say. */
  readonly of?: string
}

/** Every text that metadata says in Spanish and other languages translate by a key. */
export function* metadataTexts(model: Model, features: readonly ServerFeature[]): Generator<Title> {
  const said = new Set<string>()
  for (const { key, title, titleKey, group } of moduleList(model, screensOf(features))) {
    yield { keys: [titleKey], title }
    if (group !== null && !said.has(group)) {
      said.add(group)
      yield { keys: [groupTitleKey(group)], title: group }
    }
    said.add(key)
  }
  for (const resource of Object.values(model.resources)) {
    if (resource.module === null) continue
    yield* entityTexts(model, resource, said)
    for (const { ask } of [...resource.actions, ...Object.values(resource.asks ?? {}).map((one) => ({ ask: one }))]) {
      const { fields = {} } = model.entities[resource.entity] ?? {}
      const alone = ask?.fields.filter(({ name }) => !Object.hasOwn(fields, name)) ?? []
      for (const field of alone) yield* fieldTexts(resource, field)
    }
    for (const { f, title } of [...resource.list.columns, ...resource.list.details]) {
      if (title !== undefined) yield { keys: [`resources.${resource.name}.columns.${f}`], title }
    }
    for (const { f, title } of resource.filters) {
      if (title !== undefined) yield { keys: [`resources.${resource.name}.filters.${f}`], title }
    }
    for (const { id, title } of resource.stats) yield { keys: [`resources.${resource.name}.stats.${id}`], title }
    for (const tab of resource.detail.tabs) {
      if ('title' in tab && tab.title !== undefined)
        yield { keys: [`resources.${resource.name}.tabs.${tab.id}`, `tabs.${tab.id}`], title: tab.title }
    }
    for (const action of resource.actions) {
      const { id, title, text } = action
      if (title !== undefined)
        yield { keys: action.move ? actionKeys(resource, action) : [`resources.${resource.name}.actions.${id}`], title }
      if (text !== undefined) yield { keys: [`resources.${resource.name}.asks.${id}`], title: text }
    }
    for (const { id, subject, body } of resource.effects ?? []) {
      for (const [part, template] of Object.entries({ subject, body })) {
        if (template) yield { keys: [`resources.${resource.name}.on.${id}.${part}`], title: templateText(template) }
      }
    }
    yield* printTexts(resource)
    for (const { group, title } of groupsOf(resource.form.rows)) {
      // A group without a key has no texts of its own.
      if (title !== undefined && group !== undefined)
        yield { keys: [`resources.${resource.name}.groups.${group}`], title }
    }
  }
  for (const report of Object.values(model.reports)) yield* reportTexts(report)
}

type Of = Pick<Resource, 'name' | 'entity'>

/**
 * What one record is called, and the labels, choices and helps of its fields and of its rows'.
 * @param said what has been told, which each call adds to
 */
function* entityTexts(model: Model, of: Of, said: Set<string>): Generator<Title> {
  const entity = model.entities[of.entity]
  if (!entity) return
  yield { keys: oneKeys(of), title: entity.title }
  for (const field of Object.values(entity.fields)) {
    const { name, secret, children } = field
    if (secret || said.has(`${of.entity} ${name}`)) continue
    said.add(`${of.entity} ${name}`)
    yield* fieldTexts(of, field)
    if (children) yield* entityTexts(model, { name: children.of, entity: children.of }, said)
  }
}

/** A field's label, its choices, its help, and the same of what a compound value holds. */
function* fieldTexts(of: Of, field: Field): Generator<Title> {
  const { title, help, properties, secret } = field
  if (secret) return
  yield { keys: innerKeys(of, field), title, of: of.entity }
  // A sign (a thousands separator) is not a word, and could not be in a key.
  for (const { value, title: said } of choices(field)) {
    if (/^\w+$/.test(value)) yield { keys: choiceKeys(field, value), title: said, of: of.entity }
  }
  // What nobody writes has no input that it could stand under.
  if (help !== undefined && isWritable(field)) yield { keys: helpKeys(of, field), title: help, of: of.entity }
  for (const inner of Object.values(properties ?? {})) yield* fieldTexts(of, inner)
}

const groupsOf = (rows: readonly FormRow[]): readonly FormGroup[] =>
  rows.flatMap((row) => ('rows' in row ? [row, ...groupsOf(row.rows)] : []))
