import type { Page } from '@playwright/test'
import type { Call } from './api-session'
import { expect, isPhone } from './console'

export interface Client {
  readonly id: number
  readonly name: string
  readonly phone: string
  readonly id_company: number | null
}
export interface Place {
  readonly name: string
  readonly is_named: number
  readonly address: string
  readonly lat: number
  readonly lng: number
}
export interface Item {
  readonly id: number
  readonly version: number
  readonly state: string
  readonly notes: string | null
  readonly price_total: number
  readonly date_scheduled: string | null
  readonly id_client: number
  readonly stops: readonly { readonly address: string }[]
}

const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Lima' }).format()

/**
 * A client whom the last four digits of their number alone find, and who has two places at least. One who is `free` has
 * no ride ahead, as other tests leave them: a ride like theirs would be asked about before it is made.
 */
export async function knownClient(
  operator: Call,
  { free = false } = {},
): Promise<{ client: Client; places: readonly Place[]; digits: string }> {
  const { items } = await operator<{ items: Client[] }>('GET', 'admin/clients', {
    limit: 60,
    order_col: 'id',
    order_dir: 'asc',
  })
  for (const client of items) {
    const digits = client.phone?.replace(/\D/g, '').slice(-4) ?? ''
    if (digits.length < 4) continue
    const found = await operator<{ items: Client[] }>('GET', 'admin/dispatcher/clients', { q: digits })
    if (found.items.length !== 1) continue
    const { locations } = await operator<{ locations: Place[] }>('GET', 'admin/dispatcher/dataClient', {
      id_client: client.id,
    })
    if (locations.length < 2) continue
    const ahead = free
      ? await operator<{ total: number }>('GET', 'admin/services', {
          id_client: client.id,
          date_from: today(),
          limit: 1,
        })
      : { total: 0 }
    if (ahead.total === 0) return { client, places: locations, digits }
  }
  throw new Error('The demo has no such client with two places whom four digits find.')
}

export const form = (page: Page) => page.getByRole('region', { name: /Nuevo servicio|Servicio \d|Copia del servicio/ })

/** The form of a new service: on a phone it is drawn up over the map. */
export async function openForm(page: Page, path = '/dispatcher'): Promise<void> {
  await page.goto(path)
  if (isPhone(page)) await page.getByRole('tab', { name: 'Servicio' }).click()
  // The first screen of a busy machine takes its time.
  await expect(form(page)).toBeVisible()
}

export async function chooseClient(page: Page, digits: string): Promise<void> {
  const search = form(page).getByLabel('Cliente', { exact: false }).first()
  await search.click()
  await search.fill(digits)
  // Rides and vehicles beside the map are options of lists as well.
  await page.locator('.MuiAutocomplete-popper').getByRole('option').first().click()
  await expect(form(page).getByRole('group', { name: 'Direcciones del cliente' })).toBeVisible()
}

export const savedBy = async (
  page: Page,
  act: () => Promise<void>,
): Promise<{ id: number; ids: number[]; item: Item }> => {
  const answer = page.waitForResponse(/dispatcher\/create/)
  await act()
  const response = await answer
  expect(response.status()).toBe(200)
  return (await response.json()) as { id: number; ids: number[]; item: Item }
}
