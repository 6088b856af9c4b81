import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, rows, search, test } from './console'

test('removing a driver says whose vehicle is left without one, and long after the message they are had back from the list with the vehicle', async ({
  page,
  address,
}) => {
  const root = await consoleSession(address, 'root@demo.test')
  const mark = String(Date.now() % 1e8).padStart(8, '0')
  const { id } = await root<{ id: number }>('POST', 'admin/drivers/create', {
    name: `Eliminado ${mark}`,
    surname: 'Prueba',
    document: mark,
    date_license: '2099-12-31',
    license_number: `R${mark}`,
    phone: `9${mark}`,
  })
  const {
    items: [some],
  } = await root<{
    items: { id_type_vehicle: number; id_brand_vehicle: number; model: string; year: number; capacity_1: number }[]
  }>('GET', 'admin/vehicles', { limit: 1 })
  const plate = `E${mark.slice(-5, -3)}-${mark.slice(-3)}`
  const { id_type_vehicle, id_brand_vehicle, model, year, capacity_1 } = some ?? {}
  const vehicle = await root<{ id: number }>('POST', 'admin/vehicles/create', {
    plate,
    id_type_vehicle,
    id_brand_vehicle,
    model,
    year,
    capacity_1,
    date_insurance: '2099-12-31',
    id_user: id,
  })
  const driverOf = async () =>
    (await root<{ item: { id_user: number | null } }>('GET', `admin/vehicles/${vehicle.id}`)).item.id_user
  await enterAs(page, 'operator@demo.test')
  await page.goto('/drivers')
  await search(page, mark)
  await expect(rows(page)).toHaveCount(1)
  await rows(page)
    .first()
    .getByRole('button', { name: /^Acciones de/ })
    .click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  const question = page.getByRole('alertdialog')
  await page.screenshot({ path: test.info().outputPath('question.png') })
  await expect(question).toContainText(`En Vehículos quedan sin «Conductor»: 1 (${plate})`)
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(
    page
      .getByText('Eliminado correctamente')
      .or(page.getByText(/^Eliminado/))
      .first(),
  ).toBeVisible()
  expect(await driverOf()).toBeNull()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Conductores' })).toBeVisible()
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Acciones' }).last().click()
    await page.getByRole('menuitem', { name: 'Eliminados' }).click()
  } else await page.keyboard.press('b')
  const dialog = page.getByRole('dialog', { name: 'Eliminados: Conductores' })
  const line = dialog.getByRole('listitem').filter({ hasText: mark })
  await expect(line).toContainText('Lo eliminó Rosa Huamán Quispe el')
  await expect(dialog.getByRole('button', { name: /^Recuperar/ }).first()).toBeFocused()
  await page.screenshot({ path: test.info().outputPath('removed.png') })
  await line.getByRole('button', { name: /^Recuperar/ }).press('Enter')
  await expect(page.getByText('Recuperado', { exact: true })).toBeVisible()
  await expect(line).toHaveCount(0)
  expect(await driverOf()).toBe(id)
})
