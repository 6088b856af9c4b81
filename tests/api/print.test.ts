import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { openOne } from '../engines'
import { OWN } from '../fixtures/naughty-strings'
import { missingReaders } from '../readers'
import { fileCalls } from './files-fixture'
import { line, printApp, type PrintApp } from './print-fixture'

// One black point.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
  'base64',
)

const noReaders = missingReaders(['pdftotext', 'pdffonts'], (said) => console.log(said))
if (noReaders) console.log(`skipped: documents read back by other programs: ${noReaders}`)

const folder = mkdtempSync(join(tmpdir(), 'print-'))
const KEPT = process.env.PRINT_KEEP
afterAll(() => rmSync(folder, { recursive: true }))

/** A pdf as poppler reads it, page by page. */
function pages(bytes: Uint8Array): string[] {
  const path = join(folder, 'paper.pdf')
  writeFileSync(path, bytes)
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).split('\f').slice(0, -1)
}
const keep = (name: string, bytes: Uint8Array): void => {
  if (KEPT !== undefined) writeFileSync(join(KEPT, name), bytes)
}
/** Marks of writing direction are poppler's own. */
const plain = (text: string): string =>
  text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
/** That these stand in a text in this order. */
const inOrder = (text: string, parts: readonly string[]): string[] => {
  let at = 0
  return parts.filter((part) => {
    const found = text.indexOf(part, at)
    at = found < 0 ? at : found + part.length
    return found < 0
  })
}

