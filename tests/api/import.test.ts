import { expect, test } from 'vitest'
import { oneEngine } from '../engines'
import { csv, HEADER, importApp, viewIn, xlsx, type ImportApp } from './import-fixture'

oneEngine((_engine, open) => {
  let app: Promise<ImportApp> | undefined
  const opened = () => (app ??= importApp(open))

  test('rows of a csv file are told right from wrong, cell by cell, and the right ones saved', async () => {
    const at = await opened()
    const view = await at.stage('operator', [
      ['A-1', 'Arroz', 'Alimento', '4.50', '4', 'Estante alto'],
      ['A-2', 'Agua', 'bebida', '1', '', 'E2'],
      ['a 3', 'Malo', 'Alimento', '2', '', ''],
      ['A-4', '', 'Otro', 'mucho', '', 'Estante perdido'],
      ['A-1', 'Arroz otra vez', 'Alimento', '', '', 'Estante doble'],
      ['A-6', 'Caro', 'Alimento', '1', '2', ''],
    ])
    expect(view).toMatchObject({
      state: 'verified',
      can_save: true,
      can_undo: false,
      counts: { total: 6, ok: 2, wrong: 4, saved: 0 },
    })
    expect(view.columns.map(({ key, name }) => [key, name])).toEqual([
      ['code', 'Código'],
      ['name', 'Nombre'],
      ['kind', 'Tipo'],
      ['price', 'Precio'],
      ['price_min', 'Precio mínimo'],
      ['id_shelf', 'Estante'],
    ])
    const errors = Object.fromEntries(view.items.map((item) => [item.row, item.errors]))
    expect(Object.keys(errors[4] ?? {})).toEqual(['code'])
    expect(Object.keys(errors[5] ?? {}).sort()).toEqual(['id_shelf', 'kind', 'name', 'price'])
    expect(errors[5]?.id_shelf).toContain('Estante perdido')
    expect(errors[6]).toEqual({
      code: 'Se repite en el archivo: ya está en la fila 2.',
      id_shelf: 'Hay 2 registros llamados «Estante doble»; use el código.',
    })
    expect(Object.keys(errors[7] ?? {})).toEqual(['price'])
    const [, , third] = view.items
    expect(third).toMatchObject({
      row: 4,
      ok: false,
      saved: false,
      code: 'a 3',
      msg: expect.stringMatching(/^La fila contiene errores:\nCódigo: /),
    })

    const saved = await at.run('operator', 'importSave', { id: view.id })
    expect(saved).toMatchObject({
      state: 'saved',
      can_save: false,
      can_undo: true,
      counts: { saved: 2, created: 2, wrong: 4 },
    })
    expect(saved.items.map(({ row, saved: is, saved_msg }) => [row, is, saved_msg]).slice(0, 3)).toEqual([
      [2, true, 'Creado'],
      [3, true, 'Creado'],
      [4, false, ''],
    ])
    expect(await at.goods()).toMatchObject([
      { code: 'A-1', name: 'Arroz', kind: 'a', price: 4.5, id_shelf__label: 'Estante alto' },
      { code: 'A-2', name: 'Agua', kind: 'b', price: 1, id_shelf__label: 'Estante bajo' },
    ])
  })

  test("a file as it was exported is read, under the titles of the list's columns", async () => {
    const at = await opened()
    const exported = (await at.call('operator', 'GET', 'goods', { format: 'csv' })).text
    expect(exported.split('\n')[0]).toContain('Caduca')
    const view = await at.stage('operator', [['T-1', 'Té', '2026-12-31']], ['Código', 'Nombre', 'Caduca'])
    expect(view.columns.map(({ key }) => key)).toEqual(['code', 'name', 'due'])
  })

  test('what is wrong is mended in place: a cell, a whole column, a row left out', async () => {
    const at = await opened()
    const view = await at.stage('operator', [
      ['B-1', 'Bien', 'Alimento', '3', '', 'E1'],
      ['B-2', 'Sin tipo', 'Cosa', '3', '', 'E1'],
      ['B-3', 'Sin tipo', 'Cosa', '3', '', 'E1'],
      ['b 4', 'Sin clave', 'Alimento', '3', '', 'E1'],
      ['B-5', '', 'Alimento', '3', '', 'E1'],
      ['B-1', 'Otra', 'Alimento', '3', '', 'E1'],
    ])
    expect(view.counts).toMatchObject({ ok: 1, wrong: 5 })
    const fixed = await at.run('operator', 'importFix', { id: view.id, row: 5, cells: { code: 'B-4' } })
    expect(fixed.counts).toMatchObject({ ok: 2, wrong: 4 })
    const assigned = await at.run('operator', 'importAssign', { id: view.id, key: 'kind', value: 'Bebida' })
    expect(assigned.counts).toMatchObject({ ok: 4, wrong: 2 })
    expect(assigned.items.map(({ cells }) => cells.kind)).toEqual([
      'Alimento',
      'Bebida',
      'Bebida',
      'Alimento',
      'Alimento',
      'Alimento',
    ])
    const without = await at.run('operator', 'importExclude', { id: view.id, rows: [6] })
    expect(without.counts).toMatchObject({ ok: 4, wrong: 1, excluded: 1 })
    // Whoever had the value first is another now: the second row of it is right.
    const moved = await at.run('operator', 'importFix', { id: view.id, row: 2, cells: { code: 'B-0' } })
    expect(moved.counts).toMatchObject({ ok: 5, wrong: 0, excluded: 1 })
    const saved = await at.run('operator', 'importSave', { id: view.id })
    expect(saved.counts).toMatchObject({ saved: 5, excluded: 1 })
    expect((await at.goods()).map(({ code }) => code)).toEqual(
      expect.arrayContaining(['B-0', 'B-1', 'B-2', 'B-3', 'B-4']),
    )
  })

  test('a column under a foreign name is told and can be given to a field', async () => {
    const at = await opened()
    const view = await at.stage('operator', [['C-1', 'Café', 'Alimento']], ['SKU', 'NOMBRE *', 'tipo'])
    expect(view.file_columns).toEqual([
      { header: 'SKU', key: null },
      { header: 'NOMBRE *', key: 'name' },
      { header: 'tipo', key: 'kind' },
    ])
    expect(view.items[0]?.errors).toEqual({ code: 'Complete este campo.' })
    const mapped = await at.run('operator', 'importMap', { id: view.id, keys: ['code', 'name', 'kind'] })
    expect(mapped).toMatchObject({ can_save: true, counts: { ok: 1, wrong: 0 } })
    expect(
      (await at.call('operator', 'POST', 'goods/importMap', { id: view.id, keys: ['name', 'name', null] })).status,
    ).toBe(400)
    const again = await at.stage('operator', [['Cacao']], ['Nombre'])
    const filled = await at.run('operator', 'importAssign', { id: again.id, key: 'code', value: 'C-2' })
    expect(filled.items[0]).toMatchObject({ ok: true, cells: { code: 'C-2', name: 'Cacao' } })
  })

  test('a row that names a record changes it, is told so, and an undo puts everything back', async () => {
    const at = await opened()
    for (const [code, name] of [
      ['D-1', 'Uno'],
      ['D-2', 'Dos'],
      ['D-3', 'Tres'],
    ] as const) {
      await at.call('root', 'POST', 'goods/create', { code, name, kind: 'a', price: 1 })
    }
    const view = await at.stage(
      'operator',
      [
        ['D-1', 'Uno nuevo', '9'],
        ['D-2', 'Dos', '1'],
        ['D-3', 'Tres nuevo', '7'],
        ['D-4', 'Cuatro', '4'],
        ['D-5', 'Cinco', '5'],
      ],
      ['Código', 'Nombre', 'Precio'],
    )
    expect(view.items.map(({ warnings }) => Object.values(warnings)[0] ?? '')).toEqual([
      'Cambia un registro que ya existe.',
      'Es igual al registro que ya existe: no cambia nada.',
      'Cambia un registro que ya existe.',
      '',
      '',
    ])
    const saved = await at.run('operator', 'importSave', { id: view.id })
    expect(saved.counts).toMatchObject({ saved: 5, created: 2, changed: 2, unchanged: 1 })
    const [third] = (await at.goods()).filter(({ code }) => code === 'D-3')
    await at.call('root', 'POST', 'goods/create', { id: third?.id ?? null, price: 70 })

    const undone = await at.run('operator', 'importUndo', { id: view.id })
    expect(undone).toMatchObject({ state: 'undone', can_undo: false, counts: { undone: 4, kept: 1 } })
    expect(undone.items[2]).toMatchObject({
      state: 'kept',
      saved: true,
      saved_msg: 'Alguien cambió el registro después de la importación.',
    })
    expect((await at.goods()).filter(({ code }) => String(code).startsWith('D-'))).toMatchObject([
      { code: 'D-1', name: 'Uno', price: 1 },
      { code: 'D-2', name: 'Dos' },
      { code: 'D-3', name: 'Tres nuevo', price: 70 },
    ])
    const { rows: log } = {
      rows: await at.database.db
        .selectFrom('logs')
        .select(['type_log', 'note'])
        .where('note', 'like', `import%:${view.id}`)
        .orderBy('id')
        .execute(),
    }
    expect(log.map(({ type_log, note }) => `${String(type_log)} ${String(note)}`)).toEqual([
      `edit import:${view.id}`,
      `edit import:${view.id}`,
      `create import:${view.id}`,
      `create import:${view.id}`,
      `import import:${view.id}`,
      `remove import_undo:${view.id}`,
      `remove import_undo:${view.id}`,
      `edit import_undo:${view.id}`,
      `import_undo import:${view.id}`,
    ])
    expect((await at.call('operator', 'POST', 'goods/importSave', { id: view.id })).status).toBe(409)
  })

  test('an xlsx file with real dates and numbers is read as its maker meant it', async () => {
    const at = await opened()
    const file = await xlsx([
      ['Código', 'Nombre', 'Precio', 'Vence'],
      ['E-1', 'Queso', 12.5, new Date(Date.UTC(2026, 11, 24))],
      ['E-2', 'Pan', '3', null],
    ])
    const view = await at.settled('operator', viewIn(await at.upload('operator', file, { name: 'precios.xlsx' })))
    expect(view).toMatchObject({ file_name: 'precios.xlsx', counts: { ok: 2, wrong: 0 } })
    await at.run('operator', 'importSave', { id: view.id })
    expect((await at.goods()).filter(({ code }) => String(code).startsWith('E-'))).toMatchObject([
      { price: 12.5, due: '2026-12-24' },
      { price: 3, due: null },
    ])
  })

  test('a file may be verified and saved in one call, as the old dialog of two paths does', async () => {
    const at = await opened()
    const answer = await at.upload(
      'operator',
      csv([HEADER, ['F-1', 'Fideo', 'Alimento', '', '', ''], ['f', '', '', '', '', '']]),
      {
        path: 'goods/importSave',
      },
    )
    const view = await at.settled('operator', viewIn(answer))
    expect(view.items.map(({ saved }) => saved)).toEqual([true, false])
  })
})
