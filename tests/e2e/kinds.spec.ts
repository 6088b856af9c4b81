import type { Page } from '@playwright/test'
import { startServerProcess } from '../api/server-process'
import { demoFolder } from '../demo-folder'
import { consoleSession } from './api-session'
import { endServer, enterAs, expect, expectSaved, isPhone, openModule, rows, save, still, test } from './console'
import { projectCopy } from './project-copy'
import { errorsOf } from './sound'

const name = { type: 'string', title: 'Nombre', maxLength: 40, 'x-search': true }
const SCHEMAS = {
  mills: { title: 'Molino', properties: { name } },
  ponds: { title: 'Estanque', properties: { name } },
  signs: {
    title: 'Letrero',
    properties: {
      name,
      owner: { 'x-type': 'ref-any', title: 'Dueño', 'x-to': ['mills', 'ponds'] },
      id_mill: { 'x-type': 'ref', title: 'Molino vecino', 'x-to': 'mills' },
      look: {
        'x-type': 'object',
        title: 'Aspecto',
        properties: {
          border: {
            'x-type': 'object',
            title: 'Borde',
            properties: { width: { type: 'integer', title: 'Ancho', minimum: 0 } },
          },
        },
      },
    },
  },
}
const LIST = {
  list: { columns: ['name', 'owner', { f: 'look.border.width', title: 'Grosor' }], days: { last: 30 } },
  filters: ['owner', 'look.border.width'],
  actions: [{ id: 'mill', title: 'Ver el molino', needs: 'see', go: '/mills/{id_mill}' }],
}

const dialog = (page: Page) => page.getByRole('dialog')

test('a record of one of two catalogues is found by the keyboard in one box, leads there from the list, and filters it; so does a value within an object', async ({
  page,
}) => {
  const project = projectCopy()
  for (const [entity, schema] of Object.entries<object>(SCHEMAS))
    project.addSchema(entity, { type: 'object', required: ['name'], 'x-represent': '{name}', ...schema })
  project.addResource('signs', LIST)
  const server = await startServerProcess({ PROJECT_DIR: project.folder, DATA_DIR: demoFolder() })
  try {
    const root = await consoleSession(server.address, 'root@demo.test')
    const make = (entity: string, values: object) => root('POST', `admin/${entity}/create`, values)
    for (const one of ['Anta', 'Anca']) await make('mills', { name: `Molino ${one}` })
    await make('ponds', { name: 'Estanque Anta' })
    await make('signs', { name: 'Viejo', owner: { kind: 'mills', id: 1 }, id_mill: 2, look: { border: { width: 9 } } })

    await enterAs(page, 'root@demo.test', { address: server.address })
    await page.goto(server.address)
    await openModule(page, 'Letrero')
    await page.getByRole('button', { name: 'Nuevo' }).click()
    await dialog(page)
      .getByLabel(/^Nombre/)
      .fill('Nuevo letrero')

    // By the keyboard alone: both catalogues answer, each under its title.
    await dialog(page).getByRole('combobox', { name: 'Dueño' }).focus()
    await page.keyboard.type('anta')
    const options = page.getByRole('listbox').getByRole('option')
    await expect(options).toHaveText(['Molino Anta', 'Estanque Anta'])
    await expect(page.getByRole('listbox')).toContainText(/Molino.*Estanque/s)
    const marked = page.getByRole('listbox').locator('.Mui-focused')
    await expect(async () => {
      await page.keyboard.press('ArrowDown')
      await expect(marked).toHaveText('Estanque Anta', { timeout: 100 })
    }).toPass()
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('combobox', { name: 'Dueño' })).toHaveValue('Estanque Anta')
    await dialog(page).getByLabel('Ancho').fill('4')
    await still(page)
    expect(await errorsOf(page, { within: '[role=dialog]' })).toEqual([])
    await save(page)
    await expectSaved(page)

    // In the list: a link, and the value within under the title that the column has.
    const row = rows(page).filter({ hasText: 'Nuevo letrero' })
    await expect(row.getByRole('link', { name: 'Estanque Anta' })).toHaveAttribute('href', /ponds\/1$/)
    // The rest is about the columns of a table.
    if (isPhone(page)) return await endServer(page, server)
    await expect(row.getByRole('cell', { name: '4', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Grosor', exact: true }).click()
    await expect(rows(page).locator('a.name')).toHaveText(['Nuevo letrero', 'Viejo'])
    await expect(page.getByText('Últimos 30 días')).toBeVisible()

    await page.getByRole('button', { name: 'Filtrar por Dueño' }).click()
    await page.getByRole('dialog', { name: 'Dueño' }).getByRole('combobox').fill('estan')
    await page.getByRole('option', { name: 'Estanque Anta' }).click()
    await expect(page).toHaveURL(/ponds%3A1/)
    await page.keyboard.press('Escape')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Quitar el filtro Dueño' }).click()
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('button', { name: /^Filtrar por Aspecto/ }).click()
    await page.getByLabel(/: Desde$/).fill('5')
    await expect(page).toHaveURL(/look\.border\.width/)
    await page.keyboard.press('Escape')
    await expect(rows(page)).toHaveText([/Viejo/])
    await page.getByRole('button', { name: 'Quitar el filtro Aspecto · Borde · Ancho' }).click()

    // What leads nowhere says why; where there is a record, it leads there.
    const open = (of: string) =>
      rows(page)
        .filter({ hasText: of })
        .getByRole('button', { name: /acciones/i })
        .click()
    await open('Nuevo letrero')
    const lacking = page.getByRole('menuitem', { name: /Ver el molino/ })
    await expect(lacking).toHaveAttribute('aria-disabled', 'true')
    await expect(lacking).toContainText('El registro no tiene Molino vecino.')
    await page.keyboard.press('Escape')
    await open('Viejo')
    await page.getByRole('menuitem', { name: /Ver el molino/ }).click()
    await expect(page.getByRole('heading', { name: 'Molino Anca' })).toBeVisible()
    await endServer(page, server)
  } finally {
    await server.end('SIGTERM')
  }
})
