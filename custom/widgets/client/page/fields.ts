import { element } from '#engine/client'
import type { WizardErrors } from '../wizard/wizard'

/** Its name is that of the wizard's field: where the field is wrong, the box says so and leads to the sentence. */
export interface PageField {
  readonly node: HTMLElement
  readonly name: string
  wrong(sentence: string | undefined): void
}

/** A labelled box with room for what is wrong with it. @param beside what stands in one line with the box */
export function field(
  name: string,
  label: string,
  box: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
  beside: readonly Node[] = [],
): PageField {
  box.id = `f-${name}`
  box.name = name
  const text = element('label', { text: label })
  text.htmlFor = box.id
  const why = element('p', { of: 'wrong' })
  why.id = `w-${name}`
  const line = beside.length === 0 ? box : element('div', { of: 'line', inside: [box, ...beside] })
  return {
    node: element('div', { of: 'field', inside: [text, line, why] }),
    name,
    wrong: (sentence) => mark(box, why, sentence),
  }
}

/** Choices of one thing under a legend. */
export function choiceSet(name: string, legend: string, inside: readonly Node[], of = 'choices'): PageField {
  const why = element('p', { of: 'wrong' })
  why.id = `w-${name}`
  const node = element('fieldset', { of, inside: [element('legend', { text: legend }), ...inside, why] })
  node.tabIndex = -1
  return { node, name, wrong: (sentence) => mark(node, why, sentence) }
}

function mark(box: HTMLElement, why: HTMLElement, sentence: string | undefined): void {
  why.textContent = sentence ?? ''
  if (sentence === undefined) {
    box.removeAttribute('aria-invalid')
    box.removeAttribute('aria-describedby')
  } else {
    box.setAttribute('aria-invalid', 'true')
    box.setAttribute('aria-describedby', why.id)
  }
}

/** One of a group of choices, beside its text. */
export function radio(
  group: string,
  inside: readonly Node[],
  choose: () => void,
): { readonly node: HTMLLabelElement; readonly input: HTMLInputElement } {
  const input = element('input')
  input.type = 'radio'
  input.name = group
  input.addEventListener('change', choose)
  return { node: element('label', { of: 'radio', inside: [input, ...inside] }), input }
}

/** A box of a kind, with what browsers are to know of it. */
export function box(properties: Partial<HTMLInputElement>, typed: (value: string) => void): HTMLInputElement {
  const input = element('input')
  Object.assign<HTMLElement, object>(input, properties)
  input.addEventListener('input', () => typed(input.value))
  return input
}

/** Shows the errors at their boxes. @returns those that no box shows */
export function showErrors(
  fields: readonly PageField[],
  errors: WizardErrors,
  say: (error: string) => string,
): readonly string[] {
  const shown = new Set(fields.map(({ name }) => name))
  for (const { name, wrong } of fields) wrong(errors[name] === undefined ? undefined : say(errors[name]))
  return Object.entries(errors)
    .filter(([name]) => !shown.has(name))
    .map(([, error]) => say(error))
}
