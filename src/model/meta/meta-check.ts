import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from '../loader/metadata-error'
import { isObject, type Json, type JsonObject } from '../json'
import { isSame } from '../values/same'
import applicationMeta from './application.json' with { type: 'json' }
import reportMeta from './report.json' with { type: 'json' }
import resourceMeta from './resource.json' with { type: 'json' }
import schemaMeta from './schema.json' with { type: 'json' }

/** The meta-schemas by their file names; a `$ref` between them names the file. */
export const META = {
  'schema.json': json(schemaMeta),
  'resource.json': json(resourceMeta),
  'report.json': json(reportMeta),
  'application.json': json(applicationMeta),
} as const
export type MetaFile = keyof typeof META

/**
 * Checks a file against its meta-schema with the project's own interpreter: the part of JSON Schema 2020-12 that the
 * meta-schemas use. A value that equals a keyword's `default` is reported as M011.
 */
export function metaCheck(value: Json, meta: MetaFile, place: ErrorPlace): void {
  check(value, { file: meta, schema: META[meta] }, place)
}

interface Node {
  readonly file: string
  readonly schema: JsonObject
}

function check(value: Json, start: Node, place: ErrorPlace): void {
  const { file, schema } = resolve(start)
  if (Array.isArray(schema.anyOf)) return checkAny(value, schema.anyOf as JsonObject[], file, place)
  const type = typeName(value)
  if (schema.type !== undefined && !fitsType(type, schema.type))
    return place.error('M003', `must be ${listed(schema.type)}, not ${type}.`)
  if (schema.const !== undefined && value !== schema.const)
    return place.error('M003', `can only be ${JSON.stringify(schema.const)}.`)
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
    return place.error('M003', notInEnum(value, schema.enum))
  if (typeof value === 'string') checkString(value, schema, place)
  if (typeof value === 'number') checkLimits(value, schema, place)
  if (Array.isArray(value)) checkArray(value, { file, schema }, place)
  else if (typeof value === 'object' && value !== null) checkObject(value as JsonObject, { file, schema }, place)
}

function checkAny(value: Json, branches: readonly JsonObject[], file: string, place: ErrorPlace): void {
  const ofItsType = branches.filter(({ type }) => type === undefined || fitsType(typeName(value), type))
  const likely = ofItsType.find((branch) => (branch.enum === undefined) === (typeof value === 'object')) ?? branches[0]
  if (likely) check(value, { file, schema: likely }, place)
}

function checkString(value: string, schema: JsonObject, place: ErrorPlace): void {
  if (typeof schema.minLength === 'number' && value.length < schema.minLength) {
    place.error('M003', 'must not be empty. Write it or remove the key.')
  }
  if (typeof schema.pattern === 'string' && !new RegExp(schema.pattern, 'u').test(value)) {
    place.error('M003', `${JSON.stringify(value)} does not have the form ${schema.pattern}.`)
  }
}

function checkLimits(value: number, schema: JsonObject, place: ErrorPlace): void {
  if (typeof schema.minimum === 'number' && value < schema.minimum)
    place.error('M003', `must be ${schema.minimum} or more.`)
  if (typeof schema.maximum === 'number' && value > schema.maximum)
    place.error('M003', `must be ${schema.maximum} or less.`)
}

function checkArray(value: readonly Json[], { file, schema }: Node, place: ErrorPlace): void {
  const { minItems, maxItems, items, prefixItems } = schema
  if (typeof minItems === 'number' && value.length < minItems) {
    place.error('M003', `needs at least ${minItems} ${minItems === 1 ? 'item' : 'items'}. Add one or remove the key.`)
  }
  if (typeof maxItems === 'number' && value.length > maxItems) place.error('M003', `has at most ${maxItems} items.`)
  const first = Array.isArray(prefixItems) ? (prefixItems as JsonObject[]) : []
  value.forEach((item, i) => {
    const itemSchema = first[i] ?? items
    if (isObject(itemSchema)) check(item, { file, schema: itemSchema }, place.in(i))
    const isTwice = schema.uniqueItems === true && value.findIndex((other) => isSame(other, item)) < i
    if (isTwice) place.in(i).error('M003', `${JSON.stringify(item)} is listed twice. Remove one.`)
  })
}

function checkObject(value: JsonObject, { file, schema }: Node, place: ErrorPlace): void {
  const known = isObject(schema.properties) ? schema.properties : {}
  for (const name of Array.isArray(schema.required) ? (schema.required as string[]) : []) {
    if (!Object.hasOwn(value, name)) place.error('M003', `"${name}" is missing. Add it.`)
  }
  for (const [name, inner] of Object.entries(value)) {
    const keyword = Object.hasOwn(known, name) ? known[name] : schema.additionalProperties
    if (isObject(keyword)) {
      checkDefault(inner, { file, schema: keyword }, place.in(name))
      check(inner, { file, schema: keyword }, place.in(name))
    } else if (keyword === false) {
      const suggestion = didYouMean(name, Object.keys(known)) || ` Known here: ${Object.keys(known).join(', ')}.`
      place.in(name).error('M003', `no keyword "${name}" here.${suggestion}`)
    }
  }
}

function checkDefault(value: Json, node: Node, place: ErrorPlace): void {
  const standard = resolve(node).schema.default
  if (standard !== undefined && isSame(value, standard))
    place.error('M011', `${JSON.stringify(value)} is the default. Remove it.`)
}

function resolve({ file, schema }: Node): Node {
  if (typeof schema.$ref !== 'string') return { file, schema }
  const [target = '', pointer = ''] = schema.$ref.split('#')
  const keys = pointer.split('/').slice(1)
  const found = keys.reduce<Json | undefined>((at, key) => (isObject(at) ? at[key] : undefined), metaOf(target || file))
  if (!isObject(found)) throw new Error(`The meta-schema ${file} refers to ${schema.$ref}, which does not exist in it.`)
  return resolve({ file: target || file, schema: found })
}

const metaOf = (file: string): JsonObject | undefined => Object.entries(META).find(([name]) => name === file)?.[1]

function typeName(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

function fitsType(type: string, allowed: Json): boolean {
  const names = Array.isArray(allowed) ? allowed : [allowed]
  return names.includes(type) || (type === 'integer' && names.includes('number'))
}

const listed = (allowed: Json): string => (Array.isArray(allowed) ? allowed.join(' or ') : String(allowed))

function notInEnum(value: Json, allowed: readonly Json[]): string {
  const words = allowed.map(String)
  return `${JSON.stringify(value)} is not one of ${words.join(', ')}.${didYouMean(String(value), words)}`
}

/** The compiler gives a JSON file a type of its own, with optional keys that JsonObject does not allow. */
function json(file: unknown): JsonObject {
  return file as JsonObject
}
