import { element } from '#engine/client'

/** The heading of a view, which gets the focus when it is opened. */
export function heading(text: string): HTMLElement {
  const title = element('h1', { text })
  title.tabIndex = -1
  return title
}

/** A badge of a ride's state: its colour beside its name, so that nobody needs to see colours. */
export function badge({ name, color }: { readonly name: string; readonly color: string }): HTMLElement {
  const made = element('span', { of: 'badge', text: name })
  made.style.setProperty('--state', color)
  return made
}

/** Names and what they are. */
export const facts = (rows: readonly (readonly [string, string | null | undefined])[]): HTMLElement =>
  element('dl', {
    of: 'facts',
    inside: rows
      .filter(([, text]) => text)
      .flatMap(([name, text]) => [element('dt', { text: name }), element('dd', { text: text ?? '' })]),
  })

/** A form that stands below the button that opened it, with room for what is wrong. */
export function panel(
  title: string,
  parts: readonly Node[],
  send: string,
  submit: () => Promise<void>,
): { readonly node: HTMLFormElement; wrong(text: string): void } {
  const why = element('p', { of: 'wrong' })
  why.setAttribute('role', 'alert')
  const press = element('button', { of: 'press', text: send })
  press.type = 'submit'
  const name = element('h2', { text: title })
  name.tabIndex = -1
  const node = element('form', { of: 'panel', inside: [name, ...parts, why, press] })
  node.noValidate = true
  node.addEventListener('submit', (event) => {
    event.preventDefault()
    if (node.getAttribute('aria-busy') === 'true') return
    node.setAttribute('aria-busy', 'true')
    void submit().finally(() => node.setAttribute('aria-busy', 'false'))
  })
  return {
    node,
    wrong: (text) => {
      why.textContent = text
    },
  }
}

/** A labelled box. */
export function labelled(label: string, box: HTMLInputElement | HTMLTextAreaElement): HTMLElement {
  const text = element('span', { text: label })
  return element('label', { of: 'labelled', inside: [text, box] })
}
