import type { Entity } from './entity'
import type { Json } from './json'

/**
 * The text that represents a record in menus, references and logs: `x-represent` filled in; `#id` when that is empty.
 */
export function represent(entity: Entity, record: { readonly [field: string]: Json | undefined }): string {
  return representBy(entity, (field) => record[field])
}

/** The same for values that are asked for one by one, because the rows of a file have no record. */
export function representBy(entity: Entity, valueOf: (field: string) => Json | undefined): string {
  let text = ''
  for (const part of entity.represent) text += 'text' in part ? part.text : plain(valueOf(part.field))
  return (UNTIDY.test(text) ? text.trim().replace(/\s+/g, ' ') : text) || `#${plain(valueOf('id'))}`
}

const UNTIDY = /^\s|\s$|\s\s|[^\S ]/

function plain(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
