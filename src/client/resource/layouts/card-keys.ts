import { useTranslate, type Identifier } from 'react-admin'
import { useRef, type RefObject } from 'react'
import { useKeys } from '../../../ui/keys'
import { useScope } from '../scope'
import { useScreen } from '../screen'

/**
 * `j` `k` go from card to card in reading order, `e` edits the focused one; Enter follows its link.
 * @returns what the cards stand in; each has its id in `data-row` and a link to its record
 */
export function useCardKeys<Frame extends HTMLElement = HTMLElement>(): RefObject<Frame | null> {
  const frame = useRef<Frame>(null)
  const translate = useTranslate()
  const screen = useScreen()
  const { mayEdit } = useScope()
  const cards = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const focused = () => document.activeElement?.closest<HTMLElement>('[data-row]') ?? null
  const step = (by: 1 | -1) => {
    const all = cards()
    const now = focused()
    const at = now ? all.indexOf(now) : by > 0 ? -1 : all.length
    const next = all[Math.max(0, Math.min(all.length - 1, at + by))]
    next?.querySelector<HTMLElement>('a')?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  useKeys([
    { keys: 'j', label: translate('list.key_row_next'), run: () => step(1), active: true },
    { keys: 'k', label: translate('list.key_row_prev'), run: () => step(-1), active: true },
    {
      keys: 'e',
      label: translate('list.key_edit'),
      run: () => {
        const id = frame.current?.contains(document.activeElement) ? focused()?.dataset['row'] : undefined
        if (id !== undefined) screen.edit(id as Identifier)
      },
      active: mayEdit,
    },
  ])
  return frame
}
