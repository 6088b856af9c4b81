import { HttpError } from 'react-admin'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEnquiries } from '../../custom/services/client/desk/enquiries'
import { callerOf, refusalText, type EnquiryContent } from '../../custom/services/client/desk/enquiry'
import { isFilled } from '../../custom/services/client/desk/is-filled'
import { createOutbox, type OutboxSave } from '../../custom/services/client/desk/outbox'
import { runOutbox } from '../../custom/services/client/desk/run-outbox'
import { emptyDraft } from '../../custom/services/client/form/draft'
import { createTypeAhead, keptKey, withoutKey } from '../../custom/services/client/typed-ahead'

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

const client = (id: number, name: string) => ({
  id,
  name,
  surname: null,
  phone: null,
  id_company: null,
  co_name: null,
  ca_name: null,
  state: '1',
})
const about = (id: number, name: string): EnquiryContent => ({
  draft: emptyDraft(client(id, name)),
  caller: null,
  digits: [],
})

describe('the calls of an operator', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('stay as they are where their form is left: for another page, or by a session that has ended', () => {
    const kept = memory()
    const enquiries = createEnquiries(kept, 'x')
    const { key } = enquiries.get().open
    enquiries.note(key, about(1, 'Ana'))
    enquiries.rest()
    const { open } = enquiries.get()
    expect([open.key, open.isRestored, callerOf(open.content)]).toEqual([key, true, 'Ana'])
    expect(callerOf(createEnquiries(kept, 'x').get().open.content)).toBe('Ana')
    enquiries.note(key, null)
    enquiries.rest()
    vi.runAllTimers()
    expect(kept.keys()).toEqual([])
  })

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

  test("say whether anything was typed: what stands in the form is nobody else's who rings", () => {
    const enquiries = createEnquiries(null, 'x')
    expect(enquiries.isTyped()).toBe(false)
    enquiries.note(enquiries.get().open.key, {
      draft: emptyDraft(),
      caller: { text: '97', isChosen: false },
      digits: [],
    })
    expect([enquiries.isTyped(), enquiries.get().open.content]).toEqual([true, null])
    enquiries.begin()
    expect(enquiries.isTyped()).toBe(false)
  })

  test('are taken up one after the other, the one that waits longest first, and each keeps its own', () => {
    const enquiries = createEnquiries(null, 'x')
    for (const [id, name] of [
      [1, 'Ana'],
      [2, 'Luis'],
      [3, 'Eva'],
    ] as const) {
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
    before.note(before.get().open.key, {
      draft: emptyDraft(),
      caller: { text: '000105', isChosen: true },
      digits: [1, 2],
    })
    vi.advanceTimersByTime(400)
    const after = createEnquiries(kept, 'x')
    expect(after.get().open).toMatchObject({
      isRestored: true,
      content: { caller: { text: '000105' }, digits: [1, 2] },
    })
    expect(after.get().aside.map(({ content }) => callerOf(content))).toEqual(['Ana'])
  })
})

test("a form is filled with whatever is a caller's own; who they are is not", () => {
  expect(isFilled(emptyDraft(client(1, 'Ana')))).toBe(false)
  expect(isFilled({ ...emptyDraft(), custom_fields: { pet: null } })).toBe(false)
  for (const part of [
    { notes: 'x' },
    { when: 'booking' as const },
    { id_vehicle: 3 },
    { price: 4 },
    { custom_fields: { pet: true } },
  ]) {
    expect(isFilled({ ...emptyDraft(), ...part })).toBe(true)
  }
})

describe('the outbox', () => {
  const saved = (id: number): Partial<OutboxSave> => ({
    state: 'saved',
    copy: null,
    saved: { ids: [id], isWatched: false },
  })
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
    expect(createOutbox(kept, "another person's", 'other', () => now).get()).toEqual([])
  })

  test('tells the last of what is saved, and never drops what was refused', () => {
    const kept = memory()
    const outbox = createOutbox(kept, 'box', 'tab')
    for (let id = 1; id <= 9; id += 1) {
      outbox.post(sending(`call ${id}`))
      outbox.change(`call ${id}`, id < 3 ? { state: 'refused', refused: { message: 'No', errors: {} } } : saved(id))
    }
    expect(outbox.get().map(({ key }) => key)).toEqual([
      'call 1',
      'call 2',
      'call 5',
      'call 6',
      'call 7',
      'call 8',
      'call 9',
    ])
    expect(kept.keys()).toHaveLength(7)
  })
})

