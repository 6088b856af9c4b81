import { useCallback, useEffect, useRef, useState } from 'react'
import { useProvider } from '#engine/client'
import { shadowCall, shadowRunCall, stopShadowCall, type RuleWire, type ShadowRun } from '../../model/shadow-call'

/** Looked at so often while it runs, milliseconds. */
const EVERY_MS = 500

interface ShadowAsked {
  readonly date: string
  readonly id_branch?: number
  readonly rule: RuleWire
}

interface ShadowState {
  readonly run: ShadowRun | null
  readonly failure: unknown
  readonly busy: boolean
  readonly begin: (asked: ShadowAsked) => void
  readonly stop: () => void
}

/** A day that is driven again: begun, followed to its end, and stopped; who leaves the page stops it. */
export function useShadowRun(): ShadowState {
  const provider = useProvider()
  const [state, setState] = useState<Pick<ShadowState, 'run' | 'failure' | 'busy'>>({
    run: null,
    failure: null,
    busy: false,
  })
  const [id, setId] = useState<number | null>(null)
  const open = useRef<number | null>(null)
  useEffect(() => {
    if (id === null) return undefined
    const timer = setInterval(
      () =>
        void provider.call(shadowRunCall, { id }, { quiet: true }).then(
          ({ run }) => {
            if (open.current !== run.id) return
            if (run.state !== 'running') {
              open.current = null
              setId(null)
            }
            setState({ run, failure: null, busy: run.state === 'running' })
          },
          (failure: unknown) => {
            setId(null)
            setState({ run: null, failure, busy: false })
          },
        ),
      EVERY_MS,
    )
    return () => clearInterval(timer)
  }, [provider, id])
  const stop = useCallback(() => {
    if (open.current !== null)
      void provider.call(stopShadowCall, { id: open.current }, { quiet: true }).catch(() => undefined)
  }, [provider])
  useEffect(() => stop, [stop])
  const begin = useCallback(
    (asked: ShadowAsked): void => {
      setState({ run: null, failure: null, busy: true })
      void provider.call(shadowCall, asked).then(
        ({ run }) => {
          open.current = run.id
          setState({ run, failure: null, busy: true })
          setId(run.id)
        },
        (failure: unknown) => setState({ run: null, failure, busy: false }),
      )
    },
    [provider],
  )
  return { ...state, begin, stop }
}
