import { useEvent, useTranslate, type Identifier } from 'react-admin'
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useKeys } from '../../../../ui/keys'
import { useScope } from '../../scope'
import { useScreen } from '../../screen'

/** Places of a board as the page has them: columns of cards. */
const columnsIn = (root: HTMLElement | null): readonly HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[data-board-column]') ?? []),
]
const cardsIn = (column: HTMLElement | undefined): readonly HTMLElement[] => [
  ...(column?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
]
const focusedCard = (root: HTMLElement | null): HTMLElement | null => {
  const card = document.activeElement?.closest<HTMLElement>('[data-row]') ?? null
  return card && root?.contains(card) ? card : null
}

/** Puts the focus on a card, where it is on the board. */
export function focusCard(root: HTMLElement | null, id: string): void {
  const card = root?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
  card?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

interface BoardKeys {
  readonly lift: (id: string) => void
  /** Opens what can be done with a card. */
  readonly menu: (id: string, anchor: HTMLElement) => void
  readonly select: (id: Identifier) => void
  /** Handles the keys of a lifted card; true: it did. */
  readonly lifted: (key: string) => boolean
}

/**
 * `j` `k` and the arrows go through a column, left and right to the next one, `m` lifts the card, `a` says what can be
 * done with it, `e` edits and `x` selects it; Enter follows its link.
 * @returns what the board does with a key
 */
export function useBoardKeys(
  root: RefObject<HTMLElement | null>,
  { lift, menu, select, lifted }: BoardKeys,
): (event: KeyboardEvent) => void {
  const translate = useTranslate()
  const screen = useScreen()
  const { mayEdit } = useScope()
  const go = (column: number, row: number): void => {
    const card = cardsIn(columnsIn(root.current)[column])[row]
    card?.querySelector<HTMLElement>('a')?.focus()
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const placeOf = (card: HTMLElement): readonly [column: number, row: number] => {
    const columns = columnsIn(root.current)
    const column = columns.findIndex((one) => one.contains(card))
    return [column, cardsIn(columns[column]).indexOf(card)]
  }
  const step = (by: 1 | -1): void => {
    const card = focusedCard(root.current)
    const columns = columnsIn(root.current)
    if (!card)
      return go(
        columns.findIndex((column) => cardsIn(column).length > 0),
        0,
      )
    const [column, row] = placeOf(card)
    go(column, Math.max(0, Math.min(cardsIn(columns[column]).length - 1, row + by)))
  }
  /** The card at the same height of the next column that has any. */
  const turn = (by: 1 | -1): void => {
    const card = focusedCard(root.current)
    if (!card) return
    const columns = columnsIn(root.current)
    const [from, row] = placeOf(card)
    for (let column = from + by; column >= 0 && column < columns.length; column += by) {
      const count = cardsIn(columns[column]).length
      if (count > 0) return go(column, Math.min(row, count - 1))
    }
  }
  const onCard = (run: (id: string) => void) => (): void => {
    const id = focusedCard(root.current)?.dataset['row']
    if (id !== undefined) run(id)
  }
  useKeys([
    { keys: 'j', label: translate('list.key_row_next'), run: () => step(1) },
    { keys: 'k', label: translate('list.key_row_prev'), run: () => step(-1) },
    { keys: 'l', label: translate('board.key_column_next'), run: () => turn(1) },
    { keys: 'h', label: translate('board.key_column_prev'), run: () => turn(-1) },
    { keys: 'm', label: translate('board.key_move'), run: onCard(lift) },
    {
      keys: 'a',
      label: translate('board.key_menu'),
      run: () => {
        const card = focusedCard(root.current)
        if (card) menu(card.dataset['row'] ?? '', card.querySelector<HTMLElement>('.menu') ?? card)
      },
    },
    { keys: 'e', label: translate('list.key_edit'), run: onCard((id) => screen.edit(id)), active: mayEdit },
    { keys: 'x', label: translate('list.key_select'), run: onCard((id) => select(id)) },
  ])
  return (event) => {
    if (lifted(event.key)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !focusedCard(root.current)) return
    const steps: { readonly [key: string]: () => void } = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      ArrowRight: () => turn(1),
      ArrowLeft: () => turn(-1),
    }
    const run = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined
    if (!run) return
    event.preventDefault()
    run()
  }
}

/** A card keeps the focus when it comes to stand elsewhere, as a poll or a move draws it anew. */
export function useKeptFocus(root: RefObject<HTMLElement | null>): { readonly hold: (id: string | null) => void } {
  const held = useRef<string | null>(null)
  useEffect(() => {
    if (held.current !== null && document.activeElement === document.body) focusCard(root.current, held.current)
  })
  // Whoever clicks beside the cards has left them.
  useEffect(() => {
    const leave = (event: PointerEvent) => {
      if (!(event.target instanceof Element) || !event.target.closest('[data-row]')) held.current = null
    }
    window.addEventListener('pointerdown', leave)
    return () => window.removeEventListener('pointerdown', leave)
  }, [])
  return {
    hold: useEvent((id: string | null) => {
      held.current = id
    }),
  }
}