describe('what is typed before its form is there', () => {
  test('is typed there in order; a call that begins meanwhile takes the rest with it', () => {
    const steps: (() => void)[] = []
    const typed: string[] = []
    let listener: ((event: KeyboardEvent) => void) | null = null
    const target = {
      addEventListener: (kind: string, heard: unknown) => {
        if (kind === 'keydown') listener = heard as typeof listener
      },
      removeEventListener: () => {
        listener = null
      },
    }
    const ahead = createTypeAhead(
      target as unknown as Window,
      (key) => {
        typed.push(key)
        if (key === 'n') ahead.start()
      },
      (step) => void steps.push(step),
    )
    const press = (key: string, more: object = {}): void =>
      listener?.({
        key,
        ctrlKey: false,
        metaKey: false,
        altKey: false,
        isTrusted: true,
        preventDefault: () => undefined,
        stopImmediatePropagation: () => undefined,
        ...more,
      } as unknown as KeyboardEvent)
    const run = (): void => {
      while (steps.length > 0) steps.shift()?.()
    }
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
    // A save that is pressed when all before it has just been typed is a save; again, before the next form is there,
    // none.
    ahead.start()
    press('4')
    ahead.replay()
    press('s', { ctrlKey: true })
    run()
    ahead.start()
    press('s', { ctrlKey: true })
    ahead.replay()
    run()
    expect(typed.slice(-2)).toEqual(['4', 'ctrl+s'])
  })

  test('of the next call is typed there, after all of this one, also where it is taken while this one is still being typed', () => {
    const steps: (() => void)[] = []
    const typed: string[] = []
    const target = { addEventListener: () => undefined, removeEventListener: () => undefined }
    const ahead = createTypeAhead(
      target as unknown as Window,
      (key) => void typed.push(key),
      (step) => void steps.push(step),
    )
    const run = (): void => {
      while (steps.length > 0) steps.shift()?.()
    }
    ahead.put(['1', '2'])
    ahead.replay()
    ahead.after(() => {
      typed.push('next')
      ahead.put(['7'])
    })
    run()
    expect(typed).toEqual(['1', '2', 'next'])
    ahead.replay()
    run()
    expect(typed).toEqual(['1', '2', 'next', '7'])
    // Nothing waits any more.
    ahead.after(() => void typed.push('now'))
    expect(typed.at(-1)).toBe('now')
  })

  test("a save counts once, and other commands are nobody's", () => {
    const plain = { ctrlKey: false, metaKey: false, altKey: false }
    expect(keptKey({ ...plain, key: 's', ctrlKey: true }, ['1'])).toBe('ctrl+s')
    expect(keptKey({ ...plain, key: 's', metaKey: true }, ['1', 'ctrl+s'])).toBe('')
    expect(keptKey({ ...plain, key: 's', ctrlKey: true }, [])).toBe('')
    expect(keptKey({ ...plain, key: 'c', ctrlKey: true }, ['1'])).toBeNull()
    expect(keptKey({ ...plain, key: 'Tab' }, [])).toBeNull()
    expect(['n0105', 'n+51', 'nora', '0105n', 'san'].map(withoutKey)).toEqual(['0105', '+51', 'nora', '', 'san'])
  })
})

describe('the saves of an operator', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000_000 })
    vi.stubGlobal('window', new EventTarget())
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  const input = { idempotency: 'k-1', after: 'search' } as unknown as NonNullable<OutboxSave['input']>
  const copyOf = (when: 'now' | 'booking') => {
    const { open } = createEnquiries(null, 'x').get()
    return { ...open, content: { draft: { ...emptyDraft(client(1, 'Ana')), when }, caller: null, digits: [] } }
  }
  /** Sends what is in an outbox to a server that answers each time by the next of these. */
  const sending = (...answers: readonly (object | Error)[]) => {
    const outbox = createOutbox(memory(), 'x', 'tab')
    const sent: unknown[] = []
    const call = vi.fn(async (_contract: unknown, given: unknown) => {
      const answer = answers[sent.push(given) - 1] ?? new TypeError('the line is cut')
      if (answer instanceof Error) throw answer
      return answer
    })
    const stop = runOutbox(outbox, {
      provider: { call } as unknown as Parameters<typeof runOutbox>[1]['provider'],
      say: (key) => key,
    })
    return { outbox, sent, stop, state: () => outbox.get()[0]?.state }
  }
  const saved = { ids: [7], item: { scheduled: 0 } }

  test('whose answer is lost are sent again as they were, under the same key, until there is one', async () => {
    const { outbox, sent, stop, state } = sending(
      new TypeError('the line is cut'),
      new TypeError('the line is cut'),
      saved,
    )
    outbox.post({ key: 'k-1', who: 'Ana', after: 'search', copy: copyOf('now'), input, call: null })
    await vi.advanceTimersByTimeAsync(100)
    expect(state()).toBe('waiting')
    await vi.advanceTimersByTimeAsync(10_000)
    expect([state(), sent]).toEqual(['saved', [input, input, input]])
    stop()
  })

  test('that nobody heard of for ten minutes are asked about before a car goes out for them, a booking is not', async () => {
    for (const [when, expected] of [
      ['now', 'stale'],
      ['booking', 'saved'],
    ] as const) {
      const { outbox, sent, stop, state } = sending(new TypeError('the line is cut'), saved)
      outbox.post({ key: 'k-1', who: 'Ana', after: 'search', copy: copyOf(when), input, call: null })
      await vi.advanceTimersByTimeAsync(10)
      vi.setSystemTime(Date.now() + 11 * 60_000)
      window.dispatchEvent(new Event('online'))
      await vi.advanceTimersByTimeAsync(10)
      expect([when, state(), sent.length]).toEqual([when, expected, when === 'now' ? 1 : 2])
      stop()
    }
  })

  test('that the server refuses come back with the reason, and with the rides that they may be a second time', async () => {
    const { outbox, sent, stop, state } = sending(
      new HttpError('Ya lo pidieron.', 409, { msg: 'Ya lo pidieron.', similar: [{ id: 5 }, { id: 6 }] }),
    )
    outbox.post({ key: 'k-1', who: 'Ana', after: 'search', copy: copyOf('now'), input, call: null })
    await vi.advanceTimersByTimeAsync(60_000)
    expect([state(), sent.length, outbox.get()[0]?.refused?.similar]).toEqual(['refused', 1, [5, 6]])
    stop()
  })

  test('that are refused at fields say what is wrong with them, once each, and no pointer to marks of a form', () => {
    const message = 'Revise los datos marcados.'
    const elsewhere = 'El viaje empieza en otra sucursal.'
    expect(refusalText({ message, errors: { 'stops.0.address': elsewhere, id_branch: elsewhere } })).toBe(elsewhere)
    expect(refusalText({ message: 'Ya lo pidieron.', errors: {} })).toBe('Ya lo pidieron.')
  })
})
