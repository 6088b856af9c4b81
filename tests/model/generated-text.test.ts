import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import type { JsonObject } from '../../src/model/json'
import { MetadataErrors } from '../../src/model/loader/metadata-error'
import { META, metaCheck } from '../../src/model/meta/meta-check'
import { metadataReference } from '../../src/model/metadata-reference'
import { recordTypes } from '../../src/model/record-types'
import { libraryModel } from './model-fixture'

const root = join(import.meta.dirname, '../..')

describe('record types', () => {
  const extra = { 'x-type': 'json', title: 'Otros */ datos' }
  const source = recordTypes(libraryModel(['schemas/books.json', '/properties/extra', extra]), fieldTypes)

  test('say what stands on the wire, without secrets and passwords', () => {
    expect(source).toContain('export interface Books {')
    for (const line of [
      'readonly id: number',
      'readonly title: string',
      'readonly year: number | null',
      'readonly kind: "novel" | "atlas" | null',
      'readonly sh_name: string | null',
      'readonly lat: number | null',
      'readonly place: { readonly lat: number; readonly lng: number } | null',
      'readonly state: "1" | "0"',
      'readonly date_deleted: string | null',
      'readonly books: Books',
    ])
      expect(source.split('\n').map((text) => text.trim())).toContain(line)
    expect(source).not.toMatch(/shelf_mark|password|hash/)
  })

  test('compile', () => {
    const folder = mkdtempSync(join(tmpdir(), 'record-types-'))
    try {
      writeFileSync(join(folder, 'records.ts'), source.replace('../src/model/json', join(root, 'src/model/json')))
      writeFileSync(
        join(folder, 'use.ts'),
        [
          "import type { Books, Records } from './records'",
          'export const title = (book: Books): string => `${book.title} ${book.sh_name?.length ?? 0} ${book.lat ?? 0}`',
          "export const first = (records: Records): 'novel' | 'atlas' | null => records.books.kind",
        ].join('\n'),
      )
      const flags = [
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        '--target',
        'es2022',
        '--types',
        '',
      ]
      const run = spawnSync(
        process.execPath,
        [join(root, 'node_modules/typescript/bin/tsc'), ...flags, join(folder, 'use.ts')],
        { encoding: 'utf8' },
      )
      expect(run.stdout + run.stderr).toBe('')
      expect(run.status).toBe(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the reference page', () => {
  const page = metadataReference(fieldTypes)

  test('has every keyword, every field type and every check, each explained', () => {
    for (const meta of Object.values(META)) {
      for (const keyword of Object.keys(meta.properties as JsonObject)) expect(page).toContain(`\`${keyword}\``)
    }
    for (const type of Object.keys(fieldTypes)) expect(page).toContain(`| \`${type}\` |`)
    expect(page).toContain('| M002 |')
    expect(page.split('\n').filter((line) => /\|\s*\|$/.test(line))).toEqual([])
  })
})

describe('the meta-schemas', () => {
  interface Part {
    readonly place: string
    readonly schema: JsonObject
    readonly isNamed: boolean
  }
  /** Every schema in a schema, with its place; `isNamed`: it stands for a keyword or a definition. */
  function* parts(schema: JsonObject, place: string, isNamed = false): Generator<Part> {
    yield { place, schema, isNamed }
    for (const [key, value] of Object.entries(schema)) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) continue
      const inner = Object.entries(value as JsonObject) as [string, JsonObject][]
      if (key === 'properties' || key === '$defs')
        for (const [name, one] of inner) yield* parts(one, `${place}/${key}/${name}`, true)
      else yield* parts(value as JsonObject, `${place}/${key}`)
    }
  }

  test('describe every keyword in one sentence', () => {
    for (const [file, meta] of Object.entries(META)) {
      const silent = [...parts(meta, file)].filter(
        ({ schema, isNamed }) => isNamed && !/^\S.*\.$/.test(String(schema.description ?? '')),
      )
      expect(silent.map(({ place }) => place)).toEqual([])
    }
  })

  test('use only what the interpreter reads', () => {
    const read = new Set([
      '$schema',
      '$ref',
      '$defs',
      'title',
      'description',
      'default',
      'type',
      'const',
      'enum',
      'anyOf',
      'properties',
      'required',
      'additionalProperties',
      'items',
      'prefixItems',
      'minItems',
      'maxItems',
      'uniqueItems',
      'minLength',
      'pattern',
      'minimum',
      'maximum',
    ])
    for (const [file, meta] of Object.entries(META)) {
      const unread = [...parts(meta, file)]
        .flatMap(({ place, schema }) => Object.keys(schema).map((key) => ({ place, key })))
        .filter(({ key }) => !read.has(key))
      expect(unread).toEqual([])
    }
  })

  test('know keywords alone: any other is an error', () => {
    for (const file of ['schema.json', 'resource.json', 'application.json'] as const) {
      const list = new MetadataErrors()
      metaCheck({ 'x-anything': 1 }, file, list.at(file))
      expect(
        list.errors.filter(({ sentence }) => !sentence.includes('is missing')).map(({ id, pointer }) => [id, pointer]),
      ).toEqual([['M003', '/x-anything']])
    }
  })
})
