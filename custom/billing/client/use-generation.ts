import { useEffect, useRef, useState } from 'react'
import { useLiveCall, useProvider } from '#engine/client'
import type { Generation, GenerationCall, StopCall } from '../model/generation-calls'

/** While drafts are made, and while none are: somebody may have begun in another tab. */
const [ASK_EVERY_MS, LOOK_EVERY_MS] = [700, 30_000]

export interface Generating {
  /** What is under way, or has ended a short while ago. */
  readonly run: Generation | null
  readonly busy: boolean
  readonly failure: unknown
  readonly begin: () => void
  readonly stop: () => void
  readonly dismiss: () => void
}

/**
 * Drafts that the server makes: asked for here, or before this page was opened.
 * @param begin asks for those that are chosen
 * @param onEnd something was made: what is shown may have changed
 */
export function useGeneration(
  calls: { readonly run: GenerationCall; readonly stop: StopCall },
  begin: () => Promise<{ readonly run: Generation }>,
  onEnd: () => void,
): Generating {
  const provider = useProvider()
  const { answer, put, again } = useLiveCall(
    calls.run,
    {},
    { every_ms: (last) => (last?.run?.state === 'waiting' ? ASK_EVERY_MS : LOOK_EVERY_MS) },
  )
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [gone, setGone] = useState<number | null>(null)
  const seen = useRef<number | null>(null)
  const run = answer?.run ?? null
  useEffect(() => {
    if (run?.state === 'waiting') seen.current = run.id
    else if (run && run.id === seen.current) {
      seen.current = null
      onEnd()
    }
  }, [run, onEnd])
  const send = (call: Promise<{ readonly run: Generation }>): void => {
    setSending(true)
    setFailure(null)
    void call
      .then(put, (refused: unknown) => {
        setFailure(refused)
        // Another tab may have begun.
        again()
      })
      .finally(() => setSending(false))
  }
  return {
    run: run?.id === gone ? null : run,
    busy: sending || run?.state === 'waiting',
    failure,
    begin: () => send(begin()),
    stop: () => {
      if (run) send(provider.call(calls.stop, { id: run.id }))
    },
    dismiss: () => setGone(run?.id ?? null),
  }
}
