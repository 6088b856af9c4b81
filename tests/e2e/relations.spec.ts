import type { Page } from '@playwright/test'
import { startServerProcess } from '../api/server-process'
import { consoleSession } from './api-session'
import { endServer, enterAs, expect, expectSaved, openModule, rows, save, test } from './console'
import { demoFolder } from '../demo-folder'
import { projectCopy } from './project-copy'
import { errorsOf } from './sound'

const name = { type: 'string', title: 'Nombre', maxLength: 40, 'x-search': true }
const SCHEMAS = {
  villages: { title: 'Pueblo', properties: { name, dry: { type: 'boolean', title: 'Seco', default: false } } },
  wells: {
    title: 'Pozo',
    required: ['name', 'id_village'],
    properties: { name, id_village: { 'x-type': 'ref', title: 'Pueblo', 'x-to': 'villages' } },
  },
  tools: { title: 'Herramienta', properties: { name } },
  plots: {
    title: 'Huerto',
    required: ['name', 'id_village'],
    properties: {
      name,
      id_village: { 'x-type': 'ref', title: 'Pueblo', 'x-to': 'villages' },
      id_well: {
        'x-type': 'ref',
        title: 'Pozo',
        'x-to': 'wells',
        'x-choices': { id_village: { eq: { form: 'id_village' } } },
        'x-create': true,
      },
      tank: { type: 'integer', title: 'Litros del tanque', minimum: 1, 'x-see': { 'id_village.dry': { eq: true } } },
      tools: { 'x-type': 'refs', title: 'Herramientas', 'x-to': 'tools' },
      beds: {
        'x-type': 'children',
        title: 'Camas',
        'x-of': 'beds',
        'x-link': 'id_plot',
        'x-columns': ['name', 'plants', 'sown'],
      },
      total: { 'x-type': 'computed', title: 'Plantas', 'x-computed': { sum: 'plants', of: 'beds', by: 'id_plot' } },
    },
  },
  beds: {
    title: 'Cama',
    'x-traits': ['sortable'],
    required: ['name', 'id_plot'],
    properties: {
      name,
      plants: { type: 'integer', title: 'Matas', minimum: 1, maximum: 500 },
      sown: { type: 'string', format: 'date', title: 'Siembra' },
      id_plot: { 'x-type': 'ref', title: 'Huerto', 'x-to': 'plots' },
    },
  },
}

const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(new RegExp(`^${label}( \\*)?$`))
const cell = (page: Page, label: string, row: number) =>
  page.getByRole('dialog').getByLabel(new RegExp(`^${label}, fila ${row}( \\*)?$`))

async function pick(page: Page, label: string, option: string): Promise<void> {
  await field(page, label).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The rows of the grid as they read, top to bottom. */
const beds = (page: Page) =>
  page
    .getByRole('dialog')
    .getByLabel(/^Nombre, fila/)
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))

