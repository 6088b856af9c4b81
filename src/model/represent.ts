import type { Json } from './json'
import type { Entity } from './model'

/** The text that stands for a record in menus, references and logs: `x-represent` filled in; `#id` when that is empty. */
export function represent(entity: Entity, record: { readonly [field: string]: Json | undefined }): string {
  const text = entity.represent.map(part => ('text' in part ? part.text : plain(record[part.field]))).join('')
  return text.trim().replace(/\s+/g, ' ') || `#${plain(record.id)}`
}

function plain(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
