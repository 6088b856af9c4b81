import type { Page } from '@playwright/test'
import { placeLine } from '../../custom/geo/model/place-line'
import { consoleSession } from './api-session'
import { chooseClient, form, type Item, knownClient, openForm, savedBy } from './booking-form'
import { enterAs, expect, isPhone, test } from './console'
import { limaText } from './lima-text'
import { errorsOf } from './sound'

/** The dates of the draft that the tab keeps for a reload. */
const keptDates = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const text = Object.entries(sessionStorage).find(([key]) => key.includes('.enquiries.'))?.[1]
    return (
      (
        JSON.parse(String(text ?? 'null')) as {
          open: { content: { draft: { dates: readonly string[] } } | null }
        } | null
      )?.open.content?.draft.dates ?? []
    )
  })

test('from the phone ringing to a saved service of a known client with favourites it is fewer than 12 keys, however fast they are pressed', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'a phone has no keyboard to count')
  const operator = await consoleSession(address)
  const { client, places, digits } = await knownClient(operator)
  await enterAs(page, 'operator@demo.test')
  await openForm(page)
  let keys = 0
  const press = async (key: string): Promise<void> => {
    keys += key.split('+').length
    await page.keyboard.press(key)
  }
  const { item } = await savedBy(page, async () => {
    await press('n')
    for (const digit of digits) await press(digit)
    for (const key of ['Enter', '1', '2', 'Control+s']) await press(key)
  })
  console.log(`keys from the phone ringing to saved: ${keys}`)
  expect(keys).toBeLessThan(12)
  expect(item.id_client).toBe(client.id)
  expect(item.stops.map(({ address }) => address)).toEqual(
    places.slice(0, 2).map(({ address, name, is_named }) => placeLine({ name: is_named === 1 ? name : '', address })),
  )
  expect(item.price_total).toBeGreaterThan(0)
  expect(['requested', 'unassigned']).toContain(item.state)
})

test('a caller who is not the one that is found, or whom nobody finds, is added with the keys alone', async ({
  page,
}) => {
  test.skip(isPhone(page), 'a phone has no keyboard')
  await enterAs(page, 'operator@demo.test')
  await openForm(page)
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Nombre', { exact: false }).first()
  await page.keyboard.press('n')
  await page.keyboard.type('diego')
  await expect(page.getByRole('option', { name: /Diego Neyra/ })).toBeVisible()
  await expect(page.getByRole('option').last()).toHaveText('Agregar cliente «diego»')
  expect(await errorsOf(page, { within: '[role=listbox]' })).toEqual([])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(name).toHaveValue('diego')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const search = form(page).getByRole('combobox', { name: 'Cliente' })
  await expect(search).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Zoraida Quispe')
  // Nothing was found: that is said, and the next Enter adds the client.
  await expect(page.getByRole('listbox').getByText('Sin resultados.')).toBeVisible()
  await expect(page.getByRole('option')).toHaveText(['Agregar cliente «Zoraida Quispe»'])
  expect(await errorsOf(page, { within: '[role=listbox]' })).toEqual([])
  await page.keyboard.press('Enter')
  await expect(name).toHaveValue('Zoraida Quispe')
})

test('where the destination is optional, one that was typed and not chosen is asked for, not left out', async ({
  page,
  address,
}) => {
  const root = await consoleSession(address, 'root@demo.test')
  const { digits } = await knownClient(await consoleSession(address))
  await root('POST', 'admin/settings/general/create', { optional_destination: true })
  try {
    await enterAs(page, 'operator@demo.test')
    await openForm(page)
    await chooseClient(page, digits)
    await form(page).getByRole('group', { name: 'Direcciones del cliente' }).getByRole('button').first().click()
    await expect(
      form(page)
        .getByRole('button', { name: /^Guardar/ })
        .first(),
    ).toBeEnabled()
    const to = form(page).getByRole('combobox', { name: 'Destino', exact: true })
    await to.fill('ningún lugar')
    await to.press('Control+s')
    const wrong = form(page).getByRole('alert').filter({ hasText: 'Revise' })
    await expect(wrong).toContainText('Elija la dirección de «Destino».')
    await expect(to).toHaveValue('ningún lugar')
    await to.fill('')
    await expect(wrong).toBeHidden()
    await to.fill('larco')
    await expect(page.getByRole('option').first()).toBeVisible()
    await to.press('Enter')
    await expect(to).toHaveValue(/^Av\. Larco/)
  } finally {
    await root('POST', 'admin/settings/general/create', { optional_destination: false })
  }
})

