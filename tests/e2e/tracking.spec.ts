import type { Browser, Page } from '@playwright/test'
import { consoleSession, type Call } from './api-session'
import { expect, test } from './console'
import { errorsOf, expectNarrow } from './sound'

interface Ride {
  readonly id: number
  readonly dr_name: string | null
  readonly dr_surname: string | null
  readonly ve_plate: string | null
  readonly date_finalized: string | null
}

const ridesIn = async (operator: Call, states: readonly string[]): Promise<readonly Ride[]> => {
  const { items } = await operator<{ items: readonly Ride[] }>('GET', 'admin/services', { filters: JSON.stringify({ state: states }), limit: 100 })
  return items.filter(({ dr_name }) => dr_name !== null)
}

/** Somebody who was sent the link. */
async function follower(browser: Browser, like: Page, address: string, operator: Call, id: number): Promise<Page> {
  const { url } = await operator<{ url: string }>('POST', 'admin/dispatcher/urlShare', { id })
  const context = await browser.newContext({ viewport: like.viewportSize(), locale: 'es-PE', timezoneId: 'America/Lima', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${address}/tracking/${url.split('/').at(-1) ?? ''}`)
  return page
}

test('a link shows who comes and in what, no more of them, and after the end asks once how it was', async ({ page: like, address, browser }) => {
  const operator = await consoleSession(address)
  const [now] = await ridesIn(operator, ['accepted', 'onway', 'waiting', 'started'])
  if (!now) throw new Error('The demo has no ride under way.')
  const page = await follower(browser, like, address, operator, now.id)
  const card = page.locator('.card')
  await expect(card).toContainText(now.dr_name ?? '')
  if (now.ve_plate) await expect(card).toContainText(now.ve_plate)
  await expect(card).not.toContainText(now.dr_surname ?? 'nobody')
  await expect(page.getByText(/Este enlace sirve hasta el/)).toBeAttached()
  await expect(page.getByRole('region', { name: 'Mapa del viaje' })).toBeVisible()
  expect(await errorsOf(page, { which: 'wcag' })).toEqual([])
  await expectNarrow(page, 'a ride under way')
  // A cut line is told, and what is there stays.
  await page.route('**/api/**', (route) => route.abort())
  await expect(page.getByRole('status').filter({ hasText: 'Sin conexión' })).toBeVisible()
  await expect(card).toContainText(now.dr_name ?? '')
  await page.context().close()

  const done = (await ridesIn(operator, ['finalized'])).toSorted((a, b) => (b.date_finalized ?? '').localeCompare(a.date_finalized ?? ''))
  for (const ride of done.slice(0, 5)) {
    const after = await follower(browser, like, address, operator, ride.id)
    await expect(after.locator('.card')).toBeVisible()
    if (await after.getByRole('radio', { name: '4 / 5' }).count() === 0) {
      await after.context().close()
      continue
    }
    await after.getByRole('button', { name: 'Enviar' }).click()
    await expect(after.getByRole('alert')).toHaveText(/\S/)
    await after.getByRole('radio', { name: '4 / 5' }).check()
    expect(await errorsOf(after, { which: 'wcag' })).toEqual([])
    await after.getByRole('button', { name: 'Enviar' }).click()
    await expect(after.getByText('Calificación: 4 de 5')).toBeVisible()
    await after.reload()
    await expect(after.getByText('Calificación: 4 de 5')).toBeVisible()
    await after.context().close()
    return
  }
  throw new Error('None of the last finished rides could be rated.')
})
