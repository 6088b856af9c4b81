import type { Page } from '@playwright/test'
import type { Call } from './api-session'
import { expect } from './console'

/** Somebody who rings: known by the end of their number, with two places of their own. */
export interface Caller {
  readonly id: number
  readonly name: string
  readonly digits: string
  readonly places: readonly [string, string]
  readonly note: string
}

export interface Ride {
  readonly id: number
  readonly id_client: number
  readonly notes: string | null
  readonly stops: readonly { readonly address: string; readonly name: string | null }[]
}

const LARCO = { lat: -12.1211, lng: -77.0297 }

/** Clients whom nobody else knows. @param stamp two digits that no other caller of the run has */
export async function makeCallers(operator: Call, count: number, stamp: string): Promise<readonly Caller[]> {
  const turn = String(Date.now() % 100_000).padStart(5, '0')
  const made: Caller[] = []
  for (let at = 0; at < count; at += 1) {
    const digits = `${stamp}${turn}${String(at).padStart(2, '0')}`
    const name = `Timbra ${digits}`
    const { id } = await operator<{ id: number }>('POST', 'admin/clients/create', { name, phone: digits, state: '1' })
    for (const [n, place] of ['Casa', 'Trabajo'].entries()) {
      const point = { lat: LARCO.lat + at * 0.0004 + n * 0.012, lng: LARCO.lng + n * 0.006 }
      await operator('POST', 'admin/locations/create', {
        type: 'other',
        name: `${place} ${digits}`,
        address: `Calle ${place} ${digits}`,
        id_client: id,
        ...point,
      })
    }
    const { locations } = await operator<{ locations: readonly { name: string }[] }>(
      'GET',
      'admin/dispatcher/dataClient',
      { id_client: id },
    )
    const [one, two] = locations.map((place) => place.name)
    made.push({ id, name, digits, places: [one ?? '', two ?? ''], note: `nota ${digits}` })
  }
  return made
}

/** The keys of a call at a worker's pace, to the save, or to where the caller declines. */
export async function typeCall(
  page: Page,
  { digits, note }: Caller,
  { pace_ms = 30, declines = false, notes = true } = {},
): Promise<void> {
  const keys = ['n', ...digits, 'Enter', '1', '2', ...(declines ? [] : [...(notes ? ['m', ...note] : []), 'Control+s'])]
  for (const key of keys) {
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    await page.waitForTimeout(pace_ms)
  }
}

/**
 * Holds every call of a page back, each for a time of its own around `latency_ms`, so that answers come in any order.
 */
export async function slowDown(page: Page, latency_ms: number, random: () => number): Promise<void> {
  if (latency_ms === 0) return
  await page.route(/\/api\/admin\//, async (route) => {
    await new Promise((done) => setTimeout(done, latency_ms * 2 * random()))
    await route.continue().catch(() => undefined)
  })
}

/** Every ride of some callers, as it was kept. */
export async function ridesOf(operator: Call, callers: readonly Caller[]): Promise<readonly Ride[]> {
  const { items } = await operator<{ items: readonly { id: number; id_client: number }[] }>('GET', 'admin/dispatcher', {
    limit: 500,
    order_col: 'id',
    order_dir: 'desc',
  })
  const theirs = new Set(callers.map(({ id }) => id))
  const found = items.filter(({ id_client }) => theirs.has(id_client))
  return Promise.all(
    found.map(async ({ id }) => (await operator<{ item: Ride }>('GET', 'admin/dispatcher/form', { id })).item),
  )
}

export const strip = (page: Page) => page.getByRole('region', { name: 'Lo que acaba de pasar' })

/** Nothing is on its way any more. */
export async function allAnswered(page: Page, timeout = 180_000): Promise<void> {
  await expect(page.locator('li[data-state=sending], li[data-state=waiting]')).toHaveCount(0, { timeout })
}

/** What each ride must be: its own client, stops and notes. */
export const expected = (callers: readonly Caller[], notes = true) =>
  callers
    .map(({ id, places, note }) => ({ id_client: id, stops: places, notes: notes ? note : null }))
    .sort((one, other) => one.id_client - other.id_client)

export const asKept = (rides: readonly Ride[]) =>
  rides
    .map(({ id_client, notes, stops }) => ({ id_client, stops: stops.map(({ name }) => name), notes }))
    .sort((one, other) => one.id_client - other.id_client)

/** Calls off what was made, so that nobody is looked for. */
export async function callOff(operator: Call, rides: readonly { readonly id: number }[]): Promise<void> {
  for (const { id } of rides) await operator('POST', 'admin/dispatcher/cancelService', { id_service: id, free: 1 })
}
