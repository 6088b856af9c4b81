import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { loadFile, type LoadOptions } from '../../src/server/work/import/load-file'
import { oneEngine } from '../engines'
import { inThisRun, OWN, stringsOfOthers } from '../fixtures/naughty-strings'
import { recordApp, type RecordApp } from './records-fixture'
import { rootActor } from './root-actor'

const others = inThisRun(stringsOfOthers('naughty strings of others, exported and loaded back').list)
const folder = mkdtempSync(join(tmpdir(), 'records-csv-'))
afterAll(() => rmSync(folder, { recursive: true }))

oneEngine((engine, open) => {
  describe('csv', () => {
    let at: RecordApp
    beforeAll(async () => {
      at = await recordApp(open)
    })
    const load = async (resource: string, content: string | Buffer, options?: LoadOptions) => {
      const path = join(folder, `${engine}.csv`)
      writeFileSync(path, content)
      const lines: string[] = []
      return {
        ...(await loadFile(
          at.runtime,
          rootActor(at.ids.users.root),
          resource,
          path,
          (line) => lines.push(line),
          options,
        )),
        lines,
      }
    }
    const csv = async (query: JsonObject = {}, role: Parameters<RecordApp['call']>[0] = 'root', path = 'parcels') => {
      const answer = await at.call(role, 'GET', path, { format: 'csv', ...query })
      return {
        ...answer,
        rows: Papa.parse<{ [header: string]: string }>(answer.text.replace(/^\uFEFF/, ''), {
          header: true,
          skipEmptyLines: true,
        }).data,
      }
    }
    const table = () =>
      at.database.db.selectFrom('parcels').selectAll().where('date_deleted', 'is', null).orderBy('id').execute()

    test('exports all rows of a query under labels or names, with exact digits', async () => {
      await at.make('root', 'parcels', {
        code: 'C1',
        title: '=HYPERLINK("x")',
        weight: '12345678901234567890.25',
        price: '7.5',
        kind: 'a',
        urgent: 1,
        due: '2026-11-20',
        arrived: '2026-11-21T05:00:00.000Z',
        phone: '+51999888777',
        spot: { lat: -12.05, lng: -77.04 },
        id_depot: at.depots.a,
        notes: 'una, "dos"\ntres',
        discount: 3,
        margin: -2,
      })
      await at.make('root', 'parcels', { code: 'C2', title: 'ñandú', kind: 'b', discount: 8 })
      const named = await csv({ headers: 'names', order_col: 'code' })
      expect(named.status).toBe(200)
      expect(named.headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(named.headers['content-disposition']).toMatch(
        /^attachment; filename="Paquetes (\d{4}-\d\d-\d\d)\.csv"; filename\*=UTF-8''Paquetes%20\1\.csv$/,
      )
      expect(named.text.startsWith('\uFEFFid,code,title,')).toBe(true)
      expect(named.rows).toHaveLength(2)
      expect(named.rows[0]).toMatchObject({
        code: 'C1',
        title: '\'=HYPERLINK("x")',
        weight: '12345678901234567890.25',
        price: '7.5',
        kind: 'Aéreo',
        urgent: '1',
        due: '2026-11-20',
        phone: '+51999888777',
        spot: '-12.05,-77.04',
        id_depot: String(at.depots.a),
        id_depot__label: 'Depósito Ate',
        notes: 'una, "dos"\ntres',
        margin: '-2',
        discount: '3',
        id_keeper: '',
      })
      expect(named.rows[1]).toMatchObject({ discount: '' })
      expect(named.rows[0]).not.toHaveProperty('stamp')
      const labelled = await csv({ filters: { code: 'C1' } })
      expect(labelled.rows).toHaveLength(1)
      expect(labelled.rows[0]).toMatchObject({
        Título: '\'=HYPERLINK("x")',
        'Depósito (id)': String(at.depots.a),
        Depósito: 'Depósito Ate',
        Llegada: '2026-11-21 00:00:00-05:00',
      })
      expect((await csv({ headers: 'names', columns: 'code,price' })).text).toBe(
        '\uFEFFcode,price\r\nC1,7.5\r\nC2,\r\n',
      )
    })

    test('is refused as the list is, before a byte is sent', async () => {
      expect(await csv({}, 'none')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      expect(await csv({ filters: { colour: 1 } })).toMatchObject({ status: 400, body: { code: 'FILTER_UNKNOWN' } })
      expect(await csv({ columns: 'stamp' })).toMatchObject({ status: 400, body: { code: 'FILTER_UNKNOWN' } })
      expect(await csv({ format: 'exe' })).toMatchObject({ status: 400, body: { code: 'MALFORMED' } })
      expect(await csv({ headers: 'none' })).toMatchObject({ status: 400 })
      expect((await csv({ headers: 'names' }, 'companyA')).text).not.toContain('margin')
    })

    test.each(['names', 'labels'])('loaded back (%s) changes nothing', async (headers) => {
      const before = await table()
      const report = await load('parcels', (await csv({ headers })).text)
      expect(report).toMatchObject({
        read: before.length,
        created: 0,
        changed: 0,
        unchanged: before.length,
        refused: 0,
        errors: [],
      })
      expect(await table()).toEqual(before)
    })

    test('loaded back after changes restores every value', async () => {
      const before = await table()
      const file = (await csv({ headers: 'names' })).text
      await at.database.db
        .updateTable('parcels')
        .set({
          title: 'roto',
          weight: '1',
          price: null,
          kind: null,
          notes: 'x',
          phone: null,
          spot: null,
          due: null,
          id_depot: null,
          urgent: false,
        })
        .execute()
      // A file that is everything that there was empties what it has nothing for.
      const report = await load('parcels', file, { empties: true })
      expect(report).toMatchObject({ changed: before.length, refused: 0 })
      const plain = (rows: typeof before) => rows.map(({ version: _v, date_updated: _d, ...row }) => row)
      expect(plain(await table())).toEqual(plain(before))
    })

    /**
     * Writes strings as titles of codes of their own, takes them out as a file, and loads them over other titles.
     * @returns how many were refused
     */
    const comeBack = async (strings: readonly string[], prefix: string): Promise<number> => {
      let number = 0
      let refused = 0
      for (const title of strings) {
        const answer = await at.call('root', 'POST', 'parcels/create', { code: `${prefix}${++number}`, title })
        if (answer.status === 200) expect(at.item(answer).title).toBe(title.normalize('NFC').trim())
        else {
          refused++
          expect(answer).toMatchObject({ status: 422, body: { errors: { title: expect.any(String) as string } } })
        }
      }
      const before = await table()
      const file = (await csv({ headers: 'names', filters: { code: prefix } })).text
      expect(await load('parcels', file)).toMatchObject({
        read: number - refused,
        unchanged: number - refused,
        refused: 0,
      })
      await at.database.db.updateTable('parcels').set({ title: 'roto' }).where('code', 'like', `${prefix}%`).execute()
      expect(await load('parcels', file)).toMatchObject({ changed: number - refused, refused: 0 })
      expect((await table()).map(({ title }) => title)).toEqual(before.map(({ title }) => title))
      return refused
    }
    test('strings that break software come back as they went', async () => {
      // Blank, too long, of control characters or of half a character.
      expect(await comeBack(OWN.list, 'OWN')).toBeLessThan(40)
    })
    test.skipIf(others.length === 0)('so do those of others', async () => {
      expect(await comeBack(others, 'OTHER')).toBeLessThan(others.length * 0.2)
    })

    test('reads headers as names or labels of any language, references by id, label or code, and tells what it leaves out', async () => {
      const report = await load(
        'parcels',
        'CLAVE;Titulo;depósito;Empresa;Tipo;Urgente;colour;Contado\n' +
          'K1;Uno;depósito ate;EMPRESA A;aéreo;sí;x;5\nK2;Dos;B1;;;no;;\nK3;Tres;' +
          String(at.depots.a) +
          ';;b;;;\n',
      )
      expect(report).toMatchObject({ read: 3, created: 3, refused: 0 })
      expect(report.lines.join('\n')).toMatch(/ignoran: colour[\s\S]*Contado/)
      const rows = at.items(
        await at.call('root', 'GET', 'parcels', { filters: { code: ['K1', 'K2', 'K3'] }, order_col: 'code' }),
      )
      expect(rows).toMatchObject([
        { title: 'Uno', id_depot: at.depots.a, id_company: at.ids.companies.a, kind: 'a', urgent: 1 },
        { id_depot: at.depots.b, kind: null, urgent: 0 },
        { id_depot: at.depots.a, kind: 'b', urgent: 0 },
      ])
    })

    test('finds the record a row is about by a unique field, also one of the same file', async () => {
      expect(await load('parcels', 'code,title,pieces\nU1,Uno,1\nU2,Dos,2\n')).toMatchObject({ created: 2 })
      expect(
        await load('parcels', 'code,title,pieces\nU1,Uno uno,\nU2,Dos,2\nU3,Tres,3\nU3,Tres bis,\n'),
      ).toMatchObject({
        created: 1,
        changed: 2,
        unchanged: 1,
        refused: 0,
      })
      expect(
        at.items(await at.call('root', 'GET', 'parcels', { filters: { code: ['U1', 'U3'] }, order_col: 'code' })),
      ).toMatchObject([
        // A blank cell keeps what the record has.
        { title: 'Uno uno', pieces: 1, version: 2 },
        { title: 'Tres bis', pieces: 3 },
      ])
    })

    test('refuses a bad row alone, saying line, column, value and why', async () => {
      const report = await load(
        'parcels',
        'code,title,price,due,id_depot\nB1,Bien,1,,\n"B\n2",Dos,uno,2026-02-30,Nada\nB3,,1,,\n\nB4,Bien,-1,,\nB5,Bien,2,2026-01-01,A1\n',
      )
      expect(report).toMatchObject({ read: 5, created: 2, refused: 3 })
      expect(report.errors).toMatchObject([
        { line: 3, column: 'price', value: 'uno' },
        { line: 3, column: 'due', value: '2026-02-30' },
        { line: 3, column: 'id_depot', value: 'Nada', sentence: 'No se encontró «Nada».' },
        { line: 5, column: 'title', value: null },
        { line: 7, column: 'price', value: '-1' },
      ])
      expect(report.lines.find((line) => line.startsWith('Línea 3, price «uno»: '))).toBeDefined()
      expect(report.lines.at(-1)).toBe('Filas leídas: 5. Creadas: 2; cambiadas: 0; sin cambios: 0; rechazadas: 3.')
      expect(await load('parcels', 'id,title\n999999,X\n')).toMatchObject({ refused: 1, errors: [{ line: 2 }] })
      expect(
        (await at.call('root', 'GET', 'parcels', { filters: { code: ['B1', 'B3', 'B4', 'B5'] } })).body.total,
      ).toBe(2)
    })

    test.each([
      ['9.25E-2', '0.0925'],
      ['1.5e3', '1500'],
      ['12e+1', '120'],
      ['1E2', '100'],
      ['1.23456789012345678901E5', '123456.789012345678901'],
      ['0e0', '0'],
      ['5.5E-1', '0.55'],
    ])('reads %s as %s', async (cell, digits) => {
      expect(await load('parcels', `code,title,weight\nE1,Uno,${cell}\n`)).toMatchObject({ read: 1, refused: 0 })
      expect(
        await at.database.db.selectFrom('parcels').select('weight').where('code', '=', 'E1').executeTakeFirstOrThrow(),
      ).toEqual({
        weight: digits,
      })
    })

    test('a row that the database refuses does not take the others with it', async () => {
      await load('depots', 'name,code\nUno,D1\nDos,D2\n')
      // Matched by nothing, since the file names its records by id: the index alone sees the third.
      const report = await load('depots', `id,name,code\n,Tres,D3\n,Cuatro,D1\n,Cinco,D5\n`)
      expect(report).toMatchObject({
        created: 2,
        refused: 1,
        errors: [{ line: 3, column: 'code', value: 'D1', sentence: 'Ya existe un registro con este valor.' }],
      })
    })

    test.each([
      ['latin-1', Buffer.from('code,title\nL1,Ñandú\n', 'latin1')],
      ['utf-8 with a mark', Buffer.from('\uFEFFcode,title\r\nL1,Ñandú\r\n')],
      ['utf-16', Buffer.from('\uFEFFcode\ttitle\r\nL1\tÑandú\r\n', 'utf16le')],
      ['old Mac line ends', Buffer.from('code|title\rL1|Ñandú\r')],
      ['no last line end', Buffer.from('"code","title"\n"L1","Ñandú"')],
    ])('reads %s', async (_name, content) => {
      expect(await load('parcels', content)).toMatchObject({ read: 1, refused: 0 })
      expect(at.items(await at.call('root', 'GET', 'parcels', { code: 'L1' }))).toMatchObject([
        { code: 'L1', title: 'Ñandú' },
      ])
    })

    test.each([
      ['an empty file', Buffer.from(''), /vacío/],
      ['a broken spreadsheet', Buffer.from('PK\u0003\u0004xx'), /está dañado/],
      ['a picture', Buffer.from([0x89, 0x50, 0, 1, 2, 0]), /no es un texto/],
      ['a file of other columns', Buffer.from('a,b\n1,2\n'), /nombres de las columnas/],
      ['blank lines', Buffer.from('\n\n  \n'), /vacío/],
    ])('says what is wrong with %s', async (_name, content, sentence) => {
      const report = await load('parcels', content)
      expect(report).toMatchObject({ read: 0, created: 0, refused: 1 })
      expect(report.lines.join('\n')).toMatch(sentence)
    })

    test('says when the file is not there, and, asked to be strict, refuses unknown columns', async () => {
      const lines: string[] = []
      const report = await loadFile(
        at.runtime,
        rootActor(at.ids.users.root),
        'parcels',
        join(folder, 'nothing.csv'),
        (line) => lines.push(line),
      )
      expect([report.refused, lines]).toEqual([1, [expect.stringContaining('No existe el archivo')]])
      expect(await load('parcels', 'code,title,colour\nS1,Uno,x\n', { strict: true })).toMatchObject({
        created: 0,
        refused: 1,
      })
    })
  })
})
