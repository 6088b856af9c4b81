// A control may be on its way: its panel has just been opened, or its code is being fetched.
const TRIES = 12
const EVERY_MS = 50

/** Puts the focus on the control of a source within a box, as soon as it is there. @returns how to give it up */
export function focusIn(box: HTMLElement | null, source: string): () => void {
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = (): void => {
    const control = box && controlOf(box, source)
    if (control) {
      control.focus()
      control.scrollIntoView({ block: 'nearest' })
    } else if (++tries < TRIES) timer = setTimeout(attempt, EVERY_MS)
  }
  timer = setTimeout(attempt)
  return () => clearTimeout(timer)
}

function controlOf(box: HTMLElement, source: string): HTMLElement | null {
  const name = CSS.escape(source)
  const named = [...box.querySelectorAll<HTMLElement>(`[name="${name}"], [data-field="${name}"]`)]
  const [first] = named
  if (!first || first.hasAttribute('readonly')) return null
  // A select keeps its name on a hidden input beside the control; of several (a choice of one) the chosen one is meant.
  if (first.getAttribute('aria-hidden') === 'true') return first.parentElement?.querySelector<HTMLElement>('[role=combobox]') ?? null
  return named.find((one) => one instanceof HTMLInputElement && one.checked) ?? named.find((one) => !one.hasAttribute('disabled')) ?? null
}
