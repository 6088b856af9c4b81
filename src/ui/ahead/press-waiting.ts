import { isLetter, type Press, type Waiting } from './hold'
import { pressAgain } from './press-key'
import { isTextElement, roomOf } from './when-focused'

// How long a key of the page waits for the page that has it.
const UNTAKEN_MS = 3_000
const AGAIN_MS = 30

/**
 * Presses the keys that wait, one after the other, until one of them opens or saves something for which the others
 * wait.
 */
export async function pressWaiting(waiting: Waiting): Promise<void> {
  // What has just come draws itself first.
  await nextTask()
  if (!waiting.isHeld()) waiting.giveBack()
  while (!waiting.isHeld()) {
    const press = waiting.next()
    if (!press) return
    if (!pressAgain(press) && isLetter(press) && isPageFocused() && !(await untilTaken(press))) return waiting.drop()
    await (isLetter(press) ? settled() : nextTask())
  }
}

/** A page that is still being drawn has not declared its keys yet. */
async function untilTaken(press: Press): Promise<boolean> {
  for (const end_ms = Date.now() + UNTAKEN_MS; Date.now() < end_ms; ) {
    await new Promise((resolve) => {
      setTimeout(resolve, AGAIN_MS)
    })
    if (pressAgain(press)) return true
  }
  return false
}

/** No dialog is open and no field has the focus: a letter is a key of the page. */
const isPageFocused = (): boolean => !isTextElement(document.activeElement) && roomOf(null) === document.body

const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })

/** What a letter sets off without waiting for anything is drawn. */
async function settled(): Promise<void> {
  for (let step = 0; step < 4; step++) await Promise.resolve()
}
