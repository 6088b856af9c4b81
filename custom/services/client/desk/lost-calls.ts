import { HOUR_MS } from '#engine/model'
import type { EnquiryDesk, Enquiries } from './enquiries'
import type { Enquiry } from './enquiry'
import { keptValue, type Kept, type ListedKept } from './kept-value'

/** What was typed before is nobody's call any more. */
const MAX_AGE_MS = 12 * HOUR_MS

/** Where a tab keeps its calls, with a copy that outlives it: a browser that crashes or is closed forgets its tabs. */
export const withCopy = (own: Kept | null, copies: Kept | null, copy: string): Kept => ({
  getItem: (key) => own?.getItem(key) ?? null,
  setItem(key, value) {
    own?.setItem(key, value)
    copies?.setItem(copy, value)
  },
  removeItem(key) {
    own?.removeItem(key)
    copies?.removeItem(copy)
  },
})

/**
 * Takes the calls that tabs have left who are gone, the oldest first.
 * @param isThere whether a tab is open, by its name
 */
export function takeLost(
  copies: ListedKept,
  place: string,
  isThere: (tab: string) => boolean,
  now_ms: number,
): readonly Enquiry[] {
  const kept = copies.keys().filter((key) => key.startsWith(`${place}.`))
  const lost = kept.filter((key) => !isThere(key.slice(place.length + 1)))
  return lost
    .flatMap((key) => {
      const value = keptValue<EnquiryDesk>(copies, key)
      const desk = value.read()
      value.write(null)
      if (!desk) return []
      const typed = [...desk.aside, ...(desk.open.content ? [desk.open] : [])]
      return typed.filter(({ begun_ms }) => now_ms - begun_ms < MAX_AGE_MS)
    })
    .sort((one, other) => one.begun_ms - other.begun_ms)
}

/** Says that this tab is there for as long as it is, and puts at its side what other tabs have left. */
export async function takeOverLostCalls(
  enquiries: Pick<Enquiries, 'putAside'>,
  copies: ListedKept,
  place: string,
  tab: string,
  locks: LockManager,
): Promise<void> {
  await new Promise<void>((isHeld) => {
    void locks.request(`${place}.${tab}`, () => {
      isHeld()
      return new Promise(() => {})
    })
  })
  // One tab at a time: of two that are opened one has them.
  await locks.request(place, async () => {
    const { held = [] } = await locks.query()
    const names = new Set(held.map(({ name }) => name))
    const lost = takeLost(copies, place, (one) => one === tab || names.has(`${place}.${one}`), Date.now())
    for (const call of lost) enquiries.putAside({ ...call, isRestored: true })
  })
}
