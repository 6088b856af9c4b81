import { roomOf } from './when-focused'

// What Tab would go to, for keys that are pressed again by the program: a browser moves the focus for keys of a person
// alone.

const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]'

/** The next stop of Tab after (or before) an element, within the topmost dialog where one is open. */
export function nextStop(from: Element | null, back: boolean): HTMLElement | null {
  const stops = [...roomOf(from).querySelectorAll<HTMLElement>(STOPS)].filter(isStop)
  const at = from === null ? -1 : stops.findIndex((stop) => stop === from)
  if (at >= 0) return stops[at + (back ? -1 : 1)] ?? stops.at(back ? -1 : 0) ?? null
  if (from === null || from === document.body) return stops.at(back ? -1 : 0) ?? null
  // The element itself is no stop: what stands after it in the page.
  const after = stops.filter((stop) => (from.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
  const before = stops.filter((stop) => !after.includes(stop))
  return (back ? before.at(-1) : after[0]) ?? null
}

function isStop(element: HTMLElement): boolean {
  if (
    element.tabIndex < 0 ||
    element.matches(':disabled, [type=hidden], [data-testid^=sentinel]') ||
    element.closest('[inert]')
  )
    return false
  // Of radio buttons the chosen one alone is a stop.
  if (element instanceof HTMLInputElement && element.type === 'radio' && !element.checked && chosenOf(element))
    return false
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden'
}

const chosenOf = ({ form, name }: HTMLInputElement): Element | null =>
  (form ?? document).querySelector(`input[type=radio][name="${CSS.escape(name)}"]:checked`)
