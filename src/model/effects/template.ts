/** A value of the record: a field, or a field one reference away; how it is written. */
export interface TemplateValue {
  readonly path: readonly string[]
  readonly filter: string | null
}

/** A piece of a template: a text, a value, or what is repeated for each row of a `children` field. */
export type TemplatePart =
  | { readonly text: string }
  | TemplateValue
  | { readonly rows: string; readonly parts: readonly TemplatePart[] }

/** A text with values of a record in double braces: `{{path|filter}}`, `{{#rows}}…{{/rows}}`. */
export type Template = readonly TemplatePart[]

/** Why a text is no template, and the piece that is to blame. */
export interface TemplateError {
  readonly error: 'open' | 'malformed' | 'unclosed' | 'unopened' | 'nested'
  readonly piece: string
}

const NAME = '[a-z][a-z0-9_]*'
const VALUE = new RegExp(`^(${NAME}(?:\\.${NAME})?)(?:\\s*\\|\\s*([a-z_]+))?$`)
const ROWS = new RegExp(`^([#/])\\s*(${NAME})$`)

/** Reads a template; its names are checked by `checkTemplate`. */
export function parseTemplate(text: string): { readonly template: Template } | TemplateError {
  const parts: TemplatePart[] = []
  let inner: { readonly rows: string; readonly parts: TemplatePart[] } | null = null
  let at = 0
  const say = (part: TemplatePart): unknown => (inner ? inner.parts : parts).push(part)
  for (const { 0: whole, 1: written = '', index } of text.matchAll(/\{\{(.*?)\}\}/gs)) {
    if (index > at) say({ text: text.slice(at, index) })
    at = index + whole.length
    const [, mark, rows = ''] = ROWS.exec(written.trim()) ?? []
    const [, path, filter = null] = VALUE.exec(written.trim()) ?? []
    if (path !== undefined) say({ path: path.split('.'), filter })
    else if (mark === undefined) return { error: 'malformed', piece: whole }
    else if (mark === '#') {
      if (inner) return { error: 'nested', piece: whole }
      inner = { rows, parts: [] }
    } else {
      if (inner?.rows !== rows) return { error: 'unopened', piece: whole }
      parts.push(inner)
      inner = null
    }
  }
  if (inner) return { error: 'unclosed', piece: `{{#${inner.rows}}}` }
  const rest = text.slice(at)
  if (rest.includes('{{')) return { error: 'open', piece: rest.slice(rest.indexOf('{{'), rest.indexOf('{{') + 20) }
  if (rest !== '') parts.push({ text: rest })
  return { template: parts }
}

/** A template as it was written. */
export const templateText = (template: Template): string => template.map(partText).join('')

function partText(part: TemplatePart): string {
  if ('text' in part) return part.text
  if ('path' in part) return `{{${part.path.join('.')}${part.filter === null ? '' : `|${part.filter}`}}}`
  return `{{#${part.rows}}}${templateText(part.parts)}{{/${part.rows}}}`
}

/**
 * What a template needs of a record beside its own fields: references to look behind, and rows with what is needed of
 * them.
 */
export interface Needs {
  readonly refs: ReadonlySet<string>
  readonly rows: ReadonlyMap<string, Needs>
}

/** What some templates need together. */
export function needsOf(parts: readonly TemplatePart[], more: Iterable<string> = []): Needs {
  const refs = new Set(more)
  const rows = new Map<string, TemplatePart[]>()
  for (const part of parts) {
    if ('path' in part && part.path.length > 1) refs.add(part.path[0] ?? '')
    if ('rows' in part) rows.set(part.rows, [...(rows.get(part.rows) ?? []), ...part.parts])
  }
  return { refs, rows: new Map([...rows].map(([name, inner]) => [name, needsOf(inner)])) }
}
