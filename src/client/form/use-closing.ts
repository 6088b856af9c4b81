import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useLossQuestion } from './leave-guard'

interface Closing {
  /** Asks about changes, then closes. */
  readonly close: () => void
  /** Escape: out of the field, else out of the form. */
  readonly escape: () => void
  /** It was discarded: nothing guards it any more. */
  readonly isOver: boolean
  readonly dialog: ReactNode
}

/**
 * How a form of a feature's own is closed: a question before changes are lost.
 * @param box the form's element; it takes the focus of a field that is left
 */
export function useClosing({
  box,
  isDirty,
  onClosed,
  forget,
}: {
  box: RefObject<HTMLElement | null>
  isDirty: boolean
  onClosed: () => void
  forget: () => void
}): Closing {
  const [ask, dialog] = useLossQuestion()
  const [isOver, setOver] = useState(false)
  const latest = useRef(onClosed)
  useEffect(() => {
    latest.current = onClosed
  })
  // Runs after the guard, a child of the form, has been released.
  useEffect(() => {
    if (isOver) latest.current()
  }, [isOver])
  const end = (): void => {
    forget()
    setOver(true)
  }
  const close = (): void => {
    if (!isDirty) return end()
    void ask().then((yes) => yes && end())
  }
  const escape = (): void => {
    const { activeElement } = document
    const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement
    if (isField && box.current?.contains(activeElement)) box.current.focus()
    else close()
  }
  return { close, escape, isOver, dialog }
}
