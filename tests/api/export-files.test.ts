import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { originalText } from '../../src/server/work/export/csv-cell'
import type { FileDocument } from '../../src/server/work/export/file-document'
import { writeXlsx } from '../../src/server/work/export/write-xlsx'
import { missingReaders } from '../readers'
import { openOne } from '../engines'
import { inThisRun, OWN, stringsOfOthers } from '../fixtures/naughty-strings'
import type { RoleName } from './fixture-users'
import { recordApp, type RecordApp } from './records-fixture'
import { tableOf } from './sheet-tables'

const others = inThisRun(stringsOfOthers('naughty strings of others in files of a list').list)
const noReaders = missingReaders(['ssconvert', 'pdftotext', 'pdffonts'], (line) => console.log(line))
if (noReaders) console.log(`skipped: files read back by other programs: ${noReaders}`)

const folder = mkdtempSync(join(tmpdir(), 'export-'))
afterAll(() => rmSync(folder, { recursive: true }))
const put = (name: string, bytes: Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

/** Rows of a sheet as Gnumeric reads them: as they are shown, or `raw`. */
function gnumeric(bytes: Uint8Array, format: 'preserve' | 'raw', extension = 'xlsx'): string[][] {
  const path = put(`book.${extension}`, bytes)
  execFileSync(
    'ssconvert',
    ['-O', `format=${format} quoting-mode=always`, '-T', 'Gnumeric_stf:stf_assistant', path, `${path}.txt`],
    { stdio: 'ignore' },
  )
  return Papa.parse<string[]>(readFileSync(`${path}.txt`, 'utf8'), { skipEmptyLines: true }).data
}

const COLUMNS = 'code,title,weight,price,kind,urgent,due,arrived,id_depot,notes,discount,price_min'

describe('files of a list', () => {
  let at: RecordApp
  beforeAll(async () => {
    at = await recordApp(openOne)
    await at.make('root', 'parcels', {
      code: '00123',
      title: '=HYPERLINK("http://x")',
      weight: '12345678901234567890.25',
      price: '1250.5',
      kind: 'a',
      urgent: 1,
      due: '2026-02-28',
      // The clock of Lima; Madrid's below.
      arrived: '2026-11-21T05:00:00.000Z',
      id_depot: at.depots.a,
      notes: 'una, "dos"\ntres <b>&amp;</b>',
      discount: 3,
    })
    await at.make('root', 'parcels', {
      code: 'C2',
      title: '  ñandú 👩‍👩‍👧 مرحبا 中国',
      weight: '0.1',
      price: '2',
      price_min: '-2',
      kind: 'b',
      due: '1899-12-30',
      notes: '@x',
      discount: 8,
    })
  })
  afterAll(() => at?.close())

  const file = async (format: string, query: JsonObject = {}, role: RoleName = 'root', path = 'parcels') => {
    const search = new URLSearchParams(
      Object.entries({ format, order_col: 'code', ...query }).map(([key, value]) => [
        key,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
    )
    const answer = await at.app.inject({
      method: 'GET',
      url: `/api/admin/${path}?${search}`,
      headers: { authorization: `Bearer ${await at.tokenFor(role)}` },
    })
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.body }
  }

  test.skipIf(noReaders)(
    'xlsx is read by Gnumeric: true numbers and dates, money with its sign, no digit lost, no formula',
    async () => {
      const { status, headers, bytes } = await file('xlsx', { columns: COLUMNS })
      expect([status, headers['content-type']]).toEqual([
        200,
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ])
      expect(gnumeric(bytes, 'preserve')).toEqual([
        [
          'Clave',
          'Título',
          'Peso',
          'Precio',
          'Tipo',
          'Urgente',
          'Entrega',
          'Llegada',
          'Depósito',
          'Notas',
          'Descuento',
          'Precio mínimo',
        ],
        [
          '00123',
          '\'=HYPERLINK("http://x")',
          '12345678901234567890.25',
          'S/ 1,250.50',
          'Aéreo',
          'Sí',
          '28/02/2026',
          '21/11/2026 00:00:00',
          'Depósito Ate',
          'una, "dos"\ntres <b>&amp;</b>',
          '3',
          '',
        ],
        ['C2', 'ñandú 👩‍👩‍👧 مرحبا 中国', '0.1', 'S/ 2.00', 'Barco', 'No', '1899-12-30', '', '', "'@x", '', '-S/ 2.00'],
      ])
      expect(gnumeric(bytes, 'raw')[1]?.slice(3, 8)).toEqual(['1250.5', 'Aéreo', 'Sí', '46081', '46347'])
    },
  )

  test('xlsx is read back by this project with the types of its values, header frozen and filtered', async () => {
    const { bytes } = await file('xlsx', { columns: COLUMNS })
    expect((await tableOf(bytes, { name: 'x.xlsx' })).rows[0]).toEqual([
      2,
      '00123',
      '\'=HYPERLINK("http://x")',
      '12345678901234567890.25',
      1250.5,
      'Aéreo',
      'Sí',
      'date 2026-02-28',
      'datetime 2026-11-21 00:00:00',
      'Depósito Ate',
      'una, "dos"\ntres <b>&amp;</b>',
      3,
    ])
    const sheet = execFileSync('unzip', ['-p', put('parts.xlsx', bytes), 'xl/worksheets/sheet1.xml'], {
      encoding: 'utf8',
    })
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet).toContain('<autoFilter ref="A1:L3"/>')
    expect(sheet).toMatch(/<cols><col min="1" max="1" width="\d+" customWidth="1"\/>/)
    expect(sheet).not.toContain('<f>')
  })

  test("moments are those of the company's clock on both sides of a change of clocks", async () => {
    await at.database.db
      .insertInto('settings')
      .values({ key: 'timezone', value: JSON.stringify('Europe/Madrid') })
      .execute()
    at.runtime.changed('settings')
    const moments = [
      '2026-03-29T00:59:59.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ]
    for (const [number, arrived] of moments.entries())
      await at.make('root', 'parcels', { code: `D${number}`, title: 'reloj', arrived })
    const { rows } = await tableOf((await file('xlsx', { columns: 'arrived', filters: { title: 'reloj' } })).bytes, {
      name: 'x',
    })
    expect(rows.map(([, moment]) => moment)).toEqual(
      ['2026-03-29 01:59:59', '2026-03-29 03:00:00', '2026-10-25 02:30:00', '2026-10-25 02:30:00'].map(
        (one) => `datetime ${one}`,
      ),
    )
    await at.database.db.deleteFrom('settings').where('key', '=', 'timezone').execute()
    at.runtime.changed('settings')
  })

  describe.each([
    ['our own', 'OWN', OWN.list],
    ['of others', 'OTHER', others],
  ] as const)('strings that break software, %s', (_whose, prefix, list) => {
    const isMissing = list.length === 0
    const kept: string[] = []
    const taken = (format: string) => file(format, { columns: 'title', filters: { code: prefix } })

    test.skipIf(isMissing)('come out of xlsx and html as they went in', async () => {
      for (const [number, title] of list.entries()) {
        const answer = await at.call('root', 'POST', 'parcels/create', {
          code: `${prefix}${String(number).padStart(4, '0')}`,
          title,
        })
        if (answer.status === 200) kept.push(String(at.item(answer).title))
        else expect(answer.status).toBe(422)
      }
      expect(kept.length).toBeGreaterThan(list.length * 0.8)
      const { rows } = await tableOf((await taken('xlsx')).bytes, { name: 'x' })
      expect(rows.map(([, title]) => originalText(String(title)))).toEqual(kept.map((title) => title.trim()))
      const { text } = await taken('html')
      expect(text).not.toMatch(/<(script|img|svg|iframe|a)\b/i)
      expect(text.match(/<tr>/g)).toHaveLength(kept.length + 1)
    })

    test.skipIf(isMissing || noReaders)('are read from xlsx by Gnumeric', async () => {
      // It leaves the escapes of a book in the text.
      const unescaped = (title: string): string =>
        title.replace(/_x([0-9A-F]{4})_/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      const read = gnumeric((await taken('xlsx')).bytes, 'raw')
        .slice(1)
        .map(([title]) => unescaped(originalText(title ?? '')))
      expect(read).toHaveLength(kept.length)
      expect(read).toEqual(kept)
    })
  })

  test("html is a whole page that runs nothing, in the asker's order and words", async () => {
    const { headers, text } = await file('html', { columns: 'price,title,notes,id_depot', filters: { code: '00123' } })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; /)
    expect(text).toContain("content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\"")
    expect(text).toContain(
      '<th scope="col" class="n">Precio</th><th scope="col">Título</th><th scope="col">Notas</th><th scope="col">Depósito</th>',
    )
    expect(text).toContain(
      '<tr><td class="n">S/\u00a01,250.50</td><td>&#39;=HYPERLINK(&quot;http://x&quot;)</td><td>una, &quot;dos&quot;<br>tres &lt;b&gt;&amp;amp;&lt;/b&gt;</td><td>Depósito Ate</td></tr>',
    )
    expect(text.endsWith('</html>\n')).toBe(true)
  })

  test.skipIf(noReaders)(
    'pdf is read by poppler: title, brand, numbered pages, wrapped texts, letters of an embedded font',
    async () => {
      for (let number = 0; number < 60; number++)
        await at.make('root', 'parcels', {
          code: `P${String(number).padStart(2, '0')}`,
          title: `Señora Ñáñez ČřžŁő ${number}`,
          notes: 'palabra '.repeat(20) + 'x'.repeat(200),
        })
      const { status, headers, bytes } = await file('pdf', { columns: 'code,title,notes', filters: { code: 'P' } })
      expect([status, headers['content-type'], bytes.subarray(0, 5).toString()]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ])
      const path = put('list.pdf', bytes)
      const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
      const pages = text.split('\f').filter((page) => page.trim() !== '')
      expect(pages.length).toBeGreaterThan(3)
      for (const [number, page] of pages.entries()) {
        expect(page).toMatch(/^Paquetes\s+Admin/)
        expect(page).toContain(`Página ${number + 1} de ${pages.length}`)
        expect(page).toMatch(/Clave\s+Título\s+Notas/)
      }
      for (let number = 0; number < 60; number++) expect(text).toContain(`Señora Ñáñez ČřžŁő ${number}`)
      expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(60 * 200)
      expect(execFileSync('pdffonts', [path], { encoding: 'utf8' })).toMatch(/Roboto-Regular\s+.*\byes yes yes\b/)
    },
  )

  test('pdf of more rows than pages can hold is refused with what to do', async () => {
    await at.database.db.executeQuery({
      sql: "insert into readings (name) select 'fila ' || n from generate_series(1, 5001) n",
      parameters: [],
      query: { kind: 'RawNode' },
    } as never)
    const answer = await at.call('root', 'GET', 'readings', { format: 'pdf' })
    expect(answer).toMatchObject({
      status: 413,
      body: {
        ok: false,
        code: 'TOO_LARGE',
        msg: 'Un PDF admite hasta 5000 filas. Filtre la lista, o exporte a Excel o CSV.',
      },
    })
    expect(
      (await at.call('root', 'GET', 'readings', { format: 'pdf', filters: { name: 'fila 1' }, columns: '*' })).status,
    ).toBe(200)
  })

  test("columns are those that were asked for, in their order, in the asker's language; those of the list for a page", async () => {
    const headers = async (format: string, query: JsonObject) =>
      Papa.parse<string[]>((await file(format, query)).text.replace(/^\uFEFF/, '')).data[0]
    expect(await headers('csv', { columns: 'depot_name,id_depot,title' })).toEqual(['Depósito', 'Depósito', 'Título'])
    expect(await headers('csv', { columns: 'id_depot,id_depot__label,depot_name', headers: 'names' })).toEqual([
      'id_depot',
      'id_depot__label',
      'depot_name',
    ])
    expect(await headers('csv', { columns: '*' })).toContain('Depósito (id)')
    const page = await file('html')
    expect(page.text.match(/<th /g)).toHaveLength(at.metadata.model().resources.parcels?.list.columns.length ?? 0)
    await at.database.db.updateTable('users').set({ language: 'en' }).where('id', '=', at.ids.users.reader).execute()
    at.runtime.changed('users')
    const english = await file('csv', { columns: 'urgent,date_created', filters: { code: '00123' } }, 'reader')
    expect(english.text.split('\r\n')[0]).toBe('\uFEFFUrgent,Created')
    expect(english.headers['content-disposition']).toMatch(/filename\*=UTF-8''Paquetes%20\d{4}-\d\d-\d\d\.csv$/)
  })

  const FORMATS = ['xlsx', 'pdf', 'csv', 'html']
  test.each(FORMATS)('%s obeys rights and hidden fields as the list does', async (format) => {
    expect((await at.call(null, 'GET', 'parcels', { format })).status).toBe(401)
    expect(await at.call('none', 'GET', 'parcels', { format })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
    expect(await at.call('companyA', 'GET', 'parcels', { format, columns: 'code,margin' })).toMatchObject({
      status: 400,
      body: { code: 'FILTER_UNKNOWN' },
    })
    expect(await at.call('root', 'GET', 'parcels', { format, columns: 'stamp' })).toMatchObject({
      status: 400,
      body: { code: 'FILTER_UNKNOWN' },
    })
  })
  for (const format of FORMATS)
    test.skipIf(format === 'pdf' && noReaders)(`${format} obeys scope as the list does`, async () => {
      await at.make('root', 'parcels', { code: `S-${format}-a`, title: 'alcance', id_company: at.ids.companies.a })
      await at.make('root', 'parcels', { code: `S-${format}-b`, title: 'alcance', id_company: at.ids.companies.b })
      const { bytes } = await file(format, { columns: 'code', filters: { title: 'alcance' } }, 'companyA')
      const text =
        format === 'pdf'
          ? execFileSync('pdftotext', [put('scope.pdf', bytes), '-'], { encoding: 'utf8' })
          : format === 'xlsx'
            ? JSON.stringify(await tableOf(bytes, { name: 'x' }))
            : bytes.toString()
      expect(text).toContain(`S-${format}-a`)
      expect(text).not.toContain(`S-${format}-b`)
    })

  test('a record is a sheet of its fields, in every form', async () => {
    const [parcel] = at.items(await at.call('root', 'GET', 'parcels', { filters: { code: '00123' } }))
    const path = `parcels/${String(parcel?.id)}`
    const get = async (format: string, role: RoleName = 'root') =>
      at.app.inject({
        method: 'GET',
        url: `/api/admin/${path}?export=${format}`,
        headers: { authorization: `Bearer ${await at.tokenFor(role)}` },
      })
    const book = await tableOf((await get('xlsx')).rawPayload, { name: 'x' })
    expect(book.columns).toEqual(['Campo', 'Valor'])
    expect(book.rows.map(([, ...cells]) => cells)).toEqual(
      expect.arrayContaining([
        ['Clave', '00123'],
        ['Precio', 1250.5],
        ['Entrega', 'date 2026-02-28'],
        ['Depósito', 'Depósito Ate'],
        ['Peso', '12345678901234567890.25'],
      ]),
    )
    expect((await get('csv')).body).toContain('\r\nTipo,')
    expect((await get('html')).body).toContain('<td>Depósito Ate</td>')
    expect((await get('pdf')).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await get('pdf')).headers['content-disposition']).toContain(
      "filename*=UTF-8''Paquete%2000123%20%3DHYPERLINK",
    )
    expect((await get('exe')).json()).toMatchObject({ ok: false, code: 'MALFORMED' })
    expect((await get('pdf', 'none')).statusCode).toBe(403)
    expect((await get('pdf', 'companyA')).statusCode).toBe(404)
  })

  test('the export form carries parameters, type and token; its token opens nothing else', async () => {
    const token = await at.tokenFor('companyA')
    const post = (path: string, form: { [name: string]: string }, headers = {}) =>
      at.app.inject({
        method: 'POST',
        url: `/api/admin/${path}`,
        payload: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
    for (const path of ['parcels', 'parcels/export']) {
      const answer = await post(path, {
        params: JSON.stringify({ filters: { title: 'alcance' }, columns: 'code' }),
        export: 'csv',
        token,
      })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
      expect(answer.body).toContain('S-csv-a')
      expect(answer.body).not.toContain('S-csv-b')
    }
    const [own] = at.items(await at.call('companyA', 'GET', 'parcels', { filters: { code: 'S-csv-a' } }))
    expect((await post('parcels/export', { id: String(own?.id), type: 'pdf', token })).headers['content-type']).toBe(
      'application/pdf',
    )
    expect((await post('parcels/export', { export: 'csv' })).statusCode).toBe(401)
    expect((await post('parcels/export', { export: 'csv', token: 'x'.repeat(43) })).statusCode).toBe(401)
    expect((await post('parcels/export', { export: 'exe', token })).json()).toMatchObject({ code: 'MALFORMED' })
    expect((await post('parcels/export', { export: 'csv', params: '[', token })).json()).toMatchObject({
      code: 'MALFORMED',
    })
    expect((await post('parcels/create', { code: 'F', title: 'no', token })).statusCode).toBe(401)
    expect((await at.call(null, 'GET', 'parcels/export', { export: 'csv', token })).status).toBe(401)
    // A page may send JSON too, but then it can set a header.
    expect(
      (
        await at.request({
          method: 'POST',
          url: '/api/admin/parcels/export',
          payload: JSON.stringify({ export: 'csv', token }),
        })
      ).status,
    ).toBe(401)
  })
})

test('a table of more rows than a sheet has goes on in the next, under the same header', async () => {
  const rows = Array.from({ length: 7 }, (_, number) => [`fila ${number + 1}`])
  const document: FileDocument = {
    title: 'Todo',
    brand: '',
    made: '',
    language: 'es',
    money: { coin: '', coinSpace: false, decimals: 2 },
    say: (key) => key,
    picture: () => Promise.resolve(null),
    tables: [
      {
        title: 'Todo/nada',
        columns: [{ label: 'Nombre', align: 'left' }],
        async *batches() {
          yield rows.slice(0, 4)
          yield rows.slice(4)
        },
      },
    ],
  }
  const pieces: Uint8Array[] = []
  for await (const piece of writeXlsx(document, 3)) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  const sheet = async (name: string) => (await tableOf(bytes, { name: 'x', sheet: name })).rows.map(([, text]) => text)
  expect(await sheet('Todo nada')).toEqual(['fila 1', 'fila 2', 'fila 3'])
  expect(await sheet('Todo nada (2)')).toEqual(['fila 4', 'fila 5', 'fila 6'])
  expect(await sheet('Todo nada (3)')).toEqual(['fila 7'])
})