test('a record is made with its rows, its many and its dependent references, and mended where it is wrong', async ({
  page,
}) => {
  const project = projectCopy()
  for (const [entity, { required = ['name'], ...schema }] of Object.entries<{ required?: string[] } & object>(
    SCHEMAS,
  )) {
    project.addSchema(entity, { type: 'object', required, 'x-represent': '{name}', ...schema })
  }
  const server = await startServerProcess({ PROJECT_DIR: project.folder, DATA_DIR: demoFolder() })
  try {
    const root = await consoleSession(server.address, 'root@demo.test')
    const make = (entity: string, values: object) => root('POST', `admin/${entity}/create`, values)
    await make('villages', { name: 'Anta', dry: true })
    await make('villages', { name: 'Boca' })
    await make('wells', { name: 'Pozo de Anta', id_village: 1 })
    await make('wells', { name: 'Pozo de Boca', id_village: 2 })
    for (const tool of ['Azada', 'Pala', 'Rastrillo']) await make('tools', { name: tool })

    await enterAs(page, 'root@demo.test', { address: server.address })
    await page.goto(server.address)
    await openModule(page, 'Huerto')
    await page.getByRole('button', { name: 'Nuevo' }).click()
    await field(page, 'Nombre').fill('La loma')

    // What depends on another field says which comes first, follows it, and goes when it no longer fits.
    const told = page.getByText('Primero complete Pueblo.')
    // Under the field always, and in its list once that is open: an Escape before that would leave the form. A form
    // that has just come may take the focus once more, which closes the list.
    await expect(async () => {
      if ((await told.count()) < 2) await field(page, 'Pozo').press('ArrowDown')
      await expect(told).toHaveCount(2, { timeout: 2000 })
    }).toPass()
    await page.keyboard.press('Escape')
    await expect(field(page, 'Litros del tanque')).toBeHidden()
    await pick(page, 'Pueblo', 'Anta')
    await expect(field(page, 'Litros del tanque')).toBeVisible()
    await pick(page, 'Pozo', 'Pozo de Anta')
    await pick(page, 'Pueblo', 'Boca')
    await expect(page.getByText('Se quitó «Pozo de Anta»: ya no corresponde.')).toBeVisible()
    await expect(field(page, 'Pozo')).toHaveValue('')
    await expect(field(page, 'Litros del tanque')).toBeHidden()

    // A well that is missing is made without leaving the form, with what was typed and the village it must have.
    await field(page, 'Pozo').fill('Pozo nuevo')
    await page.getByRole('option', { name: 'Crear «Pozo nuevo»' }).click()
    await expect(page.locator('[role=dialog]')).toHaveCount(2)
    await expect(field(page, 'Nombre')).toHaveValue('Pozo nuevo')
    await expect(field(page, 'Pueblo')).toHaveValue('Boca')
    await page.keyboard.press('Control+s')
    await expect(page.locator('[role=dialog]')).toHaveCount(1)
    await expect(field(page, 'Pozo')).toHaveValue('Pozo nuevo')

    await field(page, 'Herramientas').fill('pal')
    await page.getByRole('option', { name: 'Pala' }).click()
    await field(page, 'Herramientas').fill('aza')
    await page.getByRole('option', { name: 'Azada' }).click()
    await page.keyboard.press('Escape')

    // Rows by the keyboard alone: Enter goes down and makes the next one.
    await page.getByRole('button', { name: 'Agregar fila' }).press('Enter')
    // A row is drawn before it is written in.
    await expect(cell(page, 'Nombre', 1)).toBeFocused()
    await page.keyboard.type('Tomate')
    await page.keyboard.press('Tab')
    await expect(cell(page, 'Matas', 1)).toBeFocused()
    await page.keyboard.type('900')
    await cell(page, 'Nombre', 1).press('Enter')
    await expect(cell(page, 'Nombre', 2)).toBeFocused()
    await page.keyboard.type('Maíz')
    await page.keyboard.press('Enter')
    await expect(cell(page, 'Nombre', 3)).toBeFocused()
    await page.keyboard.type('Papa')
    await expect.poll(() => beds(page)).toEqual(['Tomate', 'Maíz', 'Papa'])
    expect(await errorsOf(page, { within: '[role=dialog]' })).toEqual([])

    // A wrong cell is told in its cell and on top, which leads to it; mended, all is saved at once.
    await save(page)
    await expect(page.getByRole('dialog').getByRole('alert').first()).toContainText(
      'Camas, fila 1, Matas: Escriba 500 o menos.',
    )
    await page.getByRole('button', { name: 'Camas, fila 1, Matas' }).click()
    await expect(cell(page, 'Matas', 1)).toBeFocused()
    await cell(page, 'Matas', 1).fill('90')
    await save(page)
    await expectSaved(page)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).first()).toContainText('Pala, Azada')
    await expect(rows(page).first()).toContainText('90')

    // Opened again, put into another order, one taken away.
    await rows(page).first().getByText('La loma').click()
    await expect(page.getByRole('cell', { name: 'Maíz' })).toBeVisible()
    await page.getByRole('button', { name: 'Editar' }).click()
    await expect(field(page, 'Pozo')).toHaveValue('Pozo nuevo')
    await expect.poll(() => beds(page)).toEqual(['Tomate', 'Maíz', 'Papa'])
    await page.getByRole('button', { name: /^Mover la fila 3/ }).press('ArrowUp')
    await expect(page.getByRole('button', { name: /^Mover la fila 2/ })).toBeFocused()
    await page.getByRole('button', { name: 'Quitar la fila 1' }).click()
    await expect.poll(() => beds(page)).toEqual(['Papa', 'Maíz'])
    await save(page)
    await expectSaved(page)
    await expect(page.locator('dd tbody tr')).toHaveText([/^Papa/, /^Maíz/])
  } finally {
    await endServer(page, server)
  }
})
