import type { Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { errorsOf, expectNarrow } from './sound'

interface Order {
  readonly id: number
  readonly id_client: number
  readonly id_store: number
  readonly articles: readonly { readonly id_article: number }[]
}

/** Counts the tones that the page makes: nobody hears a test. */
const listen = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const make = AudioContext.prototype.createOscillator
    Object.assign(window, { tones: 0 })
    AudioContext.prototype.createOscillator = function (this: AudioContext) {
      Object.assign(window, { tones: (window as unknown as { tones: number }).tones + 1 })
      return make.call(this)
    }
  })
const tones = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { tones: number }).tones)

test('a kitchen hears a new order until it accepts it: by keyboard, in a dialog over the board, with the ticket', async ({
  page,
  address,
}) => {
  const house = await consoleSession(address, 'root@demo.test')
  const partner = await consoleSession(address, 'partner@demo.test')
  const {
    orders: [known],
  } = await partner<{ orders: Order[] }>('GET', 'admin/delivery/active_orders')
  const {
    item: {
      id_client,
      id_store,
      articles: [line],
    },
  } = await house<{ item: Order }>('GET', `admin/delivery/orders/${known?.id ?? 0}`)
  const { id } = await house<{ id: number }>('POST', 'admin/delivery/orders/create', {
    id_client,
    id_store,
    dst_address: 'Av. Grau 100',
    notes: 'Sin cubiertos',
    articles: [{ id_article: line?.id_article, quantity: 2, price: 10, notes: 'Bien cocido' }],
  })
  const name = `Pedido ${id}`
  await listen(page)
  await enterAs(page, 'partner@demo.test', { address })
  await page.goto(`${address}/active_orders`)
  const card = page.getByRole('main').getByRole('link', { name })
  await expect(page.getByText(/^Malambo Lince · /)).toBeVisible()
  await expect(page).toHaveTitle(/\(\d+\) Nuevo/)
  const bell = page.getByRole('button', { name: 'Silenciar' })
  await expect(bell).toBeVisible()
  expect(await errorsOf(page)).toEqual([])
  await expectNarrow(page, 'the board of a kitchen')
  if (isPhone(page)) {
    await page.getByRole('tab', { name: /^Nuevo/ }).click()
    await card.click()
  } else {
    // The first key is what the browser wants to hear before it sounds.
    await page.keyboard.press('j')
    await expect.poll(() => tones(page), { timeout: 15_000 }).toBeGreaterThan(1)
    await page.keyboard.press('s')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Activar el sonido' })).toBeVisible()
    await page.keyboard.press('s')
    await expect(bell).toBeVisible()
    await card.focus()
    await page.keyboard.press('a')
    await expect(page.getByRole('menuitem', { name: 'Rechazar' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(card).toBeFocused()
    await page.keyboard.press('Enter')
  }
  const dialog = page.getByRole('dialog', { name: 'Ficha' })
  await expect(dialog.getByRole('heading', { name })).toBeVisible()
  for (const text of ['Bien cocido', 'Sin cubiertos', 'Av. Grau 100'])
    await expect(dialog.getByText(text)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Rechazar' })).toBeVisible()
  await expectNarrow(page, 'an order in its dialog')
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  const question = page.getByRole('dialog', { name: `¿Aceptar: ${name}?` })
  await expect(question.getByText('Una vez aceptado el pedido no podrás cancelarlo.')).toBeVisible()
  await question.getByRole('button', { name: 'Aceptar + Comanda' }).click()
  const paper = page.getByRole('dialog', { name: 'Comanda' })
  await expect(paper.frameLocator('iframe').getByText('Bien cocido')).toBeVisible()
})
