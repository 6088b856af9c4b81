import type { Page } from '@playwright/test'
import { startServerProcess } from '../api/server-process'
import { demoFolder } from '../demo-folder'
import { consoleSession } from './api-session'
import { endServer, enterAs, expect, expectSaved, openModule, rows, save, test } from './console'
import { projectCopy } from './project-copy'

const name = { type: 'string', title: 'Nombre', maxLength: 40, 'x-search': true }
const money = { 'x-type': 'money' }
const SCHEMAS = {
  goods: { title: 'Artículo', properties: { name, price: { ...money, title: 'Precio' } } },
  bills: {
    title: 'Pedido',
    'x-flow': {
      field: 'state',
      start: '1',
      moves: {
        issue: { title: 'Emitir', icon: 'send', from: ['1'], to: '2', series: 'number', confirm: 'Ya no cambiará.' },
        pay: {
          title: 'Cobrar',
          icon: 'payments',
          from: ['2'],
          to: '3',
          ask: { fields: ['receipt'], required: ['receipt'] },
        },
      },
      locked: { 2: { edit: ['notes'] }, 3: {} },
    },
    properties: {
      number: { type: 'string', title: 'Número', maxLength: 20, 'x-series': { format: 'P-{n:3}' } },
      receipt: { type: 'string', title: 'Recibo', maxLength: 20 },
      notes: { type: 'string', title: 'Notas', maxLength: 80 },
      state: {
        'x-type': 'enum',
        title: 'Estado',
        'x-values': [
          { value: '1', title: 'Borrador' },
          { value: '2', title: 'Emitido' },
          { value: '3', title: 'Cobrado' },
        ],
      },
      name,
      lines: {
        'x-type': 'children',
        title: 'Líneas',
        'x-of': 'lines',
        'x-link': 'id_order',
        'x-columns': ['id_good', 'quantity', 'price', 'amount'],
      },
      total: { ...money, title: 'Total', 'x-formula': { sum: 'lines.amount' } },
    },
  },
  lines: {
    title: 'Línea',
    required: ['quantity'],
    'x-module': false,
    'x-represent': '{quantity}',
    properties: {
      id_order: { 'x-type': 'ref', title: 'Pedido', 'x-to': 'bills' },
      id_good: { 'x-type': 'ref', title: 'Artículo', 'x-to': 'goods' },
      quantity: { type: 'integer', title: 'Cantidad' },
      price: { ...money, title: 'Precio', 'x-copy': { from: 'id_good.price' } },
      amount: { ...money, title: 'Importe', 'x-formula': { mul: ['quantity', 'price'] } },
    },
  },
}

const dialog = (page: Page) => page.getByRole('dialog')
const cell = (page: Page, label: string, row: number) =>
  dialog(page).getByLabel(new RegExp(`^${label}, fila ${row}( \\*)?$`))
const amount = (page: Page, row: number) => dialog(page).locator(`tbody tr:nth-child(${row}) td`).nth(3)

test("an order's total moves while its rows are typed; once issued, it is locked and asks for what is next", async ({
  page,
}) => {
  const project = projectCopy()
  for (const [entity, schema] of Object.entries<object>(SCHEMAS))
    project.addSchema(entity, { type: 'object', required: ['name'], 'x-represent': '{name}', ...schema })
  const server = await startServerProcess({ PROJECT_DIR: project.folder, DATA_DIR: demoFolder() })
  try {
    const root = await consoleSession(server.address, 'root@demo.test')
    for (const [good, price] of [
      ['Clavo', 0.5],
      ['Tabla', 12],
    ] as const)
      await root('POST', 'admin/goods/create', { name: good, price })
    await enterAs(page, 'root@demo.test', { address: server.address })
    await page.goto(server.address)
    await openModule(page, 'Pedido')
    await page.getByRole('button', { name: 'Nuevo' }).click()
    await dialog(page)
      .getByLabel(/^Nombre/)
      .fill('Obra')
    const total = dialog(page).getByLabel('Total')
    await expect(total).toHaveValue(/^0/)
    await expect(total).toBeDisabled()
    await page.getByRole('button', { name: 'Agregar fila' }).click()
    await cell(page, 'Artículo', 1).fill('Cla')
    await page.getByRole('option', { name: 'Clavo' }).click()
    await expect(cell(page, 'Precio', 1)).toHaveValue(/^0.5/)
    await cell(page, 'Cantidad', 1).fill('30')
    await expect(amount(page, 1)).toContainText('15')
    await expect(total).toHaveValue(/^15/)
    await page.getByRole('button', { name: 'Agregar fila' }).click()
    await cell(page, 'Artículo', 2).fill('Tab')
    await page.getByRole('option', { name: 'Tabla' }).click()
    await cell(page, 'Cantidad', 2).fill('2')
    await expect(total).toHaveValue(/^39/)
    await cell(page, 'Precio', 2).fill('10')
    await expect(amount(page, 2)).toContainText('20')
    await expect(total).toHaveValue(/^35/)
    await save(page)
    await expectSaved(page)
    await expect(rows(page).first()).toContainText('35')

    await page.goto(`${server.address}/bills/1`)
    await page.getByRole('button', { name: 'Emitir' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Ya no cambiará.')
    await question.getByRole('button', { name: 'Emitir' }).click()
    await expect(page.getByText('Ahora está en «Emitido».')).toBeVisible()
    await expect(page.getByText('P-001')).toBeVisible()
    // Another has paid it meanwhile, and is named to who comes second.
    await page.getByRole('button', { name: 'Cobrar' }).click()
    await root('POST', 'admin/bills/pay', { id: 1, receipt: 'R-1' })
    await dialog(page)
      .getByLabel(/^Recibo/)
      .fill('R-2')
    await dialog(page).getByRole('button', { name: 'Cobrar' }).click()
    await expect(dialog(page).getByText(/Ya está en «Cobrado»: lo hizo/)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Volver' }).click()
    const second = await root<{ id: number }>('POST', 'admin/bills/create', { name: 'Otra' })
    await root('POST', 'admin/bills/issue', { id: second.id })
    await page.goto(`${server.address}/bills/${String(second.id)}/edit`)
    await expect(page.getByText('En «Emitido» solo se puede cambiar: Notas.')).toBeVisible()
    await expect(dialog(page).getByLabel(/^Nombre/)).toBeDisabled()
    await dialog(page).getByLabel('Notas').fill('Llega mañana')
    await save(page)
    await expectSaved(page)
  } finally {
    await endServer(page, server)
  }
})
