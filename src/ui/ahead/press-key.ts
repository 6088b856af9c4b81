import { isLetter, type Press } from './hold'
import { nextStop } from './tab-order'
import { isTextElement } from './when-focused'

/**
 * Presses a key where the focus is: what listens to keys hears it first, as of a person's; else it does what the
 * browser would have done.
 * @returns false: nothing here takes it
 */
export function pressAgain(press: Press): boolean {
  const at = document.activeElement ?? document.body
  const event = new KeyboardEvent('keydown', {
    key: press.key,
    ctrlKey: press.ctrl,
    altKey: press.alt,
    shiftKey: press.shift,
    bubbles: true,
    cancelable: true,
    composed: true,
  })
  if (!at.dispatchEvent(event)) return true
  return isLetter(press) ? write(at, press.key) : !press.ctrl && !press.alt && DEFAULTS[press.key]?.(at, press) === true
}

const PRESSABLE = 'button, summary, [type=checkbox], [type=radio], [type=button], [type=submit]'

function write(at: Element, letter: string): boolean {
  // The browser's own way of typing: fields hear it, undo knows it, the longest length holds.
  if (isTextElement(at)) return document.execCommand('insertText', false, letter) || true
  if (letter !== ' ' || !(at instanceof HTMLElement) || !at.matches(PRESSABLE)) return false
  at.click()
  return true
}

const DEFAULTS: { readonly [key: string]: (at: Element, press: Press) => boolean } = {
  Tab(at, { shift }) {
    const stop = nextStop(at, shift)
    stop?.focus()
    if (stop instanceof HTMLInputElement && isTextElement(stop)) stop.select()
    return true
  },
  Enter(at) {
    if (at instanceof HTMLTextAreaElement || (at instanceof HTMLElement && at.isContentEditable))
      return document.execCommand('insertLineBreak') || true
    if (at instanceof HTMLInputElement && at.form) return submit(at.form)
    if (!(at instanceof HTMLElement) || !at.matches('a[href], button, summary')) return false
    at.click()
    return true
  },
  Backspace: (at) => isTextElement(at) && (document.execCommand('delete') || true),
  Delete: (at) => isTextElement(at) && (document.execCommand('forwardDelete') || true),
  ArrowLeft: (at) => move(at, (from) => from - 1),
  ArrowRight: (at) => move(at, (from) => from + 1),
  Home: (at) => move(at, () => 0),
  End: (at) => move(at, (_from, length) => length),
}

/** As Enter in a field does: the form's first button that sends it is pressed. */
function submit(form: HTMLFormElement): boolean {
  const button = [...form.elements].find(
    (one) => (one instanceof HTMLButtonElement || one instanceof HTMLInputElement) && one.type === 'submit',
  )
  if (button instanceof HTMLElement) button.click()
  else form.requestSubmit()
  return true
}

function move(at: Element, to: (from: number, length: number) => number): boolean {
  if (!(at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) || !isTextElement(at)) return false
  const place = Math.max(0, Math.min(at.value.length, to(at.selectionStart ?? at.value.length, at.value.length)))
  at.setSelectionRange(place, place)
  return true
}
