import type { Entity } from './entity'

/** Its own fields with `x-search`; an entity without any is searched by the fields of its label. */
export function searchFields(entity: Entity): readonly string[] {
  const marked = Object.values(entity.fields).filter(({ search, ref }) => search && !ref)
  return marked.length > 0 ? marked.map(({ name }) => name) : representFields(entity)
}

/** Fields that `x-represent` names. */
export const representFields = (entity: Entity): readonly string[] =>
  entity.represent.flatMap((part) => ('field' in part ? [part.field] : []))