test('a save that lacks something says what at each field, and what is mended is no longer wrong', async ({
  page,
  address,
}) => {
  const { digits } = await knownClient(await consoleSession(address))
  await enterAs(page, 'operator@demo.test')
  await openForm(page)
  await page.keyboard.press('Control+s')
  const wrong = form(page).getByRole('alert').filter({ hasText: 'Revise' })
  await expect(wrong).toContainText('Elija el cliente.')
  await expect(wrong).toContainText('Elija la dirección de «Origen».')
  await chooseClient(page, digits)
  await expect(wrong).not.toContainText('Elija el cliente.')
  await form(page).getByRole('group', { name: 'Direcciones del cliente' }).getByRole('button').first().click()
  await expect(wrong).not.toContainText('«Origen»')
  await expect(wrong).toContainText('«Destino»')
})

test('an address is taken by Enter, even before it is found, and what is typed and not chosen is not lost', async ({
  page,
}) => {
  await enterAs(page, 'operator@demo.test')
  await openForm(page)
  const [from, to] = ['Origen', 'Destino'].map((label) =>
    form(page).getByRole('combobox', { name: label, exact: true }),
  )
  await from!.fill('jockey')
  await from!.press('Enter')
  await expect(from!).toHaveValue(/^Jockey Plaza, /)
  await to!.fill('larco')
  await expect(page.getByRole('option', { name: 'Larcomar' })).toBeVisible()
  await to!.press('Tab')
  await expect(to!).toHaveValue('larco')
  await expect(form(page).getByText('Elija un lugar de la lista o márquelo en el mapa.')).toBeVisible()
  await to!.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await to!.press('Enter')
  await expect(to!).toHaveValue(/^Av\. Larco/)
  await expect(form(page).getByText('Elija un lugar de la lista')).toBeHidden()
})

test('a booking of two dates an hour apart survives a reload and becomes two services', async ({ page, address }) => {
  const operator = await consoleSession(address)
  const { digits } = await knownClient(operator)
  await enterAs(page, 'operator@demo.test')
  await openForm(page)
  await chooseClient(page, digits)
  const places = form(page).getByRole('group', { name: 'Direcciones del cliente' }).getByRole('button')
  await places.nth(1).click()
  await places.nth(0).click()
  await form(page).getByRole('button', { name: 'Reserva', exact: true }).click()
  await form(page).getByRole('button', { name: 'Agregar fecha' }).click()
  await expect(form(page).getByLabel('Fecha 2', { exact: false }).first()).toHaveValue(
    /\d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M/,
  )
  // What the product wants of notice is known with the prices.
  await expect(form(page).getByRole('button', { name: 'Guardar', exact: true })).toBeEnabled()
  // Each date has its price, and the foot tells their sum.
  const prices = form(page).getByRole('list', { name: 'Precio de cada fecha' }).getByRole('listitem')
  await expect(prices).toHaveText([/\d\.\d\d$/, /\d\.\d\d$/])
  const amounts = (await prices.allInnerTexts()).map((text) =>
    Number(/([\d,]+\.\d\d)$/.exec(text)?.[1]?.replaceAll(',', '')),
  )
  await expect(form(page)).toContainText(amounts.reduce((sum, one) => sum + one, 0).toFixed(2))
  const first = await form(page).getByLabel('Fecha 1', { exact: false }).first().inputValue()
  // The draft is kept a moment after the last change.
  await expect.poll(async () => (await keptDates(page)).map((date) => limaText(Date.parse(date)))[0]).toBe(first)
  expect(await keptDates(page)).toHaveLength(2)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  if (isPhone(page)) await page.getByRole('tab', { name: 'Servicio' }).click()
  await expect(form(page).getByText('Se recuperaron datos sin guardar.')).toBeVisible()
  await expect(form(page).getByLabel('Fecha 1', { exact: false }).first()).toHaveValue(first)
  const button = form(page).getByRole('button', { name: 'Guardar', exact: true })
  await expect(button).toBeEnabled()
  const { ids, item } = await savedBy(page, () => button.click())
  expect(ids).toHaveLength(2)
  expect(item.state).toBe('scheduled')
  const [one, other] = await Promise.all(
    ids.map((id) => operator<{ item: Item }>('GET', 'admin/dispatcher/form', { id })),
  )
  expect(Date.parse(other?.item.date_scheduled ?? '') - Date.parse(one?.item.date_scheduled ?? '')).toBe(3_600_000)
})

