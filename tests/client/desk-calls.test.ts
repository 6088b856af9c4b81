import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEnquiries } from '../../custom/services/client/desk/enquiries'
import { callerOf, type EnquiryContent } from '../../custom/services/client/desk/enquiry'
import { isFilled } from '../../custom/services/client/desk/is-filled'
import { createOutbox, type Sending } from '../../custom/services/client/desk/outbox'
import { emptyDraft } from '../../custom/services/client/form/draft'
import { createTypeAhead, keptKey, withoutKey } from '../../custom/services/client/typed-ahead'

/** A browser's storage that lives as long as a test. */
function memory() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null, setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key), keys: () => [...values.keys()],
  }
}

const client = (id: number, name: string) => ({ id, name, surname: null, phone: null, id_company: null, co_name: null, ca_name: null, state: '1' })
const about = (id: number, name: string): EnquiryContent => ({ draft: emptyDraft(client(id, name)), caller: null, digits: [] })

describe('the calls of an operator', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('begin empty; what was typed of the one before is put aside, and nothing of an untouched one', () => {
    const enquiries = createEnquiries(null, 'x')
    const first = enquiries.get().open.key
    enquiries.note(first, about(1, 'Ana'))
    enquiries.begin()
    enquiries.begin()
    const { open, aside } = enquiries.get()
    expect(open.content).toBeNull()
    expect(aside.map(({ key, content }) => [key, callerOf(content)])).toEqual([[first, 'Ana']])
    // An answer that comes late for the first changes nothing of the one that is open.
    enquiries.note(first, about(2, 'Luis'))
    expect(enquiries.get().open.content).toBeNull()
  })

  test('are taken up one after the other, the one that waits longest first, and each keeps its own', () => {
    const enquiries = createEnquiries(null, 'x')
    for (const [id, name] of [[1, 'Ana'], [2, 'Luis'], [3, 'Eva']] as const) {
      enquiries.note(enquiries.get().open.key, about(id, name))
      enquiries.begin()
    }
    const names: string[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      enquiries.next()
      names.push(callerOf(enquiries.get().open.content))
    }
    expect(names).toEqual(['Ana', 'Luis', 'Eva', 'Ana'])
    enquiries.remove(enquiries.get().aside[0]!.key)
    expect(enquiries.get().aside).toHaveLength(1)
  })

  test('are there after a reload, the open one in the form', () => {
    const kept = memory()
    const before = createEnquiries(kept, 'x')
    before.note(before.get().open.key, about(1, 'Ana'))
    before.begin()
    before.note(before.get().open.key, { draft: emptyDraft(), caller: { text: '000105', isChosen: true }, digits: [1, 2] })
    vi.advanceTimersByTime(400)
    const after = createEnquiries(kept, 'x')
    expect(after.get().open).toMatchObject({ isRestored: true, content: { caller: { text: '000105' }, digits: [1, 2] } })
    expect(after.get().aside.map(({ content }) => callerOf(content))).toEqual(['Ana'])
  })
})

test('a form is filled with whatever is a caller\'s own; who they are is not', () => {
  expect(isFilled(emptyDraft(client(1, 'Ana')))).toBe(false)
  expect(isFilled({ ...emptyDraft(), custom_fields: { pet: null } })).toBe(false)
  for (const part of [{ notes: 'x' }, { when: 'booking' as const }, { id_vehicle: 3 }, { price: 4 }, { custom_fields: { pet: true } }]) {
    expect(isFilled({ ...emptyDraft(), ...part })).toBe(true)
  }
})

describe('the outbox', () => {
  const saved = (id: number): Partial<Sending> => ({ state: 'saved', copy: null, saved: { ids: [id], isWatched: false } })
  const sending = (key: string) => ({ key, who: key, after: 'none' as const, copy: null, input: null, call: null })

  test('keeps what is not answered over a reload, with its key, and sends it at once', () => {
    const kept = memory()
    const before = createOutbox(kept, 'box', 'tab')
    before.post(sending('one'))
    before.change('one', { state: 'waiting', tries: 3, next_ms: Date.now() + 60_000 })
    expect(createOutbox(kept, 'box', 'tab').get()).toMatchObject([{ key: 'one', state: 'waiting', next_ms: 0 }])
  })

  test('leaves to another tab what is its own, until nobody looks after it', () => {
    const kept = memory()
    let now = 1_000_000
    createOutbox(kept, 'box', 'tab', () => now).post(sending('one'))
    expect(createOutbox(kept, 'box', 'other', () => now).get()).toEqual([])
    now += 31_000
    expect(createOutbox(kept, 'box', 'other', () => now).get()).toHaveLength(1)
    expect(createOutbox(kept, 'another person\'s', 'other', () => now).get()).toEqual([])
  })

  test('tells the last of what is saved, and never drops what was refused', () => {
    const kept = memory()
    const outbox = createOutbox(kept, 'box', 'tab')
    for (let id = 1; id <= 9; id += 1) {
      outbox.post(sending(`call ${id}`))
      outbox.change(`call ${id}`, id < 3 ? { state: 'refused', refused: { message: 'No', errors: {} } } : saved(id))
    }
    expect(outbox.get().map(({ key }) => key)).toEqual(['call 1', 'call 2', 'call 5', 'call 6', 'call 7', 'call 8', 'call 9'])
    expect(kept.keys()).toHaveLength(7)
  })
})

describe('what is typed before its form is there', () => {
  test('is typed there in order; a call that begins meanwhile takes the rest with it', () => {
    const steps: (() => void)[] = []
    const typed: string[] = []
    let listener: ((event: KeyboardEvent) => void) | null = null
    const target = { addEventListener: (_: string, heard: unknown) => { listener = heard as typeof listener }, removeEventListener: () => { listener = null } }
    const ahead = createTypeAhead(target as unknown as Window, (key) => {
      typed.push(key)
      if (key === 'n') ahead.start()
    }, (step) => void steps.push(step))
    const press = (key: string, more: object = {}): void => listener?.({
      key, ctrlKey: false, metaKey: false, altKey: false, isTrusted: true, preventDefault: () => undefined, stopImmediatePropagation: () => undefined, ...more,
    } as unknown as KeyboardEvent)
    const run = (): void => { while (steps.length > 0) steps.shift()?.() }
    ahead.start()
    for (const key of ['7', '1', 'Enter', '2', 'n', '8']) press(key)
    ahead.replay()
    press('9')
    run()
    expect(typed.join(' ')).toBe('7 1 Enter 2 n')
    ahead.replay()
    run()
    expect(typed.join(' ')).toBe('7 1 Enter 2 n 8 9')
    expect(listener).toBeNull()
  })

  test('a save counts once, and other commands are nobody\'s', () => {
    const plain = { ctrlKey: false, metaKey: false, altKey: false }
    expect(keptKey({ ...plain, key: 's', ctrlKey: true }, ['1'])).toBe('ctrl+s')
    expect(keptKey({ ...plain, key: 's', metaKey: true }, ['1', 'ctrl+s'])).toBe('')
    expect(keptKey({ ...plain, key: 's', ctrlKey: true }, [])).toBe('')
    expect(keptKey({ ...plain, key: 'c', ctrlKey: true }, ['1'])).toBeNull()
    expect(keptKey({ ...plain, key: 'Tab' }, [])).toBeNull()
    expect(['n0105', 'n+51', 'nora', '0105n', 'san'].map(withoutKey)).toEqual(['0105', '+51', 'nora', '', 'san'])
  })
})
