const MAX_TRIES = 6
const GONE_MS = 600
const LOOK_MS = 20

/**
 * Leaves what is open as Escape does, the topmost first.
 * @returns whether nothing is open any more: a dialog may ask about what was typed in it
 */
export async function leaveModals(): Promise<boolean> {
  const open = (): readonly Element[] => [...document.querySelectorAll('.MuiModal-root:not(.MuiModal-hidden)')]
  for (let turn = 0; turn < MAX_TRIES; turn++) {
    const before = open()
    const top = before.at(-1)
    if (!top) return true
    const at = document.activeElement
    const from = at && top.contains(at) ? at : (top.querySelector('[role=dialog], [role=alertdialog]') ?? top)
    from.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    for (const end_ms = Date.now() + GONE_MS; Date.now() < end_ms && open().includes(top); ) {
      await new Promise((resolve) => {
        setTimeout(resolve, LOOK_MS)
      })
      // It asks something first.
      if (open().some((one) => !before.includes(one))) return false
    }
  }
  return open().length === 0
}
