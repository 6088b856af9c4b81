import { beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { csv, HEADER, importApp, viewIn, type ImportApp } from './import-fixture'

oneEngine((_engine, open) => {
  let at: ImportApp
  beforeAll(async () => {
    at = await importApp(open)
  })

  test("an import is its owner's alone, within their rights and their scope", async () => {
    const { a, b } = at.ids.companies
    const rows = [
      ['G-1', 'Mío', String(a)],
      ['G-2', 'Ajeno', String(b)],
      ['G-3', 'Sin decir', ''],
    ]
    const view = await at.stage('companyA', rows, ['Código', 'Nombre', 'Empresa'])
    expect(view.items.map(({ ok, errors }) => [ok, Object.keys(errors)])).toEqual([
      [true, []],
      [false, ['id_company']],
      [true, []],
    ])
    expect(view.targets.map(({ key }) => key)).not.toContain('margin')
    await at.run('companyA', 'importSave', { id: view.id })
    expect((await at.goods()).filter(({ code }) => String(code).startsWith('G-'))).toMatchObject([
      { id_company: a },
      { id_company: a },
    ])

    for (const role of ['root', 'operator', 'companyB'] as const) {
      for (const path of ['importStatus', 'importRows'])
        expect([role, (await at.call(role, 'GET', `goods/${path}`, { id: view.id })).status]).toEqual([role, 404])
      for (const path of ['importSave', 'importUndo', 'importCancel', 'importFix']) {
        expect([
          role,
          path,
          (await at.call(role, 'POST', `goods/${path}`, { id: view.id, row: 2, cells: { name: 'x' } })).status,
        ]).toEqual([role, path, 404])
      }
    }
    for (const role of ['reader', 'readerA', 'none'] as const) {
      expect((await at.upload(role, csv([HEADER]))).status).toBe(403)
      expect((await at.call(role, 'GET', 'goods/importFormat')).status).toBe(403)
      expect((await at.call(role, 'GET', 'goods/importList')).status).toBe(403)
    }
    // A company's people never change another's row, nor learn that it is there by more than its unique value.
    await at.call('root', 'POST', 'goods/create', { code: 'G-9', name: 'De B', kind: 'a', id_company: b })
    const other = await at.stage('companyA', [['G-9', 'Tomado']], ['Código', 'Nombre'])
    expect(other.items[0]).toMatchObject({ ok: false, warnings: {}, errors: { code: expect.any(String) } })
    expect((await at.call('root', 'GET', 'shelves/importFormat')).status).toBe(404)
  })

  test('files that are none, too large, empty or hostile get a sentence, and the server goes on', async () => {
    const failed = async (file: string | Uint8Array, name = 'x.xlsx') => {
      const answer = await at.upload('operator', file, { name })
      return answer.status === 200 ? at.settled('operator', viewIn(answer)) : answer
    }
    for (const file of [
      '',
      'PK\u0003\u0004 not a zip at all',
      new Uint8Array(4096).fill(0),
      Buffer.from('%PDF-1.7\n%\0\0âãÏÓ\n', 'latin1'),
      'Código\r\n',
    ]) {
      const view = await failed(file)
      expect(view).toMatchObject({ state: 'failed', counts: { total: 0 } })
      expect('msg' in view && view.msg.length > 20 ? view.msg : null).not.toBeNull()
    }
    const missing = await at.call('operator', 'POST', 'goods/importVerify', {})
    expect(missing).toMatchObject({ status: 422, body: { errors: { file: 'Complete este campo.' } } })
    const heavy = await at.upload('operator', new Uint8Array(51 * 1024 * 1024).fill(65), { name: 'heavy.csv' })
    expect(heavy).toMatchObject({ status: 413, body: { msg: 'Archivo muy pesado, el límite es de 51200 KB.' } })
    const strange = await at.stage('operator', [
      ['=1+1', '\u0001\ud800 <script>', "Alimento'; drop table goods", '1e999', '-1', '999999999999999999999'],
    ])
    expect(strange.items[0]).toMatchObject({ ok: false })
    expect(strange.items[0]?.errors).toMatchObject({
      code: expect.any(String),
      kind: expect.any(String),
      price: expect.any(String),
      id_shelf: expect.any(String),
    })
    expect((await at.call('operator', 'GET', 'goods')).status).toBe(200)
  })

  test("a question that makes no sense is refused with a client's status", async () => {
    const { id } = await at.stage('operator', [['H-1', 'Hilo', 'Alimento', '', '', '']])
    const posts: [string, object][] = [
      ['importFix', { id, row: 'x', cells: { name: 'a' } }],
      ['importFix', { id, row: 2, cells: [] }],
      ['importFix', { id, row: 2, cells: { nada: '1' } }],
      ['importFix', { id, row: 99, cells: { name: 'a' } }],
      ['importAssign', { id, key: 5 }],
      ['importAssign', { id, key: 'stamp', value: 'x' }],
      ['importExclude', { id, rows: [] }],
      ['importExclude', { id, rows: 'all' }],
      ['importMap', { id, keys: 'x' }],
      ['importSave', { id: 'x' }],
      ['importUndo', { id }],
    ]
    for (const [call, input] of posts) {
      const { status, text } = await at.call('operator', 'POST', `goods/${call}`, input as never)
      expect([call, status >= 400 && status < 500, text]).toEqual([call, true, text])
    }
    for (const query of [
      { id, page: 'x' },
      { id, only: 'nothing' },
    ] as JsonObject[])
      expect((await at.call('operator', 'GET', 'goods/importRows', query)).status).toBe(400)
    expect(await at.call('operator', 'GET', 'goods/importSave', { id })).toMatchObject({ status: 405 })
    const cancelled = await at.run('operator', 'importCancel', { id })
    expect(cancelled).toMatchObject({
      state: 'cancelled',
      can_save: false,
      msg: 'Importación cancelada. No se guardó ninguna fila.',
    })
    const { items } = (await at.call('operator', 'GET', 'goods/importList')).body as unknown as {
      items: { id: number }[]
    }
    expect(items[0]).toMatchObject({ id, state: 'cancelled' })
  })
})
