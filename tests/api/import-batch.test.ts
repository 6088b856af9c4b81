import { sql } from 'kysely'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AppError } from '../../src/model/errors'
import { WHOLE_ROW, type ImportView } from '../../src/model/import-answer'
import { loadActor } from '../../src/server/language/actor/actor'
import { loadFile } from '../../src/server/work/import/load-file'
import { openOne } from '../engines'
import { csv, importApp, type ImportApp } from './import-fixture'

const ROWS = 60
const BAD = 37

/** What a feature refuses after a save, and what it was told of. */
const refuses = new Set<string>()
const told: string[] = []

describe('rows of an import that are saved together', () => {
  let at: ImportApp
  beforeAll(async () => {
    at = await importApp(openOne, [
      {
        name: 'refusing',
        needs: {},
        calls: [],
        hooks: [
          {
            entity: 'goods',
            afterSave: async (_context, { code }) => {
              if (refuses.has(String(code))) throw new AppError('VALIDATION', { errors: { name: { key: 'pattern' } } })
            },
            afterCommit: async ({ code }) => void told.push(String(code)),
          },
        ],
      },
    ])
  })
  afterAll(() => at?.close())

  const code = (prefix: string, i: number) => `${prefix}-${String(i).padStart(2, '0')}`
  const stage = (prefix: string) =>
    at.stage(
      'operator',
      Array.from({ length: ROWS }, (_, i) => [
        code(prefix, i),
        `Cosa ${prefix} ${i}`,
        `${prefix}${i}@goods.test`.toLowerCase(),
      ]),
      ['Código', 'Nombre', 'Correo'],
    )
  const save = ({ id }: ImportView) => at.run('operator', 'importSave', { id })
  const made = async (prefix: string) =>
    (await at.goods()).filter(({ code: own }) => String(own).startsWith(`${prefix}-`))
  const others = (prefix: string) =>
    Array.from({ length: ROWS }, (_, i) => code(prefix, i)).filter((one) => one !== code(prefix, BAD))

  /** All rows but one are records, in the file's order, each with one line in the log; the one says why at its cell. */
  async function expectAllBut(prefix: string, saved: ImportView, errors: { [key: string]: unknown }): Promise<void> {
    expect(saved).toMatchObject({
      state: 'saved',
      counts: { total: ROWS, saved: ROWS - 1, created: ROWS - 1, wrong: 1 },
    })
    const view = (await at.call('operator', 'GET', 'goods/importRows', { id: saved.id, only: 'errors' }))
      .body as unknown as ImportView
    expect(view.items).toMatchObject([{ code: code(prefix, BAD), row: BAD + 2, saved: false }])
    expect(view.items[0]?.errors).toEqual(errors)
    const records = (await made(prefix)).filter(({ code: own }) => own !== code(prefix, BAD))
    expect(records.map((one) => one.code)).toEqual(others(prefix))
    expect(records.map(({ id }) => Number(id))).toEqual(records.map(({ id }) => Number(id)).sort((a, b) => a - b))
    const { rows } = await sql<{
      id_target: number
    }>`select id_target::int as id_target from logs where note = ${`import:${saved.id}`}
      and type_log = 'create'`.execute(at.database.db)
    expect(rows.map(({ id_target }) => id_target).sort((a, b) => a - b)).toEqual(records.map(({ id }) => Number(id)))
  }

  test('are kept but for the one whose value another writer took in between, which says so at its cell', async () => {
    const view = await stage('U')
    expect(view.counts.ok).toBe(ROWS)
    const taken = await at.call('root', 'POST', 'goods/create', {
      code: 'OTHER',
      name: 'Otra',
      kind: 'a',
      email: `u${BAD}@goods.test`,
    })
    expect(taken.status).toBe(200)
    await expectAllBut('U', await save(view), { email: expect.stringMatching(/./) })
    expect(told.filter((one) => one.startsWith('U-'))).toEqual(others('U'))
  })

  test('are kept but for the one that a hook refuses, and are undone like any others', async () => {
    const view = await stage('H')
    expect(view.counts.ok).toBe(ROWS)
    refuses.add(code('H', BAD))
    const saved = await save(view)
    await expectAllBut('H', saved, { name: expect.stringMatching(/./) })
    expect(told.filter((one) => one.startsWith('H-'))).toEqual(others('H'))
    expect(await at.run('operator', 'importUndo', { id: view.id })).toMatchObject({
      state: 'undone',
      counts: { undone: ROWS - 1, kept: 0 },
    })
    expect(await made('H')).toEqual([])
  })

  test('are kept but for the one that the database refuses for a reason of its own', async () => {
    const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const view = await stage('T')
    await sql`create or replace function refuse_one() returns trigger language plpgsql as $$ begin
      if new.code = ${sql.lit(code('T', BAD))} then raise exception 'not this one'; end if; return new; end $$`.execute(
      at.database.db,
    )
    await sql`create or replace trigger refuse_one before insert on goods for each row execute function refuse_one()`.execute(
      at.database.db,
    )
    await expectAllBut('T', await save(view), { [WHOLE_ROW]: expect.stringMatching(/./) })
    expect(warnings).toHaveBeenCalled()
    warnings.mockRestore()
  })

  const load = async (resource: string, rows: readonly (readonly string[])[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'load-'))
    const path = join(folder, 'rows.csv')
    writeFileSync(path, csv(rows))
    const actor = await loadActor(at.database.db, at.runtime, at.ids.users.root)
    if (!actor) throw new Error('There is no root.')
    return loadFile(at.runtime, actor, resource, path, () => {}).finally(() => rmSync(folder, { recursive: true }))
  }

  test('of the same record are written one after the other', async () => {
    const rows = Array.from({ length: ROWS }, (_, i) => [code('L', i), `Cosa ${i}`, i === BAD ? 'u1@goods.test' : ''])
    const report = await load('goods', [
      ['code', 'name', 'email'],
      ...rows,
      [code('L', 0), 'Otra vez', ''],
      [code('L', 0), 'Al fin', ''],
    ])
    expect(report).toMatchObject({
      read: ROWS + 2,
      created: ROWS - 1,
      changed: 2,
      refused: 1,
      errors: [{ line: BAD + 2, column: 'email', value: 'u1@goods.test' }],
    })
    expect((await made('L'))[0]).toMatchObject({ name: 'Al fin', version: 3 })
  })

  test('are kept, also where one fails while the next are being checked', async () => {
    await sql`create or replace function taken_one() returns trigger language plpgsql as $$ begin
      if new.code = 'Q-400' then raise unique_violation using detail = 'Key (code)=(Q-400) already exists.'; end if; return new; end $$`.execute(
      at.database.db,
    )
    await sql`create or replace trigger taken_one before insert on shelves for each row execute function taken_one()`.execute(
      at.database.db,
    )
    const report = await load('shelves', [
      ['name', 'code'],
      ...Array.from({ length: 480 }, (_, i) => [`Estante ${i}`, `Q-${i}`]),
    ])
    expect(report).toMatchObject({ created: 479, refused: 1, errors: [{ line: 402, column: 'code', value: 'Q-400' }] })
    const { rows: lines } = await sql<{
      n: number
    }>`select count(*)::int as n from logs where target = 'shelves' and note like 'load:%'`.execute(at.database.db)
    expect(lines[0]?.n).toBe(479)
  })
})
