import type { Page } from '@playwright/test'
import { consoleSession, type Call } from './api-session'
import { enterAs, expect, isPhone, test } from './console'
import { madeService } from './ride-api'
import { expectSound } from './sound'

const form = (page: Page) => page.getByRole('region', { name: /Nuevo servicio|Servicio \d/ })

/** Diego Neyra calls. */
async function rings(page: Page): Promise<void> {
  await page.goto('/dispatcher')
  await expect(page.getByRole('combobox', { name: 'Cliente' })).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.type('000105', { delay: 30 })
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('group', { name: 'Direcciones del cliente' })).toBeVisible()
}

interface Known {
  readonly client: { readonly id: number }
  readonly locations: readonly { readonly lat: number; readonly lng: number; readonly address: string }[]
}

/** A ride of theirs from their first place to their second, which a colleague has booked. */
async function bookedElsewhere(operator: Call): Promise<number> {
  const {
    items: [found],
  } = await operator<{ items: readonly { id: number }[] }>('GET', 'admin/dispatcher/clients', { q: '000105' })
  const { client, locations } = await operator<Known>('GET', 'admin/dispatcher/dataClient', { id_client: found?.id })
  const stops = locations.slice(0, 2).map(({ lat, lng, address }) => ({ lat, lng, address }))
  return madeService(operator, { id_client: client.id, stops })
}

test('who calls about a ride that goes on is led to it: nothing is asked over a form in which nothing was written, and the client stands in the next', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'A phone has no keyboard.')
  const operator = await consoleSession(address)
  const id = await bookedElsewhere(operator)
  await enterAs(page, 'operator@demo.test')
  await rings(page)
  await form(page)
    .getByRole('link', { name: String(id) })
    .click()
  await expect(form(page)).toContainText(`Servicio ${id}`)
  await expect(form(page).getByText('Diego Neyra')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Cliente' })).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  // The next call begins with nobody.
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Cliente' })).toBeVisible()
  await expect(form(page).getByText('Diego Neyra')).toHaveCount(0)
  await operator('POST', 'admin/dispatcher/cancelService', { id_service: id })
})

test('a ride that a colleague has booked a moment ago is told while the form is filled in, and asked about at the save', async ({
  page,
  address,
}) => {
  test.skip(isPhone(page), 'A phone has no keyboard.')
  const operator = await consoleSession(address, 'branch@demo.test')
  const id = await bookedElsewhere(operator)
  await enterAs(page, 'operator@demo.test')
  await rings(page)
  await page.keyboard.press('1')
  const told = form(page).getByRole('status').filter({ hasText: 'Puede que ya esté pedido' })
  await expect(told.getByRole('listitem').filter({ hasText: `Servicio ${id}` })).toContainText(/· .+, hoy|· .+ \d/)
  await told.getByRole('button', { name: `Servicio ${id}` }).click()
  await expect(page.getByRole('dialog').filter({ hasText: String(id) })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('2')
  await page.keyboard.press('b')
  await expect(form(page).getByRole('button', { name: 'Guardar', exact: true })).toBeEnabled()
  // The key went on to the date.
  await page.keyboard.press('Escape')
  await page.keyboard.press('b')
  await expect(
    form(page)
      .getByRole('button', { name: /^Guardar y/ })
      .first(),
  ).toBeEnabled()
  await page.keyboard.press('Control+s')
  // The next call may be typed meanwhile: the question stands beside it, and opens the form again.
  const asked = page
    .getByRole('region', { name: 'Lo que acaba de pasar' })
    .getByRole('listitem')
    .filter({ hasText: `n.º ${id}` })
  await expect(asked).toContainText('¿Guardarlo de todos modos?')
  await page.keyboard.press('Escape')
  await page.keyboard.press('u')
  await expect(form(page).getByRole('button', { name: 'Guardar de todos modos' })).toBeFocused()
  await expectSound(page)
  await page.screenshot({ path: test.info().outputPath('similar.png') })
  await expect(
    form(page)
      .getByRole('button', { name: /^Guardar y/ })
      .first(),
  ).toBeEnabled()
  await page.keyboard.press('Control+s')
  const saved = page.waitForResponse(async (answer) => /dispatcher\/create/.test(answer.url()) && answer.ok())
  await expect(asked).toContainText('¿Guardarlo de todos modos?')
  await page.screenshot({ path: test.info().outputPath('asked.png') })
  await asked.getByRole('button', { name: 'Guardar de todos modos' }).click()
  const { id: second } = (await (await saved).json()) as { id: number }
  expect(second).toBeGreaterThan(id)
  for (const one of [id, second]) await operator('POST', 'admin/dispatcher/cancelService', { id_service: one })
})