describe('documents of records', () => {
  let at: PrintApp
  let bill: JsonObject
  beforeAll(async () => {
    at = await printApp(openOne)
    await at.database.db.updateTable('users').set({ language: 'en' }).where('name', '=', 'readerA').execute()
    bill = await at.make({
      number: 'C-001',
      state: 'issued',
      id_person: at.ids.users.operator,
      id_branch: at.branch,
      id_company: at.ids.companies.a,
      issued: '2026-11-21T23:30:00.000Z',
      paid: 1,
      distance: 8123,
      margin: '77.70',
      discount: '1.25',
      notes: 'Ñandú, pingüino y cigüeña.',
      lines: [
        line('Traslado', '1', '1250.5', {
          id_branch: at.branch,
          cost: '900',
          parts: [{ name: 'Peaje', weight: '1.5' }, { name: 'Espera' }],
        }),
        line('Equipaje', '0.5', '10.01', { cost: '2' }),
      ],
    })
  })
  afterAll(() => at?.close())

  test.skipIf(noReaders)('a pdf says all of one record in its order, and its letters can be selected', async () => {
    const { status, headers, bytes } = await at.print('root', {
      print: 'statement',
      export: 'pdf',
      id: bill.id ?? null,
    })
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(
      'Estado de cuenta C-001 2026-11-21.pdf',
    )
    keep('one.pdf', bytes)
    const [page = '', ...more] = pages(bytes)
    expect(more).toEqual([])
    expect(
      inOrder(plain(page), [
        'Admin',
        'Estado de cuenta C-001',
        'Hora de America/Lima',
        'Para',
        'De',
        'Señor(a)',
        'operator Prueba',
        'operator@test.pe',
        'Datos',
        'Emitida',
        'Sí',
        '8123 m',
        'S/ 77.70',
        'Detalle',
        'Concepto',
        'Cantidad',
        'Precio',
        'Costo',
        'Importe',
        'Traslado',
        'Madrid',
        'Europe/Madrid',
        'S/ 1,250.50',
        'S/ 900.00',
        'S/ 1,250.50',
        'Peaje · 1.5 kg',
        'Espera',
        'Equipaje',
        '0.5',
        'S/ 10.01',
        'S/ 5.01',
        'Total',
        '1.5',
        'S/ 902.00',
        'S/ 1,255.51',
        'Total a pagar',
        'S/ 1,255.51',
        'Debe S/ 1,255.51 al 22/11/2026.',
        'Ñandú, pingüino y cigüeña.',
        'Pague C-001 aquí.',
        'Página 1 de 1',
      ]),
    ).toEqual([])
    const fonts = execFileSync('pdffonts', [join(folder, 'paper.pdf')], { encoding: 'utf8' })
      .split('\n')
      .slice(2)
      .filter(Boolean)
    expect(fonts.length).toBeGreaterThan(0)
    expect(fonts.filter((font) => !/\byes +yes +yes\b/.test(font))).toEqual([])
  })

  test('the same stands in a page, by its address as a record’s other files', async () => {
    const answer = await at.call('root', 'GET', `bills/${String(bill.id)}`, { print: 'statement', export: 'html' })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(
      inOrder(plain(answer.text), [
        '<html lang="es">',
        'Estado de cuenta C-001',
        '22/11/2026 12:30 AM',
        'Traslado',
        'Peaje · 1.5 kg',
        'class="sum"',
        'S/ 1,255.51',
        '<svg role="img"',
        'Pague C-001 aquí.',
      ]),
    ).toEqual([])
    expect(
      (await at.call('root', 'GET', `bills/${String(bill.id)}`, { print: 'statement' })).headers['content-type'],
    ).toBe('application/pdf')
  })

  test('it is written in the recipient’s language, whoever prints it, on the clock of the record’s branch', async () => {
    const { id } = await at.make({
      number: 'EN',
      state: 'issued',
      id_person: at.ids.users.readerA,
      issued: '2026-11-21T23:30:00.000Z',
    })
    const { text } = await at.print('root', { print: 'statement', export: 'html', id: id ?? null })
    expect(text).toContain('<article lang="en">')
    expect(text).toContain('No rows')
    // No branch: the company's clock.
    expect(text).toContain('21/11/2026 06:30 PM')
  })

  test('a picture is printed as what it shows, and one that is broken keeps nobody from their paper', async () => {
    const files = fileCalls(at)
    const sent = async (bytes: Uint8Array, name: string): Promise<number> => {
      const { body } = await files.upload('root', bytes, '?resource=bills&source=pic', name)
      return Number(/\/api\/files\/(\d+)\//.exec(String(body['url']))?.[1])
    }
    const [receipt, part] = [await sent(PNG, 'recibo.png'), await sent(PNG, 'pieza.png')]
    const lines = [line('Llanta', '1', '80', { pic: part }), line('Aro', '1', '5')]
    const shown = await at.make({ number: 'F-1', pic: receipt, lines })
    const page = (await at.print('root', { print: 'pictures', export: 'html', id: shown.id ?? null })).text
    const drawn = [...page.matchAll(/<img class="picture" src="([^"]+)" alt="([^"]+)">/g)].map((found) =>
      found.slice(1),
    )
    const data = `data:image/png;base64,${PNG.toString('base64')}`
    expect(drawn).toEqual([
      [data, 'recibo.png'],
      [data, 'pieza.png'],
    ])
    expect(page).not.toMatch(/>[^<]*(recibo|pieza)\.png/)
    const pdf = await at.print('root', { print: 'pictures', export: 'pdf', id: shown.id ?? null })
    expect(Buffer.from(pdf.bytes).toString('latin1')).toContain('/Subtype /Image')
    // So are the pages for print that every catalogue has: of one record, and of a list.
    for (const path of [
      `bills/${String(shown.id)}?export=html`,
      'bills/export?format=html&columns=number,pic&number=F-1',
    ]) {
      const { payload } = await at.app.inject({
        url: `/api/admin/${path}`,
        headers: { authorization: `Bearer ${await at.tokenFor('root')}` },
      })
      expect(payload, path).toContain(`<img src="${data}" alt="recibo.png">`)
    }
    // And the pdf of all fields.
    const asPdf = async (path: string): Promise<string> => {
      const { rawPayload } = await at.app.inject({
        url: `/api/admin/${path}`,
        headers: { authorization: `Bearer ${await at.tokenFor('root')}` },
      })
      return rawPayload.toString('latin1')
    }
    for (const path of [
      `bills/${String(shown.id)}?export=pdf`,
      'bills/export?format=pdf&columns=number,pic&number=F-1',
    ])
      expect((await asPdf(path)).match(/\/Subtype \/Image/g)?.length ?? 0, path).toBeGreaterThan(0)
    const odd = await at.make({ number: 'F-2', pic: await sent(PNG.subarray(0, 40), 'rota.png') })
    const paper = await at.print('root', { print: 'pictures', export: 'pdf', id: odd.id ?? null })
    expect([paper.status, Buffer.from(paper.bytes).subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect((await asPdf(`bills/${String(odd.id)}?export=pdf`)).slice(0, 5)).toBe('%PDF-')
  })

  test('markup in values is text, and the page runs and loads nothing', async () => {
    for (const [n, text] of OWN.markup.entries())
      if (n % 12 === 0)
        await at.make({
          number: `X ${n} ${text}`.slice(0, 40),
          state: 'issued',
          notes: text,
          lines: [line(text.slice(0, 200) || 'x', '1', '1')],
        })
    const { status, text } = await at.print('root', {
      print: 'statement',
      export: 'html',
      filters: { number: { contains: 'X ' } },
    })
    expect(status).toBe(200)
    expect(text).toContain("default-src 'none'")
    const tags = new Set([...text.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag = '']) => tag.toLowerCase()))
    expect(
      [...tags].filter(
        (tag) =>
          !/^(html|head|meta|title|style|body|article|header|footer|h1|h2|p|div|section|dl|dt|dd|table|thead|tbody|tr|th|td|strong|span|figure|figcaption|svg|path|br|img|hr)$/.test(
            tag,
          ),
      ),
    ).toEqual([])
    expect(text.match(/<[^>]*\son\w+=/gi)).toBeNull()
    expect(text.match(/<[^>]*\s(?:src|href|style|srcset)=/gi)).toBeNull()
  })

  test.skipIf(noReaders)(
    'sixty rows go over pages that each have the head of the table and their number; the sum stands once',
    async () => {
      const names = Array.from({ length: 60 }, (_, n) =>
        n === 30
          ? 'Contrarrevolucionariamente'.repeat(6)
          : `Concepto número ${n + 1} con un nombre tan largo que no cabe en una línea de su columna`,
      )
      const { id } = await at.make({
        number: 'LARGA',
        state: 'draft',
        id_company: at.ids.companies.a,
        lines: names.map((name, n) => line(name, '1', `${n}.10`)),
      })
      const { bytes } = await at.print('root', { print: 'statement', export: 'pdf', id: id ?? null })
      keep('long.pdf', bytes)
      const all = pages(bytes).map(plain)
      expect(all.length).toBeGreaterThan(2)
      expect(all.map((page, n) => page.includes(`Página ${n + 1} de ${all.length}`))).toEqual(all.map(() => true))
      const withRows = all.filter((page) => /Concepto número/.test(page))
      expect(withRows.length).toBeGreaterThan(2)
      expect(withRows.filter((page) => !/Concepto .*Cantidad .*Importe/.test(page))).toEqual([])
      expect(all.filter((page) => page.includes('S/ 1,776.00')).length).toBe(1)
      expect(all.at(-1)).toContain('Total a pagar')
      // The letters of a word across the page stand on lines of their own.
      expect(all.filter((page) => !/DO/.test(page))).toEqual([])
    },
  )

  test.skipIf(noReaders)('Arabic and Hebrew are read from right to left, among other words as well', async () => {
    const { id } = await at.make({
      number: 'RTL',
      state: 'issued',
      notes: 'خدمة نقل الركاب في مدينة ليما\nשירות הסעות בעיר לימה (2026)\nCliente محمد الأحمد, servicio 12',
      lines: [line('محمد الأحمد', '1', '5'), line('שלום עולם', '2', '5')],
    })
    const { bytes } = await at.print('root', { print: 'statement', export: 'pdf', id: id ?? null })
    keep('rtl.pdf', bytes)
    const text = plain(pages(bytes).join(' ')).normalize('NFKC')
    expect(
      ['محمد الأحمد', 'שלום עולם', 'خدمة نقل الركاب', 'خدمة نقل الركاب في مدينة ليما', 'שירות הסעות בעיר לימה'].filter(
        (words) => !text.includes(words.normalize('NFKC')),
      ),
    ).toEqual([])
    expect(execFileSync('pdffonts', [join(folder, 'paper.pdf')], { encoding: 'utf8' })).toMatch(
      /NotoSansArabic[\s\S]*NotoSansHebrew/,
    )
  })

  test.skipIf(noReaders)(
    'of many there is one file, each record on pages of its own with their own numbers',
    async () => {
      const ids = [
        await at.make({ number: 'M1', state: 'issued' }),
        await at.make({ number: 'M2', state: 'issued' }),
        await at.make({ number: 'M3', state: 'draft' }),
      ].map(({ id }) => id ?? null)
      const { bytes } = await at.print('root', { print: 'note', export: 'pdf', ids: ids.slice(0, 2).reverse() })
      keep('many.pdf', bytes)
      expect(
        pages(bytes)
          .map(plain)
          .map((page) => /Nota (M\d).*Página (\d de \d)/.exec(page)?.slice(1).join(' ')),
      ).toEqual(['M2 1 de 2', 'M2 2 de 2', 'M1 1 de 2', 'M1 2 de 2'])
      // Of all that a filter finds, those for which it is offered.
      const found = await at.print('root', {
        print: 'note',
        export: 'html',
        all: true,
        filters: { id: { in: ids } },
        order_col: 'id',
      })
      expect([...found.text.matchAll(/<h1>(.*?)<\/h1>/g)].map(([, title]) => title)).toEqual(['Nota M1', 'Nota M2'])
      const some = await at.print('root', { print: 'note', export: 'pdf', ids })
      expect([some.status, (JSON.parse(some.text) as JsonObject).msg]).toEqual([
        409,
        expect.stringMatching(/para 1 de los registros elegidos \(3\)/),
      ])
    },
  )

  test('a document is offered where its rule holds, and marked by the first rule that does', async () => {
    const draft = await at.make({ number: 'D', id_company: at.ids.companies.b })
    expect((await at.print('root', { print: 'note', export: 'html', id: draft.id ?? null })).status).toBe(409)
    expect((await at.print('root', { print: 'statement', export: 'html', id: draft.id ?? null })).text).toContain(
      '>BORRADOR</p>',
    )
    const issued = await at.make({ number: 'E', state: 'issued', id_company: at.ids.companies.b })
    expect((await at.print('root', { print: 'statement', export: 'html', id: issued.id ?? null })).text).toContain(
      '>ANULADA</p>',
    )
    expect((await at.print('root', { print: 'statement', export: 'html', id: bill.id ?? null })).text).not.toContain(
      'class="mark"',
    )
  })

  test('nobody gets on paper what they do not see in the console', async () => {
    const theirs = (role: Parameters<PrintApp['print']>[0]) =>
      at.print(role, { print: 'statement', export: 'html', id: bill.id ?? null })
    expect((await theirs('none')).status).toBe(403)
    expect((await theirs('companyB')).status).toBe(404)
    const own = await theirs('readerA')
    expect(own.status).toBe(200)
    for (const hidden of ['Margen de la casa', '77.70', 'Costo', '900.00', '902.00'])
      expect(own.text).not.toContain(hidden)
    for (const seen of ['Traslado', '1,255.51', 'Descuento']) expect(own.text).toContain(seen)
    expect(
      (await at.print('companyB', { print: 'statement', export: 'html', filters: { number: 'C-001' } })).status,
    ).toBe(404)
    // One that is not theirs among the chosen is refused, not left out without a word.
    const foreign = await at.make({ number: 'F', id_company: at.ids.companies.b })
    expect(
      (await at.print('readerA', { print: 'statement', export: 'html', ids: [bill.id ?? null, foreign.id ?? null] }))
        .status,
    ).toBe(404)
    // Hidden by the record's own state.
    const draft = await at.make({ number: 'H', id_company: at.ids.companies.a, discount: '9.99' })
    expect((await at.print('root', { print: 'statement', export: 'html', id: draft.id ?? null })).text).not.toContain(
      'Descuento',
    )
  })

  test('programs print by the REST call, which its description names', async () => {
    const token = await at.tokenFor('root')
    const answer = await at.request({
      method: 'GET',
      url: `/api/rest/bills/${String(bill.id)}/print/statement?export=html`,
      token,
    })
    expect([answer.status, answer.text.includes('Estado de cuenta C-001')]).toEqual([200, true])
    const { paths } = (await at.request({ method: 'GET', url: '/api/rest/openapi.json', token })).body as {
      readonly paths: JsonObject
    }
    expect(Object.keys(paths).filter((path) => path.includes('print'))).toEqual([
      '/bills/{id}/print/statement',
      '/bills/{id}/print/pictures',
      '/bills/{id}/print/note',
    ])
  })

  test('what is asked for wrongly is refused with a word on it', async () => {
    const id = bill.id ?? null
    const asked = async (input: JsonObject): Promise<unknown> => {
      const { status, text } = await at.print('root', input)
      return [status, (JSON.parse(text) as JsonObject).msg]
    }
    expect(await asked({ print: 'nothing', export: 'pdf', id })).toEqual([
      404,
      'No hay un documento «nothing». Hay: statement, pictures, note.',
    ])
    expect(await asked({ print: 'note', export: 'xlsx', id })).toEqual([400, expect.stringContaining('pdf, html')])
    expect(await asked({ print: 'note', export: 'pdf', ids: [] })).toEqual([400, expect.any(String)])
    expect(await asked({ print: 'note', export: 'pdf', ids: [id, 987_654] })).toEqual([404, expect.any(String)])
    expect(await asked({ print: 'note', export: 'pdf', filters: { nothing: 1 } })).toEqual([400, expect.any(String)])
    expect(await asked({ print: 'note', export: 'pdf', filters: { number: 'nobody' } })).toEqual([
      404,
      'Ninguno de los registros encontrados se puede imprimir así.',
    ])
    expect((await at.call('root', 'GET', 'companies/print', { print: 'x', export: 'pdf' })).status).toBe(404)
  })

  test('more than 5,000 records or rows are refused with the way out', async () => {
    const { db } = at.database
    await db
      .insertInto('bills')
      .values(Array.from({ length: 5001 }, (_, n) => ({ number: `B${n}`, state: 'issued' })))
      .execute()
    const many = await at.print('root', { print: 'statement', export: 'html', filters: { number: { contains: 'B' } } })
    expect([many.status, (JSON.parse(many.text) as JsonObject).msg]).toEqual([
      413,
      expect.stringMatching(/5000.*filtros/),
    ])
    await db
      .insertInto('bill_lines')
      .values(Array.from({ length: 5001 }, (_, n) => ({ id_bill: Number(bill.id), name: `L${n}`, price: 1 })))
      .execute()
    const long = await at.print('root', { print: 'statement', export: 'pdf', id: bill.id ?? null })
    expect([long.status, (JSON.parse(long.text) as JsonObject).msg]).toEqual([413, expect.stringContaining('5000')])
  })
})
