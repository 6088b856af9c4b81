import type { Page } from '@playwright/test'

// Keys of a script that stand for no letter.
const NAMED: Readonly<Record<string, { key: string; code: number; text?: string; ctrl?: boolean }>> = {
  '⇥': { key: 'Tab', code: 9 },
  '↵': { key: 'Enter', code: 13, text: '\r' },
  '⌫': { key: 'Backspace', code: 8 },
  '⎋': { key: 'Escape', code: 27 },
  '✓': { key: 'Enter', code: 13, ctrl: true },
  '§': { key: 's', code: 83, ctrl: true },
}

/**
 * Types a script of keys as a person does who looks elsewhere: a key each so many milliseconds, whatever the page is
 * doing. Playwright's own keyboard waits for the page to have heard a key before it presses the next.
 * @param script letters, ⇥ Tab, ↵ Enter, ⌫ Backspace, ⎋ Escape, ✓ Ctrl+Enter, § Ctrl+S
 */
export async function typeBlindly(page: Page, script: string, pace_ms: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const sent: Promise<unknown>[] = []
  const start = Date.now()
  for (const [place, letter] of [...script].entries()) {
    const wait = start + place * pace_ms - Date.now()
    if (wait > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, wait)
      })
    const { key, code, text, ctrl } = NAMED[letter] ?? {
      key: letter,
      code: /^[a-z0-9 ]$/i.test(letter) ? letter.toUpperCase().charCodeAt(0) : 0,
      text: letter,
    }
    const event = { key, windowsVirtualKeyCode: code, modifiers: ctrl ? 2 : 0 }
    sent.push(
      session.send('Input.dispatchKeyEvent', {
        type: text && !ctrl ? 'keyDown' : 'rawKeyDown',
        ...event,
        ...(text && !ctrl ? { text, unmodifiedText: text } : {}),
      }),
    )
    sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }))
  }
  await Promise.all(sent)
  await session.detach()
}

/** Answers of calls come so much later. */
export async function delayAnswers(page: Page, latency_ms: number): Promise<void> {
  if (latency_ms === 0) return
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, latency_ms)
    })
    // The page may have gone meanwhile.
    await route.continue().catch(() => undefined)
  })
}
