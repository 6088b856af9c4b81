import type { Client } from 'pg'
import type { Page } from 'playwright'
import { callOf } from '../e2e/api-session'
import { atMost } from './bench'
import type { Measured } from './thread-time'

/** A person's own windows are in step within it. */
const STEP_MS = 1_000
/** So that nothing is seen because it was asked for anyway. */
const EVERY_S = 300

const onAir = (page: Page) => page.getByRole('button', { name: /^Al aire/ })
const countOf = async (page: Page): Promise<string> => (await onAir(page).innerText()).replace(/\D/g, '')

/** What is done at the board is seen in the list that was torn off, and the other way round: how long after the key. */
export async function windowsOf(
  { page, tell }: Pick<Measured, 'page' | 'tell'>,
  address: string,
  client: Client,
  token: string,
): Promise<void> {
  await client.query(`update settings_general set "interval" = ${EVERY_S}`)
  const call = callOf(address, token)
  const digits = '977123456'
  const made = { name: 'Dos Ventanas', phone: digits, state: '1' }
  const { id } = await call<{ id: number }>('POST', 'admin/clients/create', made)
  for (const [n, lat] of [-12.1211, -12.1091].entries()) {
    const place = { name: `Lugar ${n}`, address: `Calle Lugar ${n}`, lat, lng: -77.0297 }
    await call('POST', 'admin/locations/create', { type: 'other', id_client: id, ...place })
  }
  await page.goto(`${address}/dispatcher`)
  await page.getByRole('combobox', { name: 'Cliente' }).waitFor()
  const own = await page.context().newPage()
  await own.goto(`${address}/dispatcher_jobs`)
  await onAir(own).waitFor()
  const closed = page.getByRole('listbox', { name: 'Servicios activos' })
  if ((await closed.count()) > 0) await page.getByRole('button', { name: 'Cerrar servicios activos' }).click()
  await page.bringToFront()
  const seen = async (what: string, other: Page, act: () => Promise<void>): Promise<void> => {
    const before = await countOf(other)
    await act()
    const began = performance.now()
    await other.waitForFunction(
      (was) => {
        const chip = [...document.querySelectorAll('button')].find((one) => one.textContent?.startsWith('Al aire'))
        return chip !== undefined && chip.textContent?.replace(/\D/g, '') !== was
      },
      before,
      { timeout: 60_000, polling: 10 },
    )
    const took = performance.now() - began
    tell(`two windows: ${what}`, `${took.toFixed(0)} ms from the last key`, atMost(took, STEP_MS, ' ms'))
  }
  await seen('a ride saved at the board, in the list that was torn off', own, async () => {
    for (const key of ['n', ...digits, 'Enter', '1', '2']) await page.keyboard.press(key, { delay: 30 })
    await page
      .getByRole('button', { name: /^Guardar/ })
      .first()
      .waitFor()
    await page.waitForTimeout(1_500)
    await page.keyboard.press('Control+s')
  })
  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  await page.getByRole('listbox', { name: 'Servicios activos' }).waitFor()
  await own.bringToFront()
  await own.getByRole('listbox', { name: 'Servicios activos' }).focus()
  await seen('a ride given to a driver in the list, on the board', page, async () => {
    await own.keyboard.type('2', { delay: 30 })
    await own.keyboard.press('Home')
    await own.keyboard.press('a')
    const drivers = own.getByRole('dialog', { name: 'Buscar conductor' })
    await drivers
      .getByRole('button', { name: /^Asignar/ })
      .first()
      .click()
    await own.getByRole('alertdialog').getByRole('button', { name: 'Asignar' }).press('Enter')
  })
  await own.close()
}
