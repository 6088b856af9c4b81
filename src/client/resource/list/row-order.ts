import { useEvent, useListContext, useTranslate, type Identifier } from 'react-admin'
import { useEffect, useMemo, useRef, useState, type DragEvent, type HTMLAttributes, type KeyboardEvent } from 'react'
import { useProvider } from '../../console/provider'
import { useFailure } from '../../../ui/failure'

/** Orders rows by hand: by dragging the grip, by the arrow keys on it, or by the row's menu. */
export interface HandOrder {
  /** The order while it is being changed, null when it is the server's. */
  readonly draft: readonly Identifier[] | null
  readonly dragged: Identifier | null
  /** The last move, for screen readers. */
  readonly announcement: string
  readonly handle: (
    id: Identifier,
    name: string,
  ) => Pick<HTMLAttributes<HTMLElement>, 'onDragStart' | 'onDragEnd' | 'onKeyDown'> & { readonly draggable: boolean }
  readonly target: (id: Identifier) => Pick<HTMLAttributes<HTMLElement>, 'onDragOver' | 'onDrop'>
  readonly move: (id: Identifier, by: -1 | 1, name: string) => void
  readonly canMove: (id: Identifier, by: -1 | 1) => boolean
  /** Where the dragged row would be dropped, relative to the row it is over. */
  readonly drop?: (id: Identifier) => 'before' | 'after' | 'into' | undefined
}

/** @param ids the page's rows in the order they have now */
export function useRowOrder(resource: string, ids: readonly Identifier[]): HandOrder {
  const provider = useProvider()
  const { refetch } = useListContext()
  const fail = useFailure()
  const translate = useTranslate()
  const [draft, setDraft] = useState<readonly Identifier[] | null>(null)
  const [dragged, setDragged] = useState<Identifier | null>(null)
  const [announcement, setAnnouncement] = useState('')
  // The handlers stay the same while a row is dragged over its neighbours.
  const live = useRef({ ids, draft, dragged })
  useEffect(() => {
    live.current = { ids, draft, dragged }
  })

  const save = useEvent(async (order: readonly Identifier[]) => {
    setDraft(order)
    try {
      await provider.resort(resource, order)
    } catch (failure) {
      fail(failure)
    } finally {
      // The rows keep their new places until the server's order is here.
      await refetch()
      setDraft(null)
    }
  })

  return useMemo(() => {
    const move: HandOrder['move'] = (id, by, name) => {
      const order = moved(live.current.draft ?? live.current.ids, id, by)
      setAnnouncement(translate('list.moved', { name, place: order.indexOf(id) + 1 }))
      void save(order)
    }
    return {
      draft,
      dragged,
      announcement,
      move,
      canMove: (id, by) => {
        const at = live.current.ids.indexOf(id) + by
        return at >= 0 && at < live.current.ids.length
      },
      handle: (id, name) => ({
        draggable: true,
        onDragStart: (event: DragEvent<HTMLElement>) => {
          const row = event.currentTarget.closest('tr')
          if (row) event.dataTransfer.setDragImage(row, 16, 16)
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', String(id))
          // The next event may come before the next render.
          live.current = { ...live.current, draft: live.current.ids, dragged: id }
          setDragged(id)
          setDraft(live.current.ids)
        },
        onDragEnd: () => {
          const { ids: before, draft: after } = live.current
          setDragged(null)
          if (after && after.some((one, index) => one !== before[index])) void save(after)
          else setDraft(null)
        },
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          move(id, event.key === 'ArrowUp' ? -1 : 1, name)
        },
      }),
      target: (id) => ({
        onDragOver: (event: DragEvent) => {
          const { dragged: over, draft: order } = live.current
          if (over === null || !order) return
          event.preventDefault()
          if (over === id) return
          live.current = { ...live.current, draft: placed(order, over, order.indexOf(id)) }
          setDraft(live.current.draft)
        },
        onDrop: (event: DragEvent) => event.preventDefault(),
      }),
    }
  }, [save, translate, draft, dragged, announcement])
}

const placed = (order: readonly Identifier[], id: Identifier, at: number): readonly Identifier[] => {
  const rest = order.filter((one) => one !== id)
  return [...rest.slice(0, at), id, ...rest.slice(at)]
}

function moved(order: readonly Identifier[], id: Identifier, by: -1 | 1): readonly Identifier[] {
  const at = order.indexOf(id) + by
  return at < 0 || at >= order.length ? order : placed(order, id, at)
}
