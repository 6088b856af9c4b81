import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from '@playwright/test'
import { consoleSession, type Call } from './api-session'
import { expect, test } from './console'
import { errorsOf, expectNarrow } from './sound'

const KEY = { delay: 30 }
const PASSWORD = 'una-clave-larga-7'

/** A page of another origin that shows the widget in a frame. */
async function otherSite(widget: string): Promise<{ readonly site: string; readonly server: Server }> {
  const server = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    reply.end(`<!doctype html><html lang="es"><title>Hotel</title><body style="margin:0">
      <iframe title="Reservas" src="${widget}" style="border:0;width:100%;height:100vh"></iframe></body></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { site: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

async function typePlace(page: Page, frame: FrameLocator | Page, label: string, text: string): Promise<void> {
  await frame.getByRole('combobox', { name: label }).focus()
  await page.keyboard.type(text, KEY)
  await expect(frame.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(frame.getByRole('combobox', { name: label })).toHaveValue(/, /)
}

interface Voucher {
  readonly code: string
  readonly num_rides: number
}

/** What the demo's company invites its guests by. */
async function demoVoucher(corporate: Call): Promise<Voucher> {
  const {
    items: [one],
  } = await corporate<{ readonly items: readonly Voucher[] }>('GET', 'admin/vouchers', {
    name: 'Visita de proveedores',
  })
  if (!one) throw new Error('the demo has no voucher')
  return one
}

const next = (frame: FrameLocator | Page, name = 'Siguiente') =>
  frame.getByRole('button', { name, exact: true }).click()

/** From the first step to the e-mail's. */
async function searchTrip(page: Page, frame: FrameLocator): Promise<void> {
  await typePlace(page, frame, 'Desde', 'Av Larco 400')
  await typePlace(page, frame, 'Hasta', 'Av Arequipa 2500')
  await next(frame)
  await frame.getByRole('radio', { name: /Económico/ }).check()
  await next(frame)
}

/** The last step, paid on the gateway's own page, which opens beside: the widget sees it by itself. */
async function bookPaid(page: Page, frame: FrameLocator): Promise<void> {
  await expect(frame.getByRole('heading', { name: 'Confirme su reserva' })).toBeVisible()
  await frame.getByRole('radio', { name: /Pago en línea/ }).check()
  const total = (await frame.getByText(/^Total: /).innerText()).replace(/[^\d.]/g, '')
  await next(frame, 'Reservar')
  const pay = frame.getByRole('link', { name: 'Pagar' })
  await expect(pay).toBeVisible()
  expect(await frame.getByRole('link', { name: 'Seguir mi viaje' }).count()).toBe(0)
  const [gateway] = await Promise.all([page.waitForEvent('popup'), pay.click()])
  await expect(gateway.getByText(`${total} PEN`)).toBeVisible()
  expect(await errorsOf(gateway, { which: 'wcag' })).toEqual([])
  await expectNarrow(gateway, 'the page of the gateway')
  await gateway.getByRole('button', { name: 'Pagar' }).click()
  await expect(gateway.getByText(/Pagado/)).toBeVisible()
  await gateway.close()
  await expect(frame.getByRole('heading', { name: 'Reserva creada' })).toBeVisible()
  await expect(frame.getByText('Su reserva ha sido creada con éxito.')).toBeVisible()
}

/** The ride's own page says what becomes of it, without a reload. */
async function followRide(page: Page, frame: FrameLocator, operator: Call): Promise<void> {
  const [followed] = await Promise.all([
    page.waitForEvent('popup'),
    frame.getByRole('link', { name: 'Seguir mi viaje' }).click(),
  ])
  await expect(followed).toHaveURL(/\/tracking\/./)
  await expect(followed.getByText(/^Av\.? Arequipa/).first()).toBeVisible()
  const badge = followed.getByRole('status').filter({ visible: true }).first()
  await expect(badge).toContainText(/\S/)
  const before = await badge.innerText()
  const {
    items: [ride],
  } = await operator<{ readonly items: readonly { readonly id: number }[] }>('GET', 'admin/services', {
    limit: 1,
    order_col: 'id',
    order_dir: 'desc',
  })
  await operator('POST', 'admin/dispatcher/cancelService', { id_service: ride?.id })
  await expect(badge).not.toHaveText(before)
  await expect(badge).toContainText(/cancel|anul/i)
  await followed.close()
}

/** The last step: paid in cash, followed by its link. */
async function book(frame: FrameLocator): Promise<void> {
  await expect(frame.getByRole('heading', { name: 'Confirme su reserva' })).toBeVisible()
  await frame.getByRole('radio', { name: /Efectivo/ }).check()
  await next(frame, 'Reservar')
  await expect(frame.getByRole('heading', { name: 'Reserva creada' })).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Seguir mi viaje' })).toHaveAttribute('href', /\/tracking\/./)
}

test('in a page of another origin a stranger books by the widget, and again as the client they have become, pays ahead and follows the ride', async ({
  page,
  address,
}) => {
  const root = await consoleSession(address, 'root@demo.test')
  const { site, server } = await otherSite(`${address}/widget/1`)
  const email = `visita-${Date.now().toString(36)}@demo.test`
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  try {
    await root('POST', 'admin/widgets/create', { id: 1, sites: site })
    await page.goto(site)
    const frame = page.frameLocator('iframe')
    await searchTrip(page, frame)
    await frame.getByRole('textbox', { name: 'Correo' }).pressSequentially(email, KEY)
    await next(frame)
    await expect(frame.getByRole('heading', { name: 'Registrarse' })).toBeVisible()
    await frame.getByRole('textbox', { name: 'Nombre' }).pressSequentially('Ana', KEY)
    await frame.getByRole('textbox', { name: 'Apellido' }).pressSequentially('Visitante', KEY)
    await frame.getByRole('textbox', { name: 'Teléfono' }).pressSequentially(`9${Date.now().toString().slice(-8)}`, KEY)
    await frame.getByLabel('Contraseña').first().pressSequentially(PASSWORD, KEY)
    await next(frame, 'Registrarse')
    await book(frame)

    // A second visit: the same address has an account now.
    await page.context().clearCookies()
    await page.goto('about:blank')
    await page.goto(`${address}/widget/1`)
    await page.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
    await page.goto(site)
    await searchTrip(page, frame)
    await frame.getByRole('textbox', { name: 'Correo' }).pressSequentially(email, KEY)
    await next(frame)
    await frame.getByLabel('Contraseña').first().pressSequentially(PASSWORD, KEY)
    await next(frame, 'Ingresar')
    await bookPaid(page, frame)
    await followRide(page, frame, await consoleSession(address))
    expect(errors).toEqual([])
  } finally {
    await root('POST', 'admin/widgets/create', { id: 1, sites: null })
    server.close()
  }
})

test('a guest of a company books with its voucher, without an account and without a price, and follows the ride', async ({
  page,
  address,
}) => {
  const corporate = await consoleSession(address, 'corporate@demo.test')
  const { code, num_rides } = await demoVoucher(corporate)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(`${address}/widget/1?voucher=${code}`)
  await expect(page.getByText('Visita de proveedores')).toBeVisible()
  await typePlace(page, page, 'Desde', 'Av Larco 400')
  await typePlace(page, page, 'Hasta', 'Av Arequipa 2500')
  await next(page)
  // The company buys this one alone, so it is the choice.
  await expect(page.getByRole('radio')).toHaveCount(1)
  await expect(page.getByRole('radio', { name: /Ejecutivo/ })).toBeChecked()
  await expect(page.getByText(/S\/\s?\d/)).toHaveCount(0)
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await next(page)
  await next(page, 'Reservar')
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveAccessibleDescription(/Complete este campo/)
  await page.getByRole('textbox', { name: 'Nombre' }).pressSequentially('Ana Invitada', KEY)
  await page.getByRole('textbox', { name: 'Teléfono' }).pressSequentially('987654321', KEY)
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await next(page, 'Reservar')
  await expect(page.getByRole('heading', { name: 'Reserva creada' })).toBeVisible()
  await expectNarrow(page, 'what was booked')
  // The page that the widget is framed in stays.
  const [followed] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Seguir mi viaje' }).click(),
  ])
  await expect(followed).toHaveURL(/\/tracking\/./)
  await expect(followed.getByRole('heading').first()).toBeVisible()
  await followed.close()
  expect((await demoVoucher(corporate)).num_rides).toBe(num_rides + 1)
  expect(errors).toEqual([])
})

test('each step of the widget is sound to a screen reader, and a wrong one says what is missing at its box', async ({
  page,
  address,
}) => {
  await page.goto(`${address}/widget/1`)
  await page.getByRole('button', { name: 'Siguiente', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Desde' })).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Desde' })).toHaveAccessibleDescription(/Complete este campo/)
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await typePlace(page, page, 'Desde', 'Av Larco 400')
  await typePlace(page, page, 'Hasta', 'Av Arequipa 2500')
  await page.getByRole('button', { name: 'Siguiente', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Elija su servicio' })).toBeFocused()
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await expectNarrow(page, 'the products')
})
