import type { Page } from '@playwright/test'
import { enterAs, expect, openModule, pressListAction, test } from './console'
import { errorsOf, expectNarrow } from './sound'

/** Chooses from a list by keys alone: letters find the entry. */
async function chooseByKeys(page: Page, label: RegExp, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label }).first()
  await box.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toBeVisible()
  // A space would choose what is found so far.
  await page.keyboard.type(option.split(' ')[0] ?? option)
  await page.getByRole('option', { name: option, exact: true }).press('Enter')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(box).toHaveText(option)
}

async function choose(page: Page, label: RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).first().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a report is made with the mouse, seen while it is made, saved, followed to its rows, and kept at home', async ({
  page,
}, { project }) => {
  const name = `Ventas ${project.name} ${Date.now()}`
  await enterAs(page, 'root@demo.test')
  await openModule(page, 'Mis reportes')
  await page.getByRole('link', { name: 'Nuevo reporte' }).click()
  await page.getByRole('textbox', { name: 'Nombre' }).fill(name)
  await choose(page, /^Catálogo/, 'Servicios')
  await choose(page, /^Medida/, 'Suma de un campo')
  await choose(page, /^Campo/, 'Total')
  await choose(page, /^Agrupar por/, 'Estado')
  const preview = page.getByRole('region', { name: 'Así se ve' })
  await expect(preview.getByRole('figure', { name: 'Servicios: Suma de Total, por Estado' })).toBeVisible()
  await page.getByRole('button', { name: 'Agregar un bloque' }).click()
  await choose(page, /^Agrupar por/, 'Conductor')
  await choose(page, /^Se dibuja como/, 'Tabla')
  const table = preview.getByRole('region', { name: 'Servicios: Cantidad, por Conductor' })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  const all = await table
    .getByRole('row', { name: /^En total/ })
    .getByRole('cell')
    .last()
    .textContent()
  await page.getByRole('button', { name: /^Filtros/ }).click()
  await page.getByRole('checkbox', { name: 'Finalizados' }).check()
  await expect
    .poll(() =>
      table
        .getByRole('row', { name: /^En total/ })
        .getByRole('cell')
        .last()
        .textContent(),
    )
    .not.toBe(all)
  expect(await errorsOf(page)).toEqual([])
  await expectNarrow(page, 'the builder')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(await errorsOf(page)).toEqual([])
  await expectNarrow(page, 'the report')
  const number = page
    .getByRole('region', { name: 'Servicios: Cantidad, por Conductor' })
    .last()
    .getByRole('row')
    .nth(1)
    .getByRole('link')
    .nth(1)
  const rides = (await number.textContent())?.trim() ?? ''
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Poner en mi inicio' }).click()
  await expect(page.getByText('Guardado correctamente')).toBeVisible()
  await number.click()
  await expect(page).toHaveURL(/\/services\?/)
  await expect(page.getByRole('navigation', { name: 'Páginas' })).toContainText(`de ${rides}`)
  await page.goto('/')
  await expect(page.getByRole('region', { name })).toBeVisible()
  await page.getByRole('region', { name }).getByRole('link', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page).toHaveURL(/\/own_reports$/)
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
})

test('a report begins with the numbers above a list, is changed and mailed by keys alone, and a mistake is told at its place', async ({
  page,
}, { project }) => {
  const name = `Teclas ${project.name} ${Date.now()}`
  await enterAs(page, 'operator@demo.test')
  await openModule(page, 'Servicios')
  await pressListAction(page, 'Ver las cifras')
  await page.getByRole('button', { name: 'Guardar como reporte' }).press('Enter')
  await expect(page).toHaveURL(/\/own_reports\/new$/)
  const title = page.getByRole('textbox', { name: 'Nombre' })
  await title.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(title).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type(name)
  const blocks = page.getByRole('region', { name: 'Bloques' })
  await blocks.getByRole('button', { name: /^Quitar/ }).press('Enter')
  await page.getByRole('button', { name: 'Agregar un bloque' }).press('Enter')
  await chooseByKeys(page, /^Medida/, 'Razón entre dos números')
  await chooseByKeys(page, /^Se divide/, 'Total')
  await chooseByKeys(page, /^Entre/, 'Cantidad de registros')
  await page.getByRole('button', { name: 'Guardar', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('button', { name: 'Más acciones' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Recibir por correo' }).press('Enter')
  await page
    .getByRole('dialog', { name: 'Recibir por correo' })
    .getByRole('button', { name: 'Guardar', exact: true })
    .press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Más acciones' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Cambiar el correo' })).toBeVisible()
  await page.keyboard.press('Escape')
})
