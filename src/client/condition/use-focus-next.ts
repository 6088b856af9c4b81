import { useEffect, useRef } from 'react'

/**
 * Moves the focus to a control by its name once it is drawn: what is added, or the button that adds after a removal.
 */
export function useFocusNext(box: { readonly current: HTMLElement | null }): (name: string) => void {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const control = box.current?.querySelector<HTMLElement>(`[name="${wanted.current}"]`)
    if (!control) return
    wanted.current = null
    control.focus()
  })
  return (name) => {
    wanted.current = name
  }
}
