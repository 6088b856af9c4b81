import type { FieldTypes } from './field-type'
import type { Json, JsonObject } from './json'
import { CHECKS } from './loader/metadata-error'
import { META, type MetaFile } from './meta/meta-check'

/**
 * The reference page of the metadata language (Markdown), made from the meta-schemas, the field types and the checks.
 */
export function metadataReference(fieldTypes: FieldTypes): string {
  return [
    '# Metadata reference',
    '',
    'Made by `npm run generate` from `src/model/meta/`, the field types and the checks; changes here are lost.',
    '',
    ...metaPage('schema.json'),
    ...metaPage('resource.json'),
    ...metaPage('report.json'),
    ...metaPage('application.json'),
    ...typesPage(fieldTypes),
    '## Checks',
    '',
    'A mistake stops the start; `npm run check` prints the same lines.',
    '',
    ...table(['Id', 'What holds'], Object.entries(CHECKS)),
  ].join('\n')
}

/** Headings of the parts that both pages share or that need a name of their own. */
function metaPage(file: MetaFile): string[] {
  const meta = META[file]
  const parts = Object.entries((meta.$defs ?? {}) as { [name: string]: JsonObject })
  return [
    `## ${text(meta.title)}`,
    '',
    text(meta.description),
    '',
    ...keywordTable(meta),
    ...parts.flatMap(([name, part]) => [
      `### ${capital(name)}`,
      '',
      text(part.description),
      '',
      ...keywordTable(branch(part)),
    ]),
  ]
}

/** The keywords of an object, those of inner objects under a dotted name. */
function keywordTable(schema: JsonObject): string[] {
  const rows = keywordRows(schema, '')
  return rows.length ? table(['Keyword', 'Value', 'Meaning'], rows) : []
}

function keywordRows(schema: JsonObject, prefix: string): string[][] {
  return Object.entries((schema.properties ?? {}) as { [name: string]: JsonObject }).flatMap(([name, keyword]) => {
    const standard = keyword.default === undefined ? '' : ` Default: \`${JSON.stringify(keyword.default)}\`.`
    const items = (keyword.items ?? {}) as JsonObject
    const inner = [...keywordRows(keyword, `${prefix}${name}.`), ...keywordRows(items, `${prefix}${name}[].`)]
    return [[`\`${prefix}${name}\``, shape(keyword), `${text(keyword.description)}${standard}`], ...inner]
  })
}

/** What is allowed there, in a few words. */
function shape(schema: JsonObject): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? ''
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (Array.isArray(schema.enum)) return schema.enum.map((value: Json) => `\`${JSON.stringify(value)}\``).join(', ')
  if (schema.anyOf !== undefined || schema.type === undefined) return 'any'
  if (schema.type === 'array') {
    const items = (schema.items ?? {}) as JsonObject
    return Array.isArray(schema.prefixItems) ? 'pair' : `list of ${shape(items)}`
  }
  const inner = schema.additionalProperties
  const named =
    schema.type === 'object' && typeof inner === 'object' && inner !== null
      ? `: name → ${shape(inner as JsonObject)}`
      : ''
  return `${Array.isArray(schema.type) ? schema.type.join(' or ') : text(schema.type)}${named}`
}

function typesPage(fieldTypes: FieldTypes): string[] {
  const rows = Object.values(fieldTypes).map((type) => [
    `\`${type.name}\``,
    type.json,
    code(type.keywords),
    code(type.operators),
    type.sortable ? 'yes' : 'no',
  ])
  return ['## Field types', '', ...table(['Type', 'JSON', 'Its keywords', 'Can be asked', 'Sorted'], rows)]
}

function branch(part: JsonObject): JsonObject {
  const branches = Array.isArray(part.anyOf) ? (part.anyOf as JsonObject[]) : []
  return branches.find((one) => one.properties !== undefined) ?? part
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line), '']
}

const code = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ')
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
