import type { Entity } from '../entity'
import type { FieldTypes } from '../field-type'
import { textErrors } from '../values/text-value'
import { keyword, type EntityDraft } from './entity-draft'
import { CHECKS, type CheckId } from './metadata-error'
import type { ReadSource } from './read-files'

/** As long as a name in the database; people type an id and read it out. */
const MAX_KEY = 63

/** Entities of a resource that lives in another service: they have no table here. */
export function remoteEntities(sources: readonly ReadSource[]): ReadonlySet<string> {
  return new Set(
    sources.flatMap(({ kind, json, name }) =>
      kind === 'resources' && json?.rest !== undefined ? [String(json.entity ?? name)] : [],
    ),
  )
}

/** The text id that an entity declares. */
export function textIdOf(sources: EntityDraft['sources']): Entity['key'] {
  const source = sources.findLast(({ json }) => json['x-key'] !== undefined)
  if (!source) return undefined
  const place = source.place.in('x-key')
  const key = source.json['x-key'] as { readonly maxLength: number; readonly pattern?: string }
  const wrong = textErrors({ ...key }, MAX_KEY)
  for (const [path, sentence, id] of wrong)
    place.in(...path.split('/').slice(1)).error(isCheckId(id) ? id : 'M032', sentence)
  if (sources.some(({ json }) => json['x-size'] === 'large')) {
    place.error(
      'M032',
      'a text id is for small entities, such as languages. Remove "x-size", or use a unique field beside the numbered id.',
    )
  }
  return wrong.length === 0 ? key : { maxLength: key.maxLength }
}

const isCheckId = (id: string): id is CheckId => Object.hasOwn(CHECKS, id)

/** Keywords that need a table. */
const OF_TABLES = ['x-traits', 'x-scope', 'x-size', 'x-unique', 'x-unique-when', 'x-rollups', 'x-extends'] as const

/** Entities kept by another service have no traits, scopes or indexes here. */
export function checkRemote(draft: EntityDraft): void {
  for (const key of OF_TABLES) {
    keyword(draft, key)?.place.error(
      'M035',
      `"${draft.name}" is kept by another service, which does not know "${key}". Remove it.`,
    )
  }
}

/** Checks what a tree's parent and the fields of another service may be. */
export function checkKinds(drafts: ReadonlyMap<string, EntityDraft>, fieldTypes: FieldTypes): void {
  for (const draft of drafts.values()) {
    const { entity } = draft
    const parent = draft.fields.get('id_parent')
    if (
      entity.traits.includes('tree') &&
      parent?.place &&
      (parent.field.ref?.to !== draft.name || parent.field.virtual)
    ) {
      parent.place.error(
        'M031',
        `the parent of a tree is a reference to its own entity: { "x-type": "ref", "x-to": "${draft.name}" }.`,
      )
    }
    if (entity.traits.includes('tree') && parent?.field.ref?.onDelete === 'clear') {
      parent.place
        ?.in('x-on-delete')
        .error('M031', 'what stands below a removed record would lose its place. Remove it.')
    }
    for (const { field, place } of draft.fields.values()) {
      const target = field.ref && drafts.get(field.ref.to)
      if (target?.entity.remote) {
        place
          ?.in('x-to')
          .error(
            'M035',
            `"${target.name}" is kept by another service, and this database cannot refer to its rows. Keep its id in a text.`,
          )
      }
      if (entity.remote && (field.ref || field.virtual || fieldTypes[field.type]?.virtual)) {
        place?.error(
          'M035',
          `a record of another service has no ${field.type} here. Use a type that holds a value of its own.`,
        )
      }
    }
  }
}
