import type { BrowserContext, Page } from '@playwright/test'
import { movedBy } from './moved-clock'

/**
 * Everything in one frame: what fades in, spins or pulses is waited for by no test and costs a machine without a
 * graphics card its time.
 */
const STILL = `*, *::before, *::after {
  animation-duration: 1ms !important; animation-delay: 0s !important; animation-iteration-count: 1 !important;
  transition-duration: 0s !important; transition-delay: 0s !important;
}`

/** `E2E_SLOW=8`: as on a processor so many times as slow, where keys that nobody waited for are found. */
export const SLOW = Number(process.env['E2E_SLOW'] ?? 1)

async function slow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
}

/** A browser whose pages stand still, and have the clock of the run. */
export async function calm<Context extends BrowserContext>(context: Context): Promise<Context> {
  // A page that is closed at once needs no slowness.
  if (SLOW > 1) context.on('page', (page) => void slow(page).catch(() => undefined))
  await context.addInitScript(
    ({ still, moved_ms }) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(still)
      document.adoptedStyleSheets.push(sheet)
      if (moved_ms === 0) return
      const Real = Date
      globalThis.Date = class extends Real {
        constructor(...given: readonly number[]) {
          if (given.length === 0) super(Real.now() + moved_ms)
          else super(...(given as [number]))
        }

        static override now(): number {
          return Real.now() + moved_ms
        }
      } as DateConstructor
    },
    { still: STILL, moved_ms: movedBy() },
  )
  return context
}
