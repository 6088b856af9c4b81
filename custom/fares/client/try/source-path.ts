import type { Actor, Model } from '#engine/model'
import { mayOpen, recordPath } from '#engine/client'
import type { FareLine } from '../../model/fare'

// Rows without a page of their own, and the tab of the tariff's page that shows them.
const ON_TARIF: { readonly [entity: string]: string | undefined } = { tarif_ranges: undefined, prices: 'prices' }

/** Whose page tells of a row. */
export const ownerOf = ({ entity, id }: NonNullable<FareLine['source']>, id_tarif: number | null): { readonly entity: string; readonly id: number | null } =>
  (entity in ON_TARIF ? { entity: 'tarifs', id: id_tarif } : { entity, id })

/** The page of the row that made a line; null where it has none, this user may not see it, or it is the page one is on. */
export function sourcePath(
  source: NonNullable<FareLine['source']>, id_tarif: number | null, here: { readonly resource: string; readonly id: number },
  { model, actor }: { readonly model: Model; readonly actor: Actor },
): string | null {
  const { entity, id } = ownerOf(source, id_tarif)
  const resource = Object.values(model.resources).find((one) => one.entity === entity)
  if (!resource || id === null || !mayOpen(actor, model, resource.name, 'list')) return null
  const tab = ON_TARIF[source.entity]
  const hasTab = resource.detail.tabs.some((one) => 'id' in one && one.id === tab)
  if (here.resource === resource.name && here.id === id && !hasTab) return null
  return recordPath(resource, id, hasTab ? tab : undefined)
}
