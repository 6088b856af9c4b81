import type { Page } from '@playwright/test'
import { consoleSession } from './api-session'
import { enterAs, expect, isPhone, rowOf, search, test } from './console'

/** A ride of the last days that is over, whose driver had been asked, and what its client is called by. */
async function lastWeeksRide(address: string) {
  const operator = await consoleSession(address)
  const { items } = await operator<{
    items: readonly {
      id: number
      cl_name: string
      cl_surname: string | null
      cl_phone: string | null
      id_driver: number | null
      dr_name: string
      price_total: number | null
    }[]
  }>('GET', 'admin/services', { filters: JSON.stringify({ state: 'finalized' }), limit: 60 })
  for (const ride of items) {
    const { items: offers } = await operator<{ items: readonly { dr_name: string }[] }>(
      'GET',
      'admin/dispatcher/offers',
      { id_service: ride.id },
    )
    if (ride.cl_phone && ride.price_total && offers.length > 0)
      return { ...ride, cl_phone: ride.cl_phone, asked: offers }
  }
  throw new Error('The demo has no finished ride of a client with a telephone whose drivers were asked.')
}

const card = (page: Page, name: string) => page.getByRole('region', { name })

test('a complaint is answered: the number that calls, last week’s ride, its way, its fare, who was asked, the receipt sent', async ({
  page,
  address,
}) => {
  const ride = await lastWeeksRide(address)
  await enterAs(page, 'operator@demo.test')
  await page.goto('/services')
  await search(page, ride.cl_phone.slice(-6))
  const row = rowOf(page, ride.id)
  await expect(row).toBeVisible()
  if (isPhone(page)) await row.getByRole('link').first().click()
  else await row.getByRole('cell').nth(2).click()
  await expect(page).toHaveURL(new RegExp(`/services/${ride.id}(/info)?$`))
  // When, and how long.
  await expect(card(page, 'Cronología').getByRole('listitem').filter({ hasText: 'Finalizado' })).toContainText('+')
  await expect(card(page, 'Datos')).toContainText(ride.cl_phone)
  // What it cost, and why.
  const lines = card(page, 'Precio').getByRole('row')
  await expect(lines.nth(2)).toBeVisible()
  await expect(card(page, 'Precio')).toContainText('Comisión')
  await expect(card(page, 'A quién se le pidió')).toContainText(ride.asked[0]?.dr_name ?? '')
  await page.getByRole('tab', { name: 'Paradas' }).click()
  await expect(page.getByRole('region', { name: 'Mapa de las paradas y del recorrido' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Paradas' }).getByRole('row')).toHaveCount(3)
  await page.getByRole('tab', { name: 'Información' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar recibo' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  await page.getByRole('button', { name: 'Enviar recibo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enviar recibo' })
  await dialog.getByLabel('Correo electrónico').fill('reclamo@cliente.test')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText('El recibo va en camino a reclamo@cliente.test.')).toBeVisible()
  await page.getByRole('tab', { name: 'Actividad' }).click()
  await expect(page.getByRole('main')).toContainText('Envió el recibo')
})

test('a toll that was forgotten is put in, and the fare says so; the review ends on the same page', async ({
  page,
}) => {
  await enterAs(page, 'root@demo.test')
  await page.goto('/review_services')
  const first = page.getByRole('main').locator('[data-row]:not([data-row=""])').first()
  const id = Number(await first.getAttribute('data-row'))
  await page.goto(`/services/${id}/tolls`)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Nuevo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre').fill('Garita de Villa')
  await dialog.getByLabel('Precio').fill('6.50')
  await dialog.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Guardado correctamente').first()).toBeVisible()
  await page.goto(`/services/${id}`)
  await expect(card(page, 'Precio')).toContainText('Garita de Villa')
  await page.getByRole('button', { name: 'Completar revisión' }).click()
  await expect(page.getByText('Revisados: 1 de 1.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Completar revisión' })).toHaveCount(0)
})
