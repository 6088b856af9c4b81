import { useEvent } from 'react-admin'
import { useEffect, type RefObject } from 'react'

/** A finger rests so long on a card before it is lifted: less is a tap or a scroll. */
const HOLD_MS = 380
/** Less movement is a click. */
const SLOP_PX = 7
/** So near to an edge the board scrolls by itself. */
const EDGE_PX = 56
const SCROLL_PX = 14

interface CardDrag {
  /** False: cards cannot be dragged here. */
  readonly active: boolean
  readonly onLift: (id: string) => void
  /** The key of the column under the pointer; null: none. */
  readonly onOver: (column: string | null) => void
  readonly onDrop: (id: string, column: string | null) => void
  readonly onCancel: () => void
}

/**
 * Lifts a card by the mouse, or by a finger that rests on it, and reports the column it is over. What follows the
 * pointer is a picture of the card, moved without drawing the board anew, so that a poll in between disturbs nothing.
 */
export function useCardDrag(root: RefObject<HTMLElement | null>, { active, ...handlers }: CardDrag): void {
  const onLift = useEvent(handlers.onLift)
  const onOver = useEvent(handlers.onOver)
  const onDrop = useEvent(handlers.onDrop)
  const onCancel = useEvent(handlers.onCancel)
  useEffect(() => {
    const frame = root.current
    if (!frame || !active) return undefined
    let end: (() => void) | null = null
    const onPress = (event: PointerEvent) => {
      const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
      if (!card || end || event.button !== 0 || !event.isPrimary || isControl(event.target as Element)) return
      end = follow(frame, card, event, { onLift, onOver, onDrop, onCancel }, () => {
        end = null
      })
    }
    // A link would be dragged as an address.
    const onNative = (event: DragEvent) => event.preventDefault()
    frame.addEventListener('pointerdown', onPress)
    frame.addEventListener('dragstart', onNative)
    return () => {
      end?.()
      frame.removeEventListener('pointerdown', onPress)
      frame.removeEventListener('dragstart', onNative)
    }
  }, [root, active, onLift, onOver, onDrop, onCancel])
}

const isControl = (target: Element): boolean => target.closest('button, input, label') !== null

/** From the press of one card to its end. @returns what ends it early */
function follow(
  frame: HTMLElement,
  card: HTMLElement,
  press: PointerEvent,
  on: Omit<CardDrag, 'active'>,
  onEnd: () => void,
): () => void {
  const id = card.dataset['row'] ?? ''
  const isTouch = press.pointerType === 'touch'
  const box = card.getBoundingClientRect()
  const [left, top] = [press.clientX - box.left, press.clientY - box.top]
  let [x, y] = [press.clientX, press.clientY]
  let ghost: HTMLElement | null = null
  let over: string | null = null
  let ticking = 0
  const stops: (() => void)[] = []
  const listen = <Type extends keyof WindowEventMap>(
    type: Type,
    handler: (event: WindowEventMap[Type]) => void,
    options?: AddEventListenerOptions,
  ): void => {
    window.addEventListener(type, handler, options)
    stops.push(() => window.removeEventListener(type, handler, options))
  }

  const place = (): void => {
    if (!ghost) return
    ghost.style.transform = `translate(${x - left}px, ${y - top}px) rotate(1.5deg)`
    const found =
      document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-board-column]')?.dataset['boardColumn'] ?? null
    if (found === over) return
    over = found
    on.onOver(over)
  }
  const tick = (): void => {
    const { left: from, right: to } = frame.getBoundingClientRect()
    if (x < from + EDGE_PX) frame.scrollLeft -= SCROLL_PX
    else if (x > to - EDGE_PX) frame.scrollLeft += SCROLL_PX
    place()
    ticking = requestAnimationFrame(tick)
  }
  const lift = (): void => {
    ghost = card.cloneNode(true) as HTMLElement
    ghost.removeAttribute('data-row')
    Object.assign(ghost.style, {
      position: 'fixed',
      left: '0',
      top: '0',
      width: `${box.width}px`,
      margin: '0',
      zIndex: '1400',
      pointerEvents: 'none',
      opacity: '0.94',
      boxShadow: '0 8px 24px rgba(0,0,0,.28)',
    })
    ghost.setAttribute('aria-hidden', 'true')
    card.parentElement?.append(ghost)
    // What was marked as text on the way is none.
    window.getSelection()?.removeAllRanges()
    document.body.style.userSelect = 'none'
    if (isTouch) navigator.vibrate?.(15)
    on.onLift(id)
    place()
    ticking = requestAnimationFrame(tick)
  }
  const stop = (): void => {
    clearTimeout(holding)
    cancelAnimationFrame(ticking)
    for (const one of stops) one()
    ghost?.remove()
    document.body.style.userSelect = ''
    onEnd()
  }
  const cancel = (): void => {
    const isLifted = ghost !== null
    stop()
    if (isLifted) on.onCancel()
  }
  const holding = isTouch ? setTimeout(lift, HOLD_MS) : undefined

  listen('pointermove', (event) => {
    if (event.pointerId !== press.pointerId) return
    ;[x, y] = [event.clientX, event.clientY]
    if (ghost) return place()
    if (Math.hypot(x - press.clientX, y - press.clientY) < SLOP_PX) return
    // A finger that moves at once scrolls.
    if (isTouch) stop()
    else lift()
  })
  listen('pointerup', (event) => {
    if (event.pointerId !== press.pointerId) return
    const isLifted = ghost !== null
    stop()
    if (!isLifted) return
    // The click that follows is none.
    const swallow = (click: MouseEvent) => {
      click.preventDefault()
      click.stopPropagation()
    }
    window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 50)
    on.onDrop(id, over)
  })
  listen('pointercancel', (event) => {
    if (event.pointerId === press.pointerId) cancel()
  })
  listen(
    'touchmove',
    (event) => {
      if (ghost) event.preventDefault()
    },
    { passive: false },
  )
  listen('contextmenu', (event) => {
    if (isTouch) event.preventDefault()
  })
  listen(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !ghost) return
      event.preventDefault()
      event.stopPropagation()
      cancel()
    },
    { capture: true },
  )
  listen('blur', cancel)
  return cancel
}
