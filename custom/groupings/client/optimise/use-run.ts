import { useCallback, useEffect, useRef, useState } from 'react'
import type { Static, TSchema } from 'typebox'
import type { CallContract } from '#engine/model'
import { useProvider } from '#engine/client'
import { type OptimiserRun, runCall, stopRunCall } from '../../model/run-calls'

/** Looked at so often while it runs, milliseconds. */
const EVERY_MS = 400

interface RunState<Answer> {
  readonly run: OptimiserRun | null
  /** What the call that began it has answered beside it. */
  readonly begun: Answer | null
  readonly failure: unknown
  readonly stop: () => void
}

const NO_RUN = { run: null, begun: null, failure: null }

/** Begins a search once and follows it to its end; who leaves ends it. @param request null: not yet */
export function useRun<Req extends TSchema, Answer extends { readonly run: OptimiserRun }>(
  call: CallContract<Req, TSchema & { readonly static?: Answer }>,
  request: Static<Req> | null,
): RunState<Answer> {
  const provider = useProvider()
  const [state, setState] = useState<{
    readonly of: string
    readonly run: OptimiserRun | null
    readonly begun: Answer | null
    readonly failure: unknown
  }>({ of: '', ...NO_RUN })
  const key = request === null ? '' : JSON.stringify(request)
  const id = useRef<number | null>(null)
  useEffect(() => {
    if (key === '') return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const put = (part: { readonly run?: OptimiserRun; readonly begun?: Answer; readonly failure: unknown }): void => {
      if (!isOver) setState((before) => ({ ...(before.of === key ? before : { of: key, ...NO_RUN }), ...part }))
    }
    const failed = (failure: unknown): void => put({ failure })
    const follow = (run: OptimiserRun): void => {
      if (isOver) return
      put({ run, failure: null })
      if (run.state === 'running')
        timer = setTimeout(
          () => void provider.call(runCall, { id: run.id }, { quiet: true }).then((next) => follow(next.run), failed),
          EVERY_MS,
        )
    }
    void provider.call(call, JSON.parse(key) as Static<Req>).then((answer) => {
      const begun = answer as unknown as Answer
      id.current = begun.run.id
      if (isOver) return void provider.call(stopRunCall, { id: begun.run.id }, { quiet: true }).catch(() => undefined)
      put({ begun, failure: null })
      follow(begun.run)
    }, failed)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [provider, call, key])
  const stop = useCallback(() => {
    if (id.current !== null) void provider.call(stopRunCall, { id: id.current }, { quiet: true }).catch(() => undefined)
  }, [provider])
  const { run, begun, failure } = state.of === key ? state : NO_RUN
  return { run, begun, failure, stop }
}
