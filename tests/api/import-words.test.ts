import { expect, test } from 'vitest'
import { oneEngine } from '../engines'
import { multipartForm } from '../multipart'
import { csv, HEADER, importApp, viewIn, type ImportApp } from './import-fixture'

/** One byte in place of another, as a program writes that cuts a letter in two. */
function withWrongByte(text: string, letter: string, byte: number): Buffer {
  const bytes = Buffer.from(text)
  const at = bytes.indexOf(Buffer.from(letter))
  return Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at + Buffer.from(letter).length)])
}

oneEngine((_engine, open) => {
  let app: Promise<ImportApp> | undefined
  const opened = () => (app ??= importApp(open))
  const staged = async (file: string | Uint8Array, name?: string, fields?: { [key: string]: string }) => {
    const at = await opened()
    if (!fields)
      return at.settled('operator', viewIn(await at.upload('operator', file, name === undefined ? {} : { name })))
    const { payload, headers } = multipartForm([
      ...Object.entries(fields).map(([key, content]) => ({ name: key, content })),
      { name: 'file', content: file, filename: name ?? 'goods.csv' },
    ])
    const reply = await at.app.inject({
      method: 'POST',
      url: '/api/admin/goods/importVerify',
      payload,
      headers: { ...headers, authorization: `Bearer ${await at.tokenFor('operator')}` },
    })
    return at.settled(
      'operator',
      viewIn({ status: reply.statusCode, headers: reply.headers, text: reply.body, body: JSON.parse(reply.body) }),
    )
  }

  test('one wrong byte of a UTF-8 file is told at its cell, and every other letter is right', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => [
      `U-${i}`,
      i === 40 ? 'Piñón' : `José Ñandú ${i}`,
      'Alimento',
      '1',
      '',
      'E1',
    ])
    const view = await staged(withWrongByte(csv([HEADER, ...rows]), 'ñ', 0xf1))
    expect(view).toMatchObject({
      counts: { total: 60, ok: 59, wrong: 1 },
      reading: { encoding: 'utf-8', by: 'broken' },
    })
    const wrong = view.items.find(({ ok }) => !ok)
    expect(wrong).toMatchObject({
      row: 42,
      cells: { name: 'Pi�ón' },
      errors: { name: 'Tiene letras que no son UTF-8. En Windows-1252 diría «Piñón».' },
    })
    expect(view.items[0]?.cells.name).toBe('José Ñandú 0')
    // The cell is mended as any other is.
    expect(
      (await (await opened()).run('operator', 'importFix', { id: view.id, row: 42, cells: { name: 'Piñón' } })).counts,
    ).toMatchObject({ ok: 60, wrong: 0 })
  })

  test('a wrong byte in a heading loses no column, and one before the end of the file is told', async () => {
    const broken = withWrongByte('Código,Nombre,Tipo\r\nH-1,José,Alimento\r\nH-2,Zoé,Alimento', 'ó', 0xf3)
    const view = await staged(Buffer.concat([broken, Buffer.from([0x2c, 0xc3])]))
    expect(view.columns.map(({ key }) => key)).toEqual(['code', 'name', 'kind'])
    expect(view.counts).toMatchObject({ ok: 2 })
  })

  test('a file that is not UTF-8 is read with a guess that is said, and again as somebody chooses', async () => {
    const latin = Buffer.from(csv([HEADER, ['L-1', 'Peña Núñez', 'Alimento', '1', '', 'E1']]), 'latin1')
    const guessed = await staged(latin)
    expect(guessed).toMatchObject({ reading: { encoding: 'windows-1252', by: 'guess' }, counts: { ok: 1 } })
    const chosen = await staged(latin, undefined, { encoding: 'windows-1251' })
    expect(chosen).toMatchObject({ reading: { encoding: 'windows-1251', by: 'chosen' } })
    expect(JSON.stringify(chosen.items[0])).toContain('Peсa')
    const wide = Buffer.from(csv([HEADER, ['L-2', 'Peña', 'Alimento', '1', '', 'E1']]), 'utf16le')
    expect(await staged(wide)).toMatchObject({ reading: { encoding: 'utf-16le', by: 'guess' }, counts: { ok: 1 } })
    await expect(staged(latin, undefined, { encoding: 'klingon' })).rejects.toThrow(/"encoding"/)
  })

  test('letters that were read as Windows-1252 before they came here are told, with what they were', async () => {
    const view = await staged(
      Buffer.from(
        csv([
          HEADER,
          ['W-11', 'JosÃ© PeÃ±a', 'Alimento', '1', '', 'E1'],
          ['W-12', 'José Ñahui — São', 'Alimento', '1', '', 'E1'],
        ]),
      ),
    )
    expect(view.items.map(({ ok, warnings }) => [ok, warnings.name])).toEqual([
      [true, expect.stringContaining('«José Peña»')],
      [true, undefined],
    ])
  })

  test('letters that are lost already are told at their cells: half a pair of UTF-16, a file cut within a letter, a byte that its encoding has not', async () => {
    const wide = (text: string) => Buffer.from(text, 'utf16le')
    const head = `\uFEFF${HEADER.join(',')}\n`
    const half = Buffer.concat([
      wide(`${head}W-1,Jos`),
      Buffer.from([0x00, 0xd8]),
      wide(',Alimento,1,,E1\nW-2,Peña,Alimento,1,,E1\n'),
    ])
    const cut = Buffer.concat([wide(`${head}W-3,Peña,Alimento,1,,E1\nW-4,Zo`), Buffer.from([0x41])])
    const none = Buffer.from(
      csv([
        ['code', 'name', 'kind'],
        ['W-5', 'Peÿa', 'Alimento'],
        ['W-6', 'Alfa', 'Alimento'],
      ]),
      'latin1',
    )
    for (const [file, chosen] of [[half], [cut], [none, { encoding: 'windows-1253' }]] as const) {
      const view = await staged(file, undefined, chosen)
      const wrong = view.items.filter(({ ok }) => !ok)
      expect([view.counts.total, wrong.length, wrong[0]?.errors.name]).toEqual([
        2,
        1,
        expect.stringContaining('letras dañadas'),
      ])
    }
    // A � that stands in the file as one is a letter of it: what the console wrote is read as it was written.
    const whole = wide(`${head}W-7,Pe\uFFFDa 😀,Alimento,1,,E1\n`)
    expect((await staged(whole)).counts).toMatchObject({ total: 1, ok: 1 })
  })

  test('a wrong byte in a map file is told at its feature', async () => {
    const feature = (name: string, code: string) => ({
      type: 'Feature',
      properties: { Código: code, Nombre: name, Tipo: 'Alimento' },
      geometry: null,
    })
    const file = withWrongByte(
      JSON.stringify({ type: 'FeatureCollection', features: [feature('Breña', 'G-1'), feature('Áncón', 'G-2')] }),
      'ñ',
      0xf1,
    )
    const view = await staged(file, 'zonas.geojson')
    expect(view).toMatchObject({ counts: { ok: 1, wrong: 1 }, reading: { by: 'broken' } })
    expect(view.items[0]?.errors.name).toContain('«Breña»')
  })

  test('a blank cell keeps the value of a record; what a row changes is shown old and new, and emptying is chosen with its count', async () => {
    const at = await opened()
    await at.call('root', 'POST', 'goods/create', {
      code: 'B-1',
      name: 'Arroz',
      kind: 'a',
      price: 4.5,
      due: '2027-01-02',
      id_shelf: 1,
    })
    const rows = [
      ['B-1', 'Arroz añejo', '', '5', '', ''],
      ['B-9', 'Nuevo', '', '', '', ''],
    ]
    const view = await at.stage('operator', rows)
    expect(view).toMatchObject({ blanks: 'keep', counts: { ok: 2, wrong: 0, blanks: 2 } })
    expect(view.items[0]?.changes).toEqual([
      { key: 'name', name: 'Nombre', from: 'Arroz', to: 'Arroz añejo' },
      { key: 'price', name: 'Precio', from: 'S/\u00a04.50', to: 'S/\u00a05.00' },
    ])
    const emptied = await at.run('operator', 'importBlanks', { id: view.id, blanks: 'empty' })
    expect(emptied).toMatchObject({ blanks: 'empty', counts: { blanks: 2, wrong: 1 } })
    expect(emptied.items[0]?.errors).toEqual({ kind: 'Complete este campo.' })
    expect((await at.call('operator', 'POST', 'goods/importBlanks', { id: view.id })).status).toBe(422)
    const shelf = await at.stage('operator', [['B-1', 'Arroz', 'Alimento', '', '', '']])
    await at.run('operator', 'importSave', { id: shelf.id })
    expect((await at.goods()).find(({ code }) => code === 'B-1')).toMatchObject({
      price: 4.5,
      id_shelf__label: 'Estante alto',
      due: '2027-01-02',
    })
    const empty = await at.stage('operator', [['B-1', 'Arroz', 'Alimento', '', '', '']])
    const chosen = await at.run('operator', 'importBlanks', { id: empty.id, blanks: 'empty' })
    expect(chosen.items[0]?.changes).toEqual([
      { key: 'price', name: 'Precio', from: 'S/\u00a04.50', to: null },
      { key: 'id_shelf', name: 'Estante', from: 'Estante alto', to: null },
    ])
    await at.run('operator', 'importSave', { id: empty.id })
    expect((await at.goods()).find(({ code }) => code === 'B-1')).toMatchObject({
      price: null,
      id_shelf: null,
      due: '2027-01-02',
    })
  })

  test('rows that come as JSON leave what they do not name', async () => {
    const at = await opened()
    await at.call('root', 'POST', 'goods/create', { code: 'J-1', name: 'Jabón', kind: 'a', price: 3 })
    const answer = await at.call('operator', 'POST', 'goods/save', { items: [{ code: 'J-1', name: 'Jabón negro' }] })
    expect(answer.status).toBe(200)
    expect((await at.goods()).find(({ code }) => code === 'J-1')).toMatchObject({
      name: 'Jabón negro',
      price: 3,
      kind: 'a',
    })
  })
})
