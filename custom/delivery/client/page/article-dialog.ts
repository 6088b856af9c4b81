import { element, pageButton } from '#engine/client'
import { labelled } from '../../../clients/client/public'
import type { MenuArticle } from '../../model/client-calls'
import type { StoreContext } from './store-context'

type Group = MenuArticle['groups'][number]
const MAX_QUANTITY = 99
const MAX_NOTES = 160

/**
 * Asks how many of an article, with which options; the dialog is the browser's own, which keeps the focus and ends by
 * Escape.
 */
export function articleDialog(context: StoreContext, article: MenuArticle): void {
  const { say, money, cart, tell } = context
  let quantity = 1
  const chosen = new Map<number, Set<number>>(article.groups.map(({ id }) => [id, new Set<number>()]))
  const notes = element('input')
  Object.assign(notes, { maxLength: MAX_NOTES, autocomplete: 'off' })
  const many = element('output', { text: '1' })
  const add = element('button', { of: 'press' })
  add.type = 'submit'
  const wrong = element('p', { of: 'wrong' })
  wrong.setAttribute('role', 'alert')
  const options = () =>
    article.groups.flatMap((group) => group.options.filter(({ id }) => chosen.get(group.id)?.has(id)))
  const price = (): number => article.price + options().reduce((sum, one) => sum + one.price, 0)
  const show = (): void => {
    many.textContent = String(quantity)
    add.textContent = `${say('add')} · ${money(price() * quantity)}`
  }
  const step = (by: number): void => {
    quantity = Math.min(MAX_QUANTITY, Math.max(1, quantity + by))
    show()
  }
  const [less, more] = [pageButton('−', () => step(-1)), pageButton('+', () => step(1))]
  less.setAttribute('aria-label', say('less'))
  more.setAttribute('aria-label', say('more'))
  const title = element('h2', { text: article.name })
  const close = pageButton(say('close'), () => dialog.close())
  const form = element('form', {
    of: 'article-form',
    inside: [
      title,
      ...(article.description ? [element('p', { of: 'soft', text: article.description })] : []),
      ...article.groups.map((group) => groupOf(context, group, chosen, show)),
      labelled(say('article_notes'), notes),
      element('div', { of: 'amount', inside: [less, many, more] }),
      wrong,
      element('div', { of: 'buttons', inside: [add, close] }),
    ],
  })
  form.noValidate = true
  const dialog = element('dialog', { of: 'page rides article-dialog', inside: [form] })
  dialog.setAttribute('aria-label', article.name)
  dialog.addEventListener('close', () => dialog.remove())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const missing = article.groups.find(({ id, minimum }) => (chosen.get(id)?.size ?? 0) < minimum)
    if (missing) {
      wrong.textContent = `${missing.name}: ${say('choose_from', missing.minimum)}`
      form.querySelector<HTMLElement>(`[data-group="${missing.id}"] input`)?.focus()
      return
    }
    const picked = options()
    cart.put([
      ...cart.read().lines,
      {
        id_article: article.id,
        quantity,
        name: article.name,
        notes: notes.value.trim() || null,
        price: price(),
        options: picked.map(({ id }) => ({ id, quantity: 1 })),
        chosen: picked.map(({ name }) => name),
      },
    ])
    dialog.close()
    tell(`${quantity} × ${article.name}`)
  })
  show()
  document.body.append(dialog)
  dialog.showModal()
}

/** One of which one is chosen is of radios, another of boxes up to its maximum. */
function groupOf(
  { say }: StoreContext,
  group: Group,
  chosen: Map<number, Set<number>>,
  changed: () => void,
): HTMLElement {
  const { id, name, minimum, maximum, options } = group
  const own = chosen.get(id) ?? new Set<number>()
  const hint = minimum > 0 ? say('choose_from', minimum) : say('choose_up_to', maximum)
  const isOne = minimum === 1 && maximum === 1
  const boxes = options.map((option) => {
    const box = element('input')
    Object.assign(box, { type: isOne ? 'radio' : 'checkbox', name: `group-${id}`, disabled: option.sold_out })
    box.addEventListener('change', () => {
      if (isOne) own.clear()
      if (box.checked) own.add(option.id)
      else own.delete(option.id)
      if (own.size > maximum) {
        own.delete(option.id)
        box.checked = false
      }
      changed()
    })
    const more = option.sold_out ? say('sold_out') : option.price > 0 ? `\u2066+ ${option.price_text}\u2069` : ''
    return element('label', {
      of: 'choice',
      inside: [box, element('span', { text: option.name }), element('span', { of: 'soft', text: more })],
    })
  })
  const made = element('fieldset', { inside: [element('legend', { text: `${name} · ${hint}` }), ...boxes] })
  made.dataset['group'] = String(id)
  return made
}
