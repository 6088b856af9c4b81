import { element, publicGet, publicPost } from '#engine/client'
import type { WidgetPlace } from '../../model/booking-item'
import type { WidgetFoundPlace } from '../../model/widget-calls'
import { field, type PageField } from './fields'

/** Typing rests this long before it is searched. */
const REST_MS = 250
const MAX_CHARS = 200

export interface PlaceBox extends PageField {
  show(place: WidgetPlace | null): void
  /** Resolves when what was typed has been searched and chosen. */
  settled(): Promise<void>
}

interface PlaceBoxOptions {
  readonly id_widget: number
  readonly name: 'org' | 'dst'
  readonly label: string
  readonly words: { readonly [word: string]: string }
  readonly choose: (place: WidgetPlace | null) => void
}

/**
 * A box that finds places as people type: arrows walk through them, Enter takes one, and who leaves the box has taken
 * the first.
 */
export function placeBox({ id_widget, name, label, words, choose }: PlaceBoxOptions): PlaceBox {
  const input = Object.assign(element('input'), {
    type: 'text',
    autocomplete: 'off',
    maxLength: MAX_CHARS,
    placeholder: words['choose_place'] ?? '',
  })
  const list = element('ul', { of: 'found' })
  list.id = `l-${name}`
  list.hidden = true
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', label)
  for (const [key, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': list.id,
  }))
    input.setAttribute(key, value)
  const none = element('p', { of: 'soft none' })
  none.setAttribute('role', 'status')
  const session = key()
  const state = { items: [] as readonly WidgetFoundPlace[], at: -1, turn: 0, isOpen: false, isChosen: true }
  let timer: ReturnType<typeof setTimeout> | undefined
  let under: Promise<void> = Promise.resolve()

  const close = (): void => {
    state.isOpen = false
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
  }
  const walk = (to: number): void => {
    state.at = to
    for (const [i, option] of [...list.children].entries()) option.setAttribute('aria-selected', String(i === to))
    const option = list.children[to]
    if (!option) return
    input.setAttribute('aria-activedescendant', option.id)
    option.scrollIntoView({ block: 'nearest' })
  }
  const take = async (item: WidgetFoundPlace): Promise<void> => {
    const mine = ++state.turn
    state.isChosen = true
    close()
    input.value = placeLine(item)
    const whole =
      item.lat !== null && item.lng !== null
        ? item
        : await publicGet<WidgetFoundPlace>(`../client/widgets/${id_widget}/place`, {
            id: item.id,
            sessiontoken: session,
          }).catch(() => null)
    if (mine !== state.turn) return
    if (whole === null || whole.lat === null || whole.lng === null) state.isChosen = false
    else choose({ address: placeLine(item), lat: whole.lat, lng: whole.lng, name: item.name === '' ? null : item.name })
  }
  const search = async (): Promise<void> => {
    const mine = ++state.turn
    const query = input.value.trim()
    const answer = await publicPost<{ readonly items: readonly WidgetFoundPlace[] }>(
      `../client/widgets/${id_widget}/places`,
      { query, sessiontoken: session },
    ).catch(() => null)
    if (mine !== state.turn) return
    state.items = answer?.items ?? []
    list.replaceChildren(...state.items.map((item, i) => optionOf(name, i, item)))
    none.textContent =
      state.items.length > 0 || query === '' ? '' : ((answer === null ? words['unreached'] : words['no_places']) ?? '')
    state.isOpen = state.items.length > 0
    list.hidden = !state.isOpen || document.activeElement !== input
    input.setAttribute('aria-expanded', String(!list.hidden))
    state.at = -1
  }
  /** What was typed is searched and its first place taken. */
  const finish = async (): Promise<void> => {
    clearTimeout(timer)
    if (state.isChosen || input.value.trim() === '') return close()
    if (!state.isOpen) await search()
    const first = state.items[Math.max(0, state.at)]
    if (first && !state.isChosen) await take(first)
    close()
  }

  input.addEventListener('input', () => {
    clearTimeout(timer)
    if (state.isChosen) choose(null)
    state.isChosen = false
    state.isOpen = false
    state.turn++
    none.textContent = ''
    if (input.value.trim() === '') return close()
    timer = setTimeout(() => {
      under = search()
    }, REST_MS)
  })
  input.addEventListener('focus', () => {
    if (input.value === '') under = search()
  })
  input.addEventListener('blur', () => {
    under = under.then(finish)
  })
  input.addEventListener('keydown', (event) => {
    const { length } = state.items
    if (event.key === 'Escape' && !list.hidden) close()
    else if (state.isOpen && event.key === 'ArrowDown') walk((state.at + 1) % length)
    else if (state.isOpen && event.key === 'ArrowUp') walk((state.at - 1 + length) % length)
    else if (state.isOpen && !list.hidden && event.key === 'Enter')
      under = take(state.items[Math.max(0, state.at)] as WidgetFoundPlace)
    else return
    event.preventDefault()
  })
  // The press comes before the box is left.
  list.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    const item = state.items[[...list.children].indexOf((event.target as Element).closest('li') as HTMLLIElement)]
    if (item) under = take(item)
  })
  const own = field(name, label, input)
  own.node.append(none, list)
  return {
    ...own,
    show(place) {
      if (place === null) return
      // Put by a pin on the map, or by a trip that is repeated.
      state.isChosen = true
      input.value = place.address
    },
    async settled() {
      await under
      await finish()
    },
  }
}

const placeLine = ({ name, address }: WidgetFoundPlace): string =>
  name === '' || address.startsWith(name) ? address : address === '' ? name : `${name}, ${address}`

function optionOf(of: string, i: number, { name, address }: WidgetFoundPlace): HTMLLIElement {
  const option = element('li', {
    inside: [
      element('span', { text: name || address }),
      ...(name === '' || address === name ? [] : [element('span', { of: 'soft', text: address })]),
    ],
  })
  option.id = `o-${of}-${i}`
  option.setAttribute('role', 'option')
  option.setAttribute('aria-selected', 'false')
  return option
}

/** Joins the searches of one box. */
const key = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
