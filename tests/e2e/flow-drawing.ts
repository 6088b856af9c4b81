import type { Locator, Page } from '@playwright/test'
import type { Call } from './api-session'
import { expect } from './console'

export const newBot = async (root: Call, name: string): Promise<number> =>
  (
    await root<{ id: number }>('POST', 'admin/bots/create', {
      name: `${name} ${Date.now() % 10_000_000}`,
      trigger_channel: 'web',
    })
  ).id

export const node = (page: Page, name: string): Locator =>
  page.locator('.react-flow__node').filter({ has: page.locator('.head b', { hasText: new RegExp(`^${name}$`) }) })
export const handle = (of: Locator, kind: string): Locator => of.locator(`.react-flow__handle.${kind}`)
/** The form beside the canvas. */
export const form = (page: Page): Locator => page.getByRole('tabpanel')

/** Chooses by keys what was found for a text in the dialog that connects a step, and connects it. */
export async function connectTo(page: Page, dialog: Locator, name: string): Promise<void> {
  const marked = page.getByRole('option', { name: new RegExp(`^${name}`) }).and(page.locator('.Mui-focused'))
  // A list that is still being drawn loses its mark: people press again.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(marked).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Lleva a')).toHaveValue(name)
  await dialog.getByRole('button', { name: 'Conectar', exact: true }).press('Enter')
}

interface Point {
  readonly x: number
  readonly y: number
}
type Box = Point & { readonly width: number; readonly height: number }

/** Where a thing is once it stands still: the canvas glides when all of it is to be seen. */
async function standingBox(of: Locator): Promise<Box> {
  let [last, box] = ['', null as Box | null]
  await expect(async () => {
    box = await of.boundingBox()
    const [before, now] = [last, JSON.stringify(box)]
    last = now
    expect(box).not.toBeNull()
    expect(now).toBe(before)
  }).toPass({ intervals: [100] })
  return box as unknown as Box
}

/** From the middle of one thing to the middle of another, or to a point, as a hand does it. */
export async function drag(page: Page, from: Locator, to: Locator | Point): Promise<void> {
  const a = await standingBox(from)
  const b = 'boundingBox' in to ? await standingBox(to) : { ...to, width: 0, height: 0 }
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(b.x + b.width / 2 + 5, b.y + b.height / 2 + 5, { steps: 6 })
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 2 })
  await page.mouse.up()
}
