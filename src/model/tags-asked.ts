import { isObject, type Json } from './json'

/** The tags that a filter names: records with any of them, or with all (`{ "all": [...] }`). */
export function tagsAsked(value: Json): { readonly ids: readonly Json[]; readonly isAll: boolean } {
  const all = isObject(value) ? value['all'] : undefined
  if (Array.isArray(all)) return { ids: all as readonly Json[], isAll: true }
  return { ids: Array.isArray(value) ? (value as readonly Json[]) : value === null ? [] : [value], isAll: false }
}

/** More tags than that on one record tell nobody anything. */
export const MAX_TAGS = 30
