import type { AnyTarget } from '../field'
import { didYouMean } from '../values/did-you-mean'
import type { EntityDraft } from './entity-draft'
import type { ErrorPlace } from './metadata-error'
import type { ReadSource } from './read-files'

type Drafts = ReadonlyMap<string, EntityDraft>

/**
 * Resolves what a `ref-any` may name: catalogues by their files, or entities; the titles and look-ups of the catalogues
 * come with the resources. Mistakes are M056.
 */
export function linkAnyReferences(drafts: Drafts, sources: readonly ReadSource[], broken: ReadonlySet<string>): void {
  const catalogues = new Map(
    sources.flatMap(({ kind, name, json }) =>
      kind === 'resources' ? [[name, String(json?.entity ?? name)] as const] : [],
    ),
  )
  for (const draft of drafts.values()) {
    for (const { field, place } of draft.fields.values()) {
      if (field.type !== 'ref-any' || !place) continue
      const names = Array.isArray(field.schema['x-to']) ? field.schema['x-to'].map(String) : []
      const targets = names.flatMap((kind, i) => targetOf(kind, drafts, catalogues, broken, place.in('x-to', i)) ?? [])
      field.refAny = { targets, onDelete: field.schema['x-on-delete'] === 'clear' ? 'clear' : 'restrict' }
    }
  }
}

function targetOf(
  kind: string,
  drafts: Drafts,
  catalogues: ReadonlyMap<string, string>,
  broken: ReadonlySet<string>,
  place: ErrorPlace,
): AnyTarget | null {
  const to = catalogues.get(kind) ?? kind
  const target = drafts.get(to)
  if (!target) {
    if (!broken.has(to))
      place.error(
        'M056',
        `no catalogue and no entity "${kind}".${didYouMean(kind, [...catalogues.keys(), ...drafts.keys()])}`,
      )
    return null
  }
  if (target.entity.key)
    place.error('M056', `the ids of "${kind}" are texts (x-key). Refer to it by a field of its own, a "ref".`)
  if (target.entity.remote)
    place.error(
      'M056',
      `another service keeps "${kind}", and this database cannot refer to its rows. Keep its id in a text.`,
    )
  return { kind, to, title: target.entity.title }
}
