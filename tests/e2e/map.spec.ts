import type { Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { expectSound } from './sound'

interface Place {
  readonly id: number
  readonly name: string
  readonly point: { readonly lat: number; readonly lng: number }
}

const map = (page: Page) => page.getByRole('region', { name: 'Mapa: Lugares' })
const marks = (page: Page) => page.getByRole('listbox', { name: 'A la vista: Lugares' })
const bulk = (page: Page) => page.getByRole('toolbar', { name: /Acciones/ })

async function middle(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const box = await map(page).boundingBox()
  if (!box) throw new Error('The map is nowhere.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The map with one place in its middle, as near as it goes; the place is alone there. */
async function openAt(page: Page, address: string): Promise<Place> {
  const session = await consoleSession(address, 'root@demo.test')
  const { items } = (await session('GET', 'admin/locations', { limit: 1000, order_col: 'id' })) as unknown as {
    items: Place[]
  }
  const isAlone = ({ id, point: { lat, lng } }: Place): boolean =>
    items.every((other) => other.id === id || Math.hypot(other.point.lat - lat, other.point.lng - lng) > 0.004)
  const place = items.find(isAlone)
  if (!place) throw new Error('No place stands alone.')
  await page.goto(`/locations?layout=map&at=${place.point.lat},${place.point.lng},17`)
  await expect(map(page)).toBeVisible()
  return place
}

test('marks are walked by keyboard: the space bar selects, Enter opens the card, Escape leads back', async ({
  page,
  address,
}) => {
  await enterAs(page, 'root@demo.test')
  const session = await consoleSession(address, 'root@demo.test')
  const { total } = (await session('GET', 'admin/locations', { limit: 1 })) as unknown as { total: number }
  await page.goto('/locations?layout=map')
  await expect(page.getByText(`${total} en el mapa`)).toBeVisible()
  if (isPhone(page)) await page.getByRole('button', { name: /a la vista/ }).click()
  await marks(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const walked = page.getByRole('option').nth(2)
  await expect(marks(page)).toHaveAttribute('aria-activedescendant', (await walked.getAttribute('id')) ?? '')
  await page.keyboard.press('Space')
  await expect(walked).toHaveAttribute('aria-selected', 'true')
  await expect(bulk(page)).toContainText('1 seleccionado')
  await page.keyboard.press('Enter')
  const name = await walked.locator('span').first().innerText()
  const card = page.getByRole('group', { name })
  await expect(card.getByRole('link', { name })).toBeFocused()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(marks(page)).toBeFocused()
})

test('a press opens the card of a mark, a box selects, and the address keeps the place', async ({ page, address }) => {
  await enterAs(page, 'root@demo.test')
  const { name } = await openAt(page, address)
  // What is in view is told when it is there.
  await (isPhone(page)
    ? expect(page.getByRole('button', { name: '1 a la vista' })).toBeVisible()
    : expect(page.getByRole('option', { name })).toBeVisible())
  const card = page.getByRole('group', { name })
  // Told is not yet drawn: a press before that finds nothing.
  await expect(async () => {
    const at = await middle(page)
    await page.mouse.click(at.x, at.y)
    await expect(card).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await card.getByRole('button', { name: `Acciones de ${name}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Editar' })).toBeVisible()
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Cerrar la tarjeta' }).click()
  const here = await middle(page)
  if (isPhone(page)) await page.getByRole('button', { name: 'Seleccionar en un recuadro' }).click()
  else await page.keyboard.down('Shift')
  await page.mouse.move(here.x - 40, here.y - 40)
  await page.mouse.down()
  await page.mouse.move(here.x + 40, here.y + 40, { steps: 6 })
  await page.mouse.up()
  if (!isPhone(page)) await page.keyboard.up('Shift')
  await expect(bulk(page)).toContainText('1 seleccionado')
  if (isPhone(page)) await page.getByRole('button', { name: '1 a la vista' }).click()
  await expect(page.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Alejar' }).click()
  await expect(page).toHaveURL(/at=[-\d.]+(%2C|,)[-\d.]+(%2C|,)16/)
  await page.reload()
  await expect(map(page)).toBeVisible()
  await expect(page).toHaveURL(/(%2C|,)16/)
})

test('a map that cannot be read says why and is tried again', async ({ page }) => {
  await enterAs(page, 'root@demo.test')
  await page.route('**/locations/map*', (route) =>
    route.fulfill({ status: 409, json: { ok: false, code: 'CONFLICT', msg: 'Ahora no.' } }),
  )
  await page.goto('/locations?layout=map')
  await expect(page.getByText('Ahora no.')).toBeVisible()
  await page.unroute('**/locations/map*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(map(page)).toBeVisible()
})
