import { bodyOf, errorsIn, failureText, statusOf, type ConsoleDataProvider } from '#engine/client'
import type { Say } from '#engine/ui'
import { createCall } from '../../model/form-calls'
import { completeCall, Incomplete, isFinalRefusal } from './complete-call'
import type { SimilarRides } from '../form/use-similar'
import { isSaveUnderWay, type Outbox, type OutboxSave } from './outbox'

interface Running {
  readonly provider: Pick<ConsoleDataProvider, 'call'>
  readonly say: Say
  readonly now?: () => number
}

// More at once would wait in the browser's own queue.
const AT_ONCE = 4
// A line that was cut gives no answer at all.
const PATIENCE_MS = 20_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000
// A fault of the server is tried a few times, a line that is cut for ever.
const MAX_FAULTS = 6
/** A ride for now that was not sent for this long: whoever asked for it may be gone. */
const STALE_MS = 10 * 60_000

/**
 * Sends what waits, again and again until there is an answer.
 * @returns how to end it; what is on its way arrives in any case
 */
export function runOutbox(outbox: Outbox, { provider, say, now = Date.now }: Running): () => void {
  const busy = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const send = async (sending: OutboxSave): Promise<void> => {
    const { key, after } = sending
    const signal = AbortSignal.timeout(PATIENCE_MS)
    try {
      const input =
        sending.input ?? (sending.call && (await completeCall(sending.call, { after, key }, { provider, say, signal })))
      if (!input) throw new Incomplete({ errors: {}, message: say('errors.default') })
      // It is the same request from now on, whatever its answer.
      if (!sending.input) outbox.change(key, { input })
      const { ids, item } = await provider.call(createCall, input, { signal, quiet: true })
      outbox.change(key, {
        state: 'saved',
        copy: null,
        input: null,
        call: null,
        saved: { ids, isWatched: input.after !== 'none' && item.scheduled !== 1 },
      })
    } catch (failure) {
      outbox.change(key, endOf(failure, sending, say, now()))
    }
  }
  const look = (): void => {
    clearTimeout(timer)
    if (isOver) return
    const waiting = outbox.get().filter((one) => isSaveUnderWay(one) && !busy.has(one.key))
    for (const sending of waiting.filter(({ next_ms }) => next_ms <= now()).slice(0, AT_ONCE - busy.size)) {
      if (isStale(sending, now())) {
        outbox.change(sending.key, { state: 'stale' })
        continue
      }
      busy.add(sending.key)
      void send(sending).finally(() => {
        busy.delete(sending.key)
        look()
      })
    }
    const [soonest] = waiting
      .filter(({ key }) => !busy.has(key))
      .map(({ next_ms }) => next_ms)
      .sort((one, other) => one - other)
    if (soonest !== undefined && busy.size < AT_ONCE) timer = setTimeout(look, Math.max(50, soonest - now()))
  }
  /** The line is there again. */
  const again = (): void => {
    for (const { key, state } of outbox.get()) if (state === 'waiting') outbox.change(key, { next_ms: 0 })
  }
  const stop = outbox.subscribe(look)
  window.addEventListener('online', again)
  again()
  look()
  return () => {
    isOver = true
    clearTimeout(timer)
    stop()
    window.removeEventListener('online', again)
  }
}

/** Nobody has heard of it for long, and it is for now: it is asked about before it is sent. */
const isStale = ({ at_ms, copy }: OutboxSave, now_ms: number): boolean =>
  now_ms - at_ms > STALE_MS && copy?.content?.draft.when !== 'booking'

function endOf(failure: unknown, { tries }: OutboxSave, say: Say, now_ms: number): Partial<OutboxSave> {
  if (failure instanceof Incomplete) return { state: 'refused', refused: failure.refused }
  const isFault = (statusOf(failure) ?? 0) >= 500 && statusOf(failure) !== 503
  if (isFinalRefusal(failure) || (isFault && tries + 1 >= MAX_FAULTS)) {
    const { root: _root, ...errors } = errorsIn(failure)
    return { state: 'refused', refused: { errors, message: failureText(failure, say), similar: similarIn(failure) } }
  }
  const pause_ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries)
  return { state: 'waiting', tries: tries + 1, next_ms: now_ms + pause_ms }
}

function similarIn(failure: unknown): readonly number[] | undefined {
  const { similar } = bodyOf(failure) as { readonly similar?: SimilarRides }
  return similar?.map(({ id }) => id)
}
