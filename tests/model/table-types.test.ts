import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { fieldSql } from '../../src/fields/sql'
import { tableTypes } from '../../src/server/language/migrate/table-types'
import { libraryModel } from './model-fixture'

const root = join(import.meta.dirname, '../..')

describe('table types', () => {
  const own = {
    visits: {
      id: { type: 'bigint', identity: true },
      lat: { type: 'double precision', notNull: true },
      kind: { type: 'text', values: ['in', 'out'] },
    },
  } as const
  const source = tableTypes(libraryModel(), fieldTypes, fieldSql, own)

  test('say what the database gives and takes', () => {
    for (const line of [
      'id: Given<number>',
      'title: string',
      'kind: Given<"novel" | "atlas" | null>',
      'date_deleted: Moment<null>',
      'place: string | null',
      'visits: Visits',
      'lat: number',
      'kind: "in" | "out" | null',
    ]) {
      expect(source.split('\n').map((text) => text.trim())).toContain(line)
    }
  })

  test("know every type that a field's column may have, and say which they do not", () => {
    const strange = { visits: { area: { type: 'box' } } }
    expect(() => tableTypes(libraryModel(), fieldTypes, fieldSql, strange)).toThrow(/area has the type box/)
  })
})

/** What two features are like: one asks with the builder, one with `sql` and a row picked from the tables. */
const PROGRAM = `
import { sql } from 'kysely'
import type { Db } from '#engine/server'
import { living, type Row, tables } from '#app/tables'

export const titles = (db: Db) => living(db, 'books as b').where('b.year', '>', 1900).select('b.title').orderBy('b.id').execute()
export const retitle = (db: Db, id: number, title: string) => tables(db).updateTable('books').set({ title }).where('id', '=', id).execute()
export const first = async (db: Db): Promise<string | undefined> => (await sql<Row<'books', 'id' | 'title'>>\`select id, title from books\`.execute(db)).rows[0]?.title
`

describe('a program over the tables', () => {
  /**
   * A project with the program, the application's own front, and these types. Of the engine only what the front stands
   * on: the compiler is quick so.
   */
  function write(folder: string, types: string): void {
    const at = (path: string) => join(folder, path)
    for (const part of ['custom', 'generated']) mkdirSync(at(part), { recursive: true })
    symlinkSync(join(root, 'src'), at('src'))
    writeFileSync(
      at('package.json'),
      JSON.stringify({
        type: 'module',
        imports: { '#engine/server': './engine.ts', '#app/tables': './custom/tables.ts' },
      }),
    )
    writeFileSync(
      at('engine.ts'),
      "export * from './src/server/language/rules/typed-tables'\nexport type { Db } from './src/server/platform/database/database'\n" +
        // Writes stand on the whole engine.
        'export declare const patchesOf: <T>() => { patchRecord: T; patchRecords: T }\nexport type Values<Row> = Partial<Row>\n',
    )
    writeFileSync(at('custom/tables.ts'), readFileSync(join(root, 'custom/tables.ts'), 'utf8'))
    writeFileSync(at('generated/tables.ts'), types)
    writeFileSync(at('books.ts'), PROGRAM)
  }

  test('compiles, and no longer once a column that it reads has another name', () => {
    const types = tableTypes(libraryModel(), fieldTypes, fieldSql, {})
    const renamed = types.replace(/(interface Books \{[^}]*?\n {2})title:/, '$1heading:')
    expect(renamed).not.toBe(types)
    const folder = mkdtempSync(join(tmpdir(), 'table-types-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    write(join(folder, 'sound'), types)
    write(join(folder, 'renamed'), renamed)
    const flags = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--resolveJsonModule',
      '--allowImportingTsExtensions',
      '--preserveSymlinks',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--target',
      'es2022',
      '--lib',
      'es2023',
      '--types',
      'node',
    ]
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), ...flags, 'sound/books.ts', 'renamed/books.ts'],
      { encoding: 'utf8', cwd: folder },
    )
    const errors = (stdout + stderr).split(/\n(?=\S)/).filter((text) => text.includes('error'))
    expect(errors.filter((text) => !text.startsWith('renamed/books.ts('))).toEqual([])
    // Each of the three that read it is refused, and the refusal names it.
    for (const line of [6, 7, 8])
      expect(errors.filter((text) => text.startsWith(`renamed/books.ts(${line},`)).join()).toContain('title')
  })
})
