import type { BrowserContext, Page } from '@playwright/test'
import { isFull } from '../share'
import { consoleSession } from './api-session'
import { allAnswered, asKept, callOff, expected, makeCallers, ridesOf, strip, typeCall } from './call-script'
import { enterAs, expect, isPhone, logIn, test } from './console'

const CUT_MS = isFull ? 20_000 : 1500

test.beforeEach(({ page }) => test.skip(isPhone(page), 'A phone has no keyboard.'))

const search = (page: Page) => page.getByRole('combobox', { name: 'Cliente' })

/** A page of its own, whose console may show that the line is cut. */
async function deskOf(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  return page
}

test('a save survives a cut line, another page and a reload, and is made once, also where its answer was lost', async ({
  browser,
  address,
}) => {
  const operator = await consoleSession(address)
  const callers = await makeCallers(operator, 3, '33')
  const [first, second, third] = callers
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    locale: 'es-PE',
    timezoneId: 'America/Lima',
  })
  const page = await deskOf(context)
  await enterAs(page, 'operator@demo.test')
  await page.goto('/dispatcher')
  await expect(search(page)).toBeVisible()
  // Nothing reaches the server, from the caller's number on.
  await page.route(/\/api\/admin\/dispatcher/, (route) => route.abort())
  await typeCall(page, first!)
  await expect(page.locator('li[data-state=waiting]')).toHaveCount(1)
  await page.getByRole('navigation').getByRole('link', { name: 'Servicios activos', exact: true }).click()
  await expect(page).toHaveURL(/actives/)
  await page.waitForTimeout(CUT_MS)
  await page.unroute(/\/api\/admin\/dispatcher/)
  await page.goBack()
  await expect(strip(page).getByText(/^Guardado/)).toContainText(first!.digits)
  // It is made, and nobody hears of it: then the page is loaded anew.
  await page.route(/dispatcher\/create/, async (route) => {
    await route.fetch().catch(() => undefined)
    await route.abort().catch(() => undefined)
  })
  await typeCall(page, second!)
  await expect(page.locator('li[data-state=waiting]')).toHaveCount(1)
  await typeCall(page, third!, { declines: true })
  await page.waitForTimeout(500)
  await page.reload()
  await expect(page.locator('li[data-state=waiting], li[data-state=sending]')).toHaveCount(1)
  // So is what was not saved.
  await expect(page.getByText('Se recuperaron datos sin guardar.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Destino', exact: true })).toHaveValue(new RegExp(third!.places[1]))
  await page.unroute(/dispatcher\/create/)
  await allAnswered(page)
  const rides = await ridesOf(operator, callers)
  await callOff(operator, rides)
  await context.close()
  expect(asKept(rides)).toEqual(expected([first!, second!]))
})

test('a save whose session has ended is sent once its operator has logged in again', async ({ browser, address }) => {
  const operator = await consoleSession(address)
  const callers = await makeCallers(operator, 1, '34')
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    locale: 'es-PE',
    timezoneId: 'America/Lima',
  })
  const page = await deskOf(context)
  await logIn(page, 'operator@demo.test', undefined, address)
  await page.goto('/dispatcher')
  await expect(search(page)).toBeVisible()
  const [caller] = callers
  await typeCall(page, caller!, { declines: true })
  await expect(page.getByRole('combobox', { name: 'Destino', exact: true })).toHaveValue(new RegExp(caller!.places[1]))
  await page.keyboard.press('m')
  await page.keyboard.type(caller!.note)
  // At once: another call of the board would find out before.
  await page.evaluate(() => {
    window.localStorage.setItem('toolrides_v5.token', '"ended"')
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 's', code: 'KeyS', ctrlKey: true, bubbles: true, cancelable: true }),
    )
  })
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible()
  await page.getByLabel('Correo electrónico').fill('operator@demo.test')
  await page.getByLabel('Contraseña', { exact: true }).fill('toolrides')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(strip(page).getByText(/^Guardado/)).toBeVisible()
  const rides = await ridesOf(operator, callers)
  await callOff(operator, rides)
  await context.close()
  expect(asKept(rides)).toEqual(expected(callers))
})

test('what is typed of a call is there again after another page, and after a session that has ended', async ({
  browser,
  address,
}) => {
  const operator = await consoleSession(address)
  const [caller] = await makeCallers(operator, 1, '36')
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    locale: 'es-PE',
    timezoneId: 'America/Lima',
  })
  const page = await deskOf(context)
  const places = async () => {
    await expect(page.getByText('Se recuperaron datos sin guardar.')).toBeVisible()
    for (const [at, name] of ['Origen', 'Destino'].entries()) {
      await expect(page.getByRole('combobox', { name, exact: true })).toHaveValue(new RegExp(caller!.places[at]!))
    }
  }
  await logIn(page, 'operator@demo.test', undefined, address)
  await page.goto('/dispatcher')
  await expect(search(page)).toBeVisible()
  await typeCall(page, caller!, { declines: true })
  await expect(page.getByRole('combobox', { name: 'Destino', exact: true })).toHaveValue(new RegExp(caller!.places[1]))
  await page.getByRole('link', { name: 'Conductores', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Conductores', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Despachador' }).click()
  await places()
  // The board finds out by itself.
  await page.evaluate(() => window.localStorage.setItem('toolrides_v5.token', '"ended"'))
  await page.getByLabel('Correo electrónico').fill('operator@demo.test')
  await page.getByLabel('Contraseña', { exact: true }).fill('toolrides')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await places()
  await context.close()
})

test('another client in a filled form is asked about: their stops, or an empty form with the first call put aside; a call that only asked ends by a key', async ({
  page,
  address,
}) => {
  const operator = await consoleSession(address)
  const [first, second] = await makeCallers(operator, 2, '35')
  const form = page.getByRole('region', { name: 'Nuevo servicio' })
  const origin = page.getByRole('combobox', { name: 'Origen', exact: true })
  await enterAs(page, 'operator@demo.test')
  await page.goto('/dispatcher')
  await expect(search(page)).toBeVisible()
  await typeCall(page, first!, { declines: true })
  await expect(origin).toHaveValue(new RegExp(first!.places[0]))
  const change = async (to: string): Promise<void> => {
    await form.getByRole('button', { name: 'Elegir otro cliente' }).click()
    await search(page).fill(to)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog', { name: '¿De quién son estas paradas?' })).toBeVisible()
  }
  await change(second!.digits)
  await page.keyboard.press('c')
  await expect(form).toContainText(second!.name)
  await expect(origin).toHaveValue(new RegExp(first!.places[0]))
  await change(first!.digits)
  await page.keyboard.press('v')
  await expect(form).toContainText(first!.name)
  await expect(origin).toHaveValue('')
  const aside = page.getByRole('list', { name: 'Llamadas en espera' })
  await expect(aside.getByRole('button', { name: `Retomar: ${second!.name}` })).toBeVisible()
  await page.keyboard.press('x')
  await expect(strip(page).getByText(`Solo preguntó: ${first!.name}`)).toBeVisible()
  await expect(search(page)).toBeFocused()
  await expect(search(page)).toHaveValue('')
  await aside.getByRole('button', { name: `Retomar: ${second!.name}` }).click()
  await expect(origin).toHaveValue(new RegExp(first!.places[0]))
  await expect(aside).toHaveCount(0)
  await page.keyboard.press('?')
  for (const key of ['Nueva llamada; lo escrito queda a un lado', 'Solo preguntó: vaciar el formulario']) {
    await expect(page.getByRole('dialog').getByText(key)).toBeVisible()
  }
})
