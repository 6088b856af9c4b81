import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, rows, test } from './console'
import { driverOnShift, madeService, ORIGIN } from './ride-api'

test('a service opens with its promotion; a price and a state by hand are saved with it, and a copy has none of them', async ({
  page,
  address,
}) => {
  const operator = await consoleSession(address)
  const driver = await driverOnShift(address, isPhone(page) ? 33 : 31, ORIGIN)
  const code = `FORM${Date.now() % 1_000_000}`
  await operator('POST', 'admin/promotions/create', {
    code,
    name: 'Prueba',
    type_benefit: '2',
    amount: '1',
    use_limit: 1,
  })
  const id = await madeService(operator, { promotion: code })
  await operator('POST', 'admin/dispatcher/assignVehicle', { id_service: id, id_vehicle: driver.vehicle.id })
  await enterAs(page, 'operator@demo.test')
  const form = page.getByRole('region', { name: /Servicio \d|Copia del servicio/ })
  const open = async (path: string): Promise<void> => {
    await page.goto(path)
    if (isPhone(page)) await page.getByRole('tab', { name: 'Servicio' }).click()
    await expect(form).toBeVisible()
  }
  await open(`/dispatcher/${id}`)
  await expect(form.getByLabel('Promoción')).toHaveValue(code)
  // What stands in the box while it is empty is a text, and cannot be taken for a price.
  await expect(form.getByLabel('Otro precio')).toHaveAttribute('placeholder', /^Calculado: \d+\.\d\d$/)
  await form.getByLabel('Otro precio').fill('43.5')
  await form.getByRole('button', { name: 'Conductor' }).click()
  await form.getByLabel('Cambiar el estado').click()
  await page.getByRole('option', { name: 'En camino' }).click()
  await expect(form.getByLabel('Desde', { exact: false }).first()).toHaveValue(/\d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M/)
  const answer = page.waitForResponse(/dispatcher\/create/)
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  const { item } = (await (await answer).json()) as { item: Record<string, unknown> }
  expect(item).toMatchObject({
    id,
    state: 'onway',
    promo_code: code,
    price_promo: 1,
    price_base: 43.5,
    is_price_edited: 1,
  })
  await open(`/dispatcher/${id}/clone`)
  await expect(form.getByLabel('Otro precio')).toHaveValue('')
  await expect(form.getByLabel('Promoción')).toHaveValue('')
  await operator('POST', 'admin/dispatcher/cancelService', { id_service: id, free: 1 })
  await driver.call('POST', 'driver/shift/end')
})

test('active services are filtered by the states and the times that they can have', async ({ page }) => {
  await enterAs(page, 'operator@demo.test')
  await page.goto('/actives')
  if (isPhone(page))
    await page
      .getByRole('button', { name: /búsqueda avanzada|filtros/i })
      .first()
      .click()
  const open = async (name: string) => {
    if (!isPhone(page))
      await page
        .getByRole('button', { name: new RegExp(name) })
        .first()
        .click()
    const group = page.getByRole('group', { name, exact: true })
    await expect(group).toBeVisible()
    return group.getByRole('checkbox')
  }
  const namesOf = async (name: string) =>
    (await open(name)).evaluateAll((boxes) => boxes.map((box) => box.closest('label')?.textContent ?? ''))
  const states = await namesOf('Estado')
  expect(states).toContain('Al aire')
  if (!isPhone(page)) await page.keyboard.press('Escape')
  expect(await namesOf('Cuándo')).toEqual(['Programado', 'Inmediato'])
  if (!isPhone(page)) await page.keyboard.press('Escape')
  // Who asks for what is over need not say a second time that it be shown.
  await (await open('Estado')).and(page.getByRole('checkbox', { name: 'Cancelado' })).check()
  if (isPhone(page))
    await page
      .getByRole('button', { name: /^(Aplicar|Buscar|Ver)/ })
      .first()
      .click()
  else await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/include_closed/)
  await expect(rows(page).first()).toContainText('Cancelado')
})

test('the address of a service or a grouping leads to its information, and back leads to where one was', async ({
  page,
  address,
}) => {
  const operator = await consoleSession(address)
  await enterAs(page, 'operator@demo.test')
  for (const path of ['services', 'groupings']) {
    const {
      items: [one],
    } = await operator<{ items: readonly { id: number }[] }>('GET', `admin/${path}`, { limit: 1 })
    await page.goto(`/${path}`)
    await page.goto(`/${path}/${one?.id}`)
    await expect(page).toHaveURL(new RegExp(`/${path}/${one?.id}/info$`))
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`/${path}$`))
  }
})
