import { useSyncExternalStore } from 'react'
import { randomKey } from '#engine/client'
import type { Enquiry, EnquiryContent } from './enquiry'
import { keptValue, listedStorage, storageOf, tabName, type Kept } from './kept-value'
import { takeOverLostCalls, withCopy } from './lost-calls'

export interface EnquiryDesk {
  /** The one in the form, as it came there: what is typed in it draws nothing anew. */
  readonly open: Enquiry
  /** Those that were put aside, the one that waits longest first. */
  readonly aside: readonly Enquiry[]
}

/**
 * The calls of an operator in this tab: one is in the form, others wait at its side, each with what was typed of it
 * alone.
 */
export interface Enquiries {
  readonly get: () => EnquiryDesk
  readonly subscribe: (changed: () => void) => () => void
  /** Notes what stands in the form of an enquiry; null: nothing. */
  readonly note: (key: string, content: EnquiryContent | null) => void
  /** Whether anything stands in the form. */
  readonly isTyped: () => boolean
  /** The form is left: what stands in it is there again when somebody comes back. */
  readonly rest: () => void
  /** An empty one; what was typed of the one before is put aside. */
  readonly begin: () => void
  /** An empty one; the one before is over. */
  readonly end: () => void
  readonly putAside: (enquiry: Enquiry) => void
  /** Puts one into the form, and what was there aside. */
  readonly open: (enquiry: Enquiry) => void
  /** The one that waits longest. */
  readonly next: () => void
  readonly remove: (key: string) => void
}

// More nobody has in mind; the oldest goes.
const MAX_KEPT = 20
const PAUSE_MS = 300

const emptyEnquiry = (): Enquiry => ({
  key: randomKey(),
  begun_ms: Date.now(),
  content: null,
  cloned: null,
  refused: null,
  sent: null,
  isRestored: false,
})

export function createEnquiries(kept: Kept | null, place: string): Enquiries {
  const value = keptValue<EnquiryDesk>(kept, place)
  const before = value.read()
  let desk: EnquiryDesk = before
    ? { ...before, open: before.open.content ? { ...before.open, isRestored: true } : emptyEnquiry() }
    : { open: emptyEnquiry(), aside: [] }
  // What stands in the form now.
  let typed = desk.open.content
  const watchers = new Set<() => void>()
  let waiting: ReturnType<typeof setTimeout> | undefined
  const keep = (): void => {
    clearTimeout(waiting)
    waiting = undefined
    value.write(typed || desk.aside.length > 0 ? { ...desk, open: { ...desk.open, content: typed } } : null)
  }
  const set = (next: EnquiryDesk): void => {
    if (next.open !== desk.open) typed = next.open.content
    desk = next
    keep()
    for (const changed of watchers) changed()
  }
  /** Those at the side, with the open one if anything was typed of it. */
  const withOpen = (): readonly Enquiry[] =>
    typed ? [...desk.aside, { ...desk.open, content: typed, isRestored: false }].slice(-MAX_KEPT) : desk.aside
  const open = (enquiry: Enquiry): void => {
    if (enquiry.key === desk.open.key) return
    set({ open: enquiry, aside: withOpen().filter(({ key }) => key !== enquiry.key) })
  }
  return {
    get: () => desk,
    subscribe(changed) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    note(key, content) {
      if (key !== desk.open.key || (content === null && typed === null)) return
      typed = content
      waiting ??= setTimeout(keep, PAUSE_MS)
    },
    isTyped: () => typed !== null,
    rest() {
      if (typed && typed !== desk.open.content)
        set({ ...desk, open: { ...desk.open, content: typed, isRestored: true } })
    },
    begin: () => set({ open: emptyEnquiry(), aside: withOpen() }),
    putAside: (enquiry) => set({ ...desk, aside: [...desk.aside, enquiry].slice(-MAX_KEPT) }),
    end: () => set({ ...desk, open: emptyEnquiry() }),
    open,
    next() {
      const [first] = desk.aside
      if (first) open(first)
    },
    remove: (key) => set({ ...desk, aside: desk.aside.filter((one) => one.key !== key) }),
  }
}

const known = new Map<number, Enquiries>()

/** Those of an operator in this tab. */
export function enquiriesOf(id_actor: number): Enquiries {
  const one = known.get(id_actor) ?? openEnquiries(`toolrides_v5.enquiries.${id_actor}`)
  known.set(id_actor, one)
  return one
}

function openEnquiries(place: string): Enquiries {
  const [own, copies, tab] = [storageOf('sessionStorage'), listedStorage('localStorage'), tabName()]
  // Without locks, as in a page that is not secure, nobody knows which tabs are there: what one leaves is lost.
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  if (!locks || !copies) return createEnquiries(own, place)
  const enquiries = createEnquiries(withCopy(own, copies, `${place}.${tab}`), place)
  void takeOverLostCalls(enquiries, copies, place, tab, locks)
  return enquiries
}

export function useEnquiries(id_actor: number): EnquiryDesk {
  const enquiries = enquiriesOf(id_actor)
  return useSyncExternalStore(enquiries.subscribe, enquiries.get)
}
