import { writeXlsx } from 'hucre/xlsx'
import type { Page } from '@playwright/test'
import { enterAs, expect, isPhone, openModule, pressListAction, rows, search, test } from './console'

// Both widths run against one server.
const prefix = (page: Page) => (isPhone(page) ? 'Tel' : 'Esc')

async function fileOf(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const code = prefix(page)
  const file = await writeXlsx({
    sheets: [
      {
        name: 'Marcas',
        rows: [
          ['Nombre', 'Abreviatura'],
          [`${code} Primera`, 'P'],
          [`${code} Segunda`, 'S'],
          [`${code} Primera`, 'X'],
          ['', 'V'],
          ...Array.from({ length: 60 }, (_, i) => [`${code} Serie ${i}`, `s${i}`]),
        ],
      },
    ],
  })
  return {
    name: 'marcas.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(file),
  }
}

test('a spreadsheet is verified, mended in place, saved, come back to and undone', async ({ page }) => {
  await enterAs(page, 'operator@demo.test')
  await openModule(page, 'Marcas de vehículo')
  await pressListAction(page, 'Importar')
  await expect(page).toHaveURL(/\/brand_vehicles\/import/)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Verificar' })).toBeDisabled()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar formato' }).click()
  expect((await download).suggestedFilename()).toBe('brand_vehicles.xlsx')

  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Elegir archivo' }).click()
  await (await chooser).setFiles(await fileOf(page))
  await expect(dialog.getByText('Filas: 64. Correctas: 62; con errores: 2.')).toBeVisible()
  await expect(dialog.getByText('Columnas que no se importan: Abreviatura.')).toBeVisible()

  // The header that nothing knows is given to a field.
  await dialog.getByRole('button', { name: 'Asignar columnas' }).click()
  await dialog.getByRole('combobox', { name: 'Abreviatura' }).click()
  await page.getByRole('option', { name: 'Código', exact: true }).click()
  await dialog.getByRole('button', { name: 'Verificar de nuevo' }).click()
  await expect(dialog.getByText(/Columnas que no se importan/)).toBeHidden()

  await dialog.getByRole('button', { name: 'Con errores: 2' }).click()
  // The rows of before go with the cell that is open in them.
  await expect(dialog.getByRole('button', { name: /^Nombre, Fila/ })).toHaveCount(2)
  await expect(dialog.getByText('Se repite en el archivo: ya está en la fila 2.')).toBeVisible()
  await dialog.getByRole('button', { name: /^Nombre, Fila 4:/ }).click()
  const input = dialog
    .getByRole('combobox', { name: 'Nombre, Fila 4' })
    .or(dialog.getByRole('textbox', { name: 'Nombre, Fila 4' }))
  await input.fill(`${prefix(page)} Tercera`)
  await input.press('Enter')
  await expect(dialog.getByText('Filas: 64. Correctas: 63; con errores: 1.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Excluir la fila' }).click()
  await expect(dialog.getByText('Filas: 64. Correctas: 63; con errores: 0.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar 63 filas' }).click()
  await expect(
    dialog.getByText('Filas guardadas: 63. Creadas: 63; actualizadas: 0; sin cambios: 0; con errores: 0.'),
  ).toBeVisible()

  // Left, found in the list, come back to.
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(dialog).toBeHidden()
  await search(page, `${prefix(page)} Tercera`)
  await expect(rows(page)).toHaveCount(1)
  await pressListAction(page, 'Importar')
  await dialog
    .getByRole('button', { name: /marcas\.xlsx/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Deshacer la importación' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer la importación' }).click()
  await expect(dialog.getByText('Filas deshechas: 63. No se pudieron deshacer: 0.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(rows(page)).toHaveCount(0)
})

test('who may not edit finds no import', async ({ page }) => {
  await enterAs(page, 'reader@demo.test')
  await openModule(page, 'Marcas de vehículo')
  if (isPhone(page)) await page.getByRole('button', { name: 'Acciones', exact: true }).click()
  const action = (name: string) => page.getByRole(isPhone(page) ? 'menuitem' : 'button', { name, exact: true })
  await expect(action('Actualizar')).toBeVisible()
  await expect(action('Importar')).toBeHidden()
  // Nor in a record's tab, by whatever address.
  await page.goto('/companies/2/areas/import')
  await expect(page).toHaveURL(/\/companies\/2\/areas$/)
  await expect(page.getByRole('tab', { name: 'Áreas', selected: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('what is imported in the tab of a company belongs to it, whatever the file says', async ({ page }) => {
  await enterAs(page, 'operator@demo.test')
  const code = `${prefix(page)}${Date.now().toString(36).slice(-4)}`
  await page.goto('/companies/2/areas')
  await pressListAction(page, 'Importar')
  await expect(page).toHaveURL(/\/companies\/2\/areas\/import$/)
  const dialog = page.getByRole('dialog')
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Elegir archivo' }).click()
  const text = `Empresa,Nombre\nOtra que no existe,${code} Ventas\n,${code} Compras\n`
  await (await chooser).setFiles({ name: 'areas.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(dialog.getByText('Filas: 2. Correctas: 2; con errores: 0.')).toBeVisible()
  await expect(page).toHaveURL(/\/companies\/2\/areas\/import\/\d+$/)
  // Whose they are is said above, once.
  await expect(dialog.getByText(/. · Áreas$/)).toBeVisible()
  await expect(dialog.getByText('Empresa', { exact: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: /^Guardar/ }).click()
  await expect(dialog.getByText(/Filas guardadas: 2. Creadas: 2;/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cerrar' }).first().click()
  await expect(page).toHaveURL(/\/companies\/2\/areas$/)
  for (const name of ['Ventas', 'Compras'])
    await expect(page.getByRole('main').getByText(`${code} ${name}`)).toBeVisible()
})

test('a brand that is missing is made where the file lacks it, by those who may; others are told so', async ({
  page,
}) => {
  const brand = `Marca ${prefix(page)}${Date.now().toString(36).slice(-5)}`
  const text = `Placa,Marca,Modelo\nZQX-${String(Date.now()).slice(-3)},${brand},Uno\n`
  const open = async (email: string) => {
    // Left first: a page whose account changes goes home by itself.
    await page.goto('about:blank')
    await enterAs(page, email)
    await page.goto('/vehicles/import')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('dialog').getByRole('button', { name: 'Elegir archivo' }).click()
    await (await chooser).setFiles({ name: 'autos.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await expect(page.getByText(`No se encontró «${brand}».`)).toBeVisible()
  }
  const make = page.getByRole('button', { name: `Crear «${brand}»` })
  await open('branch@demo.test')
  await expect(page.getByText(/^Sus permisos no incluyen crear en «Marcas de vehículo»/)).toBeVisible()
  await expect(make).toBeHidden()
  await open('operator@demo.test')
  await make.click()
  const form = page.getByRole('dialog').last()
  await expect(form.getByLabel(/^Nombre/)).toHaveValue(brand)
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText(`No se encontró «${brand}».`)).toBeHidden()
})
