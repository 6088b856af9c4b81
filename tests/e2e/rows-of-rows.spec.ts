import type { Page } from '@playwright/test'
import { startServerProcess } from '../api/server-process'
import { demoFolder } from '../demo-folder'
import { endServer, enterAs, expect, expectSaved, openModule, rows, save, test } from './console'
import { projectCopy } from './project-copy'
import { errorsOf } from './sound'

const name = { type: 'string', title: 'Nombre', maxLength: 40, 'x-search': true }
const money = { 'x-type': 'money' }
const SCHEMAS = {
  dishes: {
    title: 'Plato',
    properties: {
      name,
      options: { 'x-type': 'children', title: 'Opciones', 'x-of': 'options', 'x-link': 'id_dish' },
      total: { ...money, title: 'Total', 'x-formula': { sum: 'options.amount' } },
    },
  },
  options: {
    title: 'Opción',
    'x-module': false,
    'x-traits': ['sortable'],
    properties: {
      id_dish: { 'x-type': 'ref', title: 'Plato', 'x-to': 'dishes' },
      name,
      sizes: { 'x-type': 'children', title: 'Valores', 'x-of': 'sizes', 'x-link': 'id_option' },
      amount: { ...money, title: 'Importe', 'x-formula': { sum: 'sizes.price' } },
    },
  },
  sizes: {
    title: 'Valor',
    'x-module': false,
    'x-traits': ['sortable'],
    properties: {
      id_option: { 'x-type': 'ref', title: 'Opción', 'x-to': 'options' },
      name,
      price: { ...money, title: 'Precio', maximum: 500 },
    },
  },
}

const dialog = (page: Page) => page.getByRole('dialog')
const list = (page: Page) => dialog(page).getByRole('group', { name: 'Valores, fila 1' })
const cell = (page: Page, label: string, row: number) =>
  list(page).getByLabel(new RegExp(`^${label}, fila ${row}( \\*)?$`))
const open = (page: Page) => dialog(page).getByRole('button', { name: /^Valores, fila 1: / })

test('the rows of a row are typed, pasted, mended where they are wrong, saved with the record and read again', async ({
  page,
}) => {
  const project = projectCopy()
  for (const [entity, schema] of Object.entries<object>(SCHEMAS))
    project.addSchema(entity, { type: 'object', required: ['name'], 'x-represent': '{name}', ...schema })
  const server = await startServerProcess({ PROJECT_DIR: project.folder, DATA_DIR: demoFolder() })
  try {
    await enterAs(page, 'root@demo.test', { address: server.address })
    await page.goto(server.address)
    await openModule(page, 'Plato')
    await page.getByRole('button', { name: 'Nuevo' }).click()
    await dialog(page)
      .getByLabel(/^Nombre/)
      .first()
      .fill('Pizza')
    await page.getByRole('button', { name: 'Agregar fila' }).press('Enter')
    await expect(dialog(page).getByLabel(/^Nombre, fila 1/)).toBeFocused()
    await page.keyboard.type('Tamaño')

    // By the keyboard alone: the list opens with the focus in it, Enter makes rows of its own.
    await open(page).press('Enter')
    await expect(list(page).getByRole('button', { name: 'Agregar fila' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(cell(page, 'Nombre', 1)).toBeFocused()
    await page.keyboard.type('Chica')
    await page.keyboard.press('Enter')
    await expect(cell(page, 'Nombre', 2)).toBeFocused()
    await cell(page, 'Nombre', 2).evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'Grande\t900\nEnorme\t30\n')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(open(page)).toHaveText('3 filas')
    await cell(page, 'Precio', 1).fill('10')
    await expect(dialog(page).getByLabel('Total')).toHaveValue(/^940/)
    expect(await errorsOf(page, { within: '[role=dialog]' })).toEqual([])

    // What is wrong in a closed list is told on top, which opens it and leads to the cell.
    await save(page)
    const told = page.getByRole('button', { name: 'Opciones, fila 1, Valores, fila 2, Precio' })
    await expect(told).toBeVisible()
    await open(page).click()
    await expect(list(page)).toBeHidden()
    await told.click()
    await expect(cell(page, 'Precio', 2)).toBeFocused()
    await cell(page, 'Precio', 2).fill('20')
    await list(page).getByRole('button', { name: 'Quitar la fila 1' }).click()
    await list(page).getByRole('button', { name: 'Deshacer' }).click()
    await save(page)
    await expectSaved(page)
    await expect(rows(page).first()).toContainText('60')
    await rows(page).first().getByText('Pizza').click()
    await expect(page.locator('dd table table tbody tr')).toHaveText([/^Chica/, /^Grande/, /^Enorme/])

    // A row of a row is a change like any other: the form asks before it goes, and keeps what was typed over a reload.
    await page.keyboard.press('e')
    await open(page).click()
    await cell(page, 'Precio', 3).fill('35')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Seguir editando' }).click()
    await expect(cell(page, 'Precio', 3)).toHaveValue(/^35/)
    await page.reload()
    await expect(dialog(page).getByText(/recuper/i)).toBeVisible()
    await open(page).click()
    await expect(cell(page, 'Precio', 3)).toHaveValue(/^35/)
    await endServer(page, server)
  } finally {
    await server.end('SIGTERM')
  }
})
