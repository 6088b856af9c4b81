import { useEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** A new page starts at its top; one that is come back to, where it was left; a dialog over a page moves nothing. */
export function usePageScroll<E extends HTMLElement>(): RefObject<E | null> {
  const page = useRef<E>(null)
  const tops = useRef(new Map<string, number>())
  const { key, pathname, state } = useLocation()
  const arrival = useNavigationType()
  const shown = useRef(pathname)
  const overPage = typeof state === 'object' && state !== null && 'dialog' in state
  useEffect(() => {
    const element = page.current
    if (!element) return undefined
    const turned = shown.current !== pathname
    shown.current = pathname
    if (arrival === 'POP') element.scrollTo(0, tops.current.get(key) ?? element.scrollTop)
    else if (turned && !overPage) element.scrollTo(0, 0)
    const remember = (): void => void tops.current.set(key, element.scrollTop)
    remember()
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [key, pathname, arrival, overPage])
  return page
}
