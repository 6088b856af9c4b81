import { expect, test, vi } from 'vitest'
import { createEnquiries } from '../../custom/services/client/desk/enquiries'
import { callerOf, type EnquiryContent } from '../../custom/services/client/desk/enquiry'
import { takeLost, takeOverLostCalls, withCopy } from '../../custom/services/client/desk/lost-calls'
import { emptyDraft } from '../../custom/services/client/form/draft'

/** A browser's storage that lives as long as a test. */
function memory() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    keys: () => [...values.keys()],
  }
}

const about = (id: number, name: string): EnquiryContent => {
  const client = { id, name, surname: null, phone: null, id_company: null, co_name: null, ca_name: null, state: '1' }
  return { draft: emptyDraft(client), caller: null, digits: [] }
}

/** A tab in which one call waits at the side and another is in the form. */
function tab(copies: ReturnType<typeof memory>, name: string, callers: readonly [string, string]) {
  const enquiries = createEnquiries(withCopy(memory(), copies, `x.${name}`), 'x')
  enquiries.note(enquiries.get().open.key, about(1, callers[0]))
  enquiries.begin()
  enquiries.note(enquiries.get().open.key, about(2, callers[1]))
  enquiries.rest()
  return enquiries
}

/** The locks of a browser, of which others hold some. */
function locksOf(...others: readonly string[]): LockManager {
  const held = new Set(others)
  const request = async (name: string, ...rest: readonly unknown[]) => {
    held.add(name)
    return (rest.at(-1) as () => Promise<unknown>)()
  }
  return {
    request,
    query: async () => ({ held: [...held].map((name) => ({ name })), pending: [] }),
  } as unknown as LockManager
}

const names = (calls: readonly { readonly content: EnquiryContent | null }[]) =>
  calls.map(({ content }) => callerOf(content))

test('calls of a tab that is gone wait at the side of the next one, those of a tab that is there stay with it', async () => {
  const copies = memory()
  tab(copies, 'crashed', ['Ana', 'Luis'])
  tab(copies, 'there', ['Eva', 'Juan'])
  const next = createEnquiries(withCopy(memory(), copies, 'x.next'), 'x')
  const [before, changed] = [next.get().open, vi.fn()]
  next.subscribe(changed)
  await takeOverLostCalls(next, copies, 'x', 'next', locksOf('x.there'))
  expect([names(next.get().aside), next.get().open === before, changed.mock.calls.length]).toEqual([
    ['Ana', 'Luis'],
    true,
    2,
  ])
  // They are its own now: once it is gone as well, the one after it has them.
  expect(copies.keys().toSorted()).toEqual(['x.next', 'x.there'])
  expect(names(takeLost(copies, 'x', (one) => one === 'there', Date.now()))).toEqual(['Ana', 'Luis'])
})

test("what was typed half a day ago is nobody's call any more, and a copy that cannot be read is none", () => {
  const copies = memory()
  tab(copies, 'crashed', ['Ana', 'Luis'])
  copies.setItem('x.broken', '{')
  copies.setItem('y.other', '{}')
  expect(takeLost(copies, 'x', () => false, Date.now() + 13 * 3_600_000)).toEqual([])
  expect(copies.keys()).toEqual(['y.other'])
})

test('a call that is saved leaves no copy behind', () => {
  const copies = memory()
  const enquiries = tab(copies, 'mine', ['Ana', 'Luis'])
  enquiries.end()
  for (const { key } of enquiries.get().aside) enquiries.remove(key)
  expect(copies.keys()).toEqual([])
})
