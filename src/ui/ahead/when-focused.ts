const CONTROLS = 'a[href], button, summary, select, input, [role=combobox], [role=option], [role=menuitem]'

const NO_TEXT = '[type=checkbox], [type=radio], [type=button], [type=submit], [type=file], [type=color], [type=range]'

/** Whether an element takes text. */
export function isTextElement(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly && !element.disabled
  if (element instanceof HTMLInputElement) return !element.readOnly && !element.disabled && !element.matches(NO_TEXT)
  return element instanceof HTMLElement && element.isContentEditable
}

/** A control that takes keys, unlike the frame of a dialog that has the focus for want of one. */
export const isControl = (element: Element | null): boolean =>
  isTextElement(element) || element?.matches(CONTROLS) === true

/**
 * Calls back once a control in a part of the page has the focus.
 * @param inside reads the part; it may not be there yet
 * @param most_ms after this long without, it calls back all the same
 * @returns what stops that
 */
export function whenFocused(
  inside: () => Element | null,
  run: (focused: boolean) => void,
  most_ms: number,
): () => void {
  const done = (focused: boolean): void => {
    stop()
    run(focused)
  }
  const look = (): void => {
    const at = document.activeElement
    if (isControl(at) && inside()?.contains(at)) done(true)
  }
  const timer = setTimeout(() => done(false), most_ms)
  const stop = (): void => {
    clearTimeout(timer)
    window.removeEventListener('focusin', look)
  }
  window.addEventListener('focusin', look)
  look()
  return stop
}

/** The topmost dialog, else the page. */
export function roomOf(from: Element | null): Element {
  return (
    from?.closest('.MuiModal-root') ??
    [...document.querySelectorAll('.MuiModal-root:not(.MuiModal-hidden)')].at(-1) ??
    document.body
  )
}
