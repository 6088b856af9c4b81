import { useEffect, useRef, useState, type FocusEvent } from 'react'

// Fewer rows than this are drawn with all their inputs.
const MANY = 25
// About a screen before and after the visible rows, so that Tab always finds its next input.
const MARGIN = '800px 0px'

/**
 * Whether a row of a long grid is near the visible rows: only then it has its inputs, which cost a hundred times its
 * texts. The row that has the focus keeps them; a text that gets the focus (from the list of errors) becomes its input.
 */
export function useNear<Element extends HTMLElement>(count: number) {
  const row = useRef<Element>(null)
  const wanted = useRef<string | null>(null)
  const many = count > MANY
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = row.current
    if (!many || !element) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => setSeen(entry?.isIntersecting === true || element.contains(document.activeElement)),
      {
        rootMargin: MARGIN,
      },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [many])
  useEffect(() => {
    if (wanted.current === null) return
    const control = row.current?.querySelector<HTMLElement>(`[name="${CSS.escape(wanted.current)}"]`)
    if (control) wanted.current = null
    control?.focus()
  })
  return {
    row,
    near: !many || seen,
    onFocus: ({ target }: FocusEvent) => {
      const name = target instanceof HTMLElement ? target.dataset['field'] : undefined
      if (name === undefined) return
      wanted.current = name
      setSeen(true)
    },
  }
}