test('somebody else saved it meanwhile: that is told, nothing is lost, and it can be saved on top', async ({
  page,
  address,
}) => {
  const operator = await consoleSession(address)
  const { client, places } = await knownClient(operator)
  const stops = places.slice(0, 2).map(({ lat, lng, address }) => ({ lat, lng, address }))
  const offered = await operator<{ products: { id: number; fare: { error: string | null } }[] }>(
    'POST',
    'admin/dispatcher/products',
    { stops, id_client: client.id },
  )
  const id_product = offered.products.find(({ fare }) => fare.error === null)?.id
  const order = { id_client: client.id, id_product, id_payment: 1, stops, scheduled: 0, after: 'none' }
  const { id, item } = await operator<{ id: number; item: Item }>('POST', 'admin/dispatcher/create', order)
  await enterAs(page, 'operator@demo.test')
  await openForm(page, `/dispatcher/${id}`)
  await form(page).getByRole('button', { name: 'Notas', exact: true }).click()
  await form(page).getByLabel('Notas para el conductor').fill('Tocar el timbre')
  await operator('POST', 'admin/dispatcher/create', { ...order, id, version: item.version, notes: 'Llamar al llegar' })
  await form(page).getByRole('button', { name: 'Guardar', exact: true }).click()
  const told = form(page).getByRole('alertdialog')
  await expect(told).toBeVisible()
  await expect(form(page).getByLabel('Notas para el conductor')).toHaveValue('Tocar el timbre')
  await told.getByRole('button').last().click()
  const saved = await savedBy(page, () => form(page).getByRole('button', { name: 'Guardar', exact: true }).click())
  expect(saved.item).toMatchObject({ id, notes: 'Tocar el timbre' })
})

test('a time that is being typed stays as it is where the product that asks for a later one is known meanwhile', async ({
  page,
  address,
}) => {
  const { digits } = await knownClient(await consoleSession(address))
  let answer = (): void => {}
  const answered = new Promise<void>((done) => (answer = done))
  await page.route(/dispatcher\/products/, async (route) => {
    await answered
    await route.continue()
  })
  await enterAs(page, 'operator@demo.test')
  await openForm(page)
  await chooseClient(page, digits)
  const places = form(page).getByRole('group', { name: 'Direcciones del cliente' }).getByRole('button')
  await places.nth(0).click()
  await places.nth(1).click()
  await form(page).getByRole('button', { name: 'Reserva', exact: true }).click()
  const date = form(page).getByRole('textbox', { name: 'Fecha' })
  await date.fill('23:')
  const products = page.waitForResponse(/dispatcher\/products/)
  answer()
  await products
  await expect(form(page).getByText(/Se reserva con \d+ minutos de anticipación/)).toBeVisible()
  await date.pressSequentially('15')
  await date.press('Tab')
  await expect(date).toHaveValue(/\d\d\/\d\d\/\d{4} 11:15 PM/)
})
