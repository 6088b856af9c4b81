import { useCallback, useEffect, useRef, useState } from 'react'
import { isUnderWay, type ImportOnly, type ImportView } from '../../../model/import-answer'
import type { JsonObject } from '../../../model/json'
import type { Encoding } from '../../../model/values/text-encoding'
import { useProvider, type ImportCall } from '../../console/provider'
import { useFailure } from '../../../ui/failure'

/** A run that works is asked for this often. */
const LOOK_MS = 700
const NO_VALUES: JsonObject = {}

export interface FollowedImport {
  /** Null until a file is staged or a run is found. */
  readonly view: ImportView | null
  /** A call of the user's is in progress. */
  readonly busy: boolean
  /** The run could not be read. */
  readonly lost: unknown
  readonly only: ImportOnly | null
  /** The file of this run, while the page that staged it is open. */
  readonly file: File | null
  /** What every row has, whatever its file says. */
  readonly values: JsonObject
  verify(file: File, encoding?: Encoding): Promise<void>
  show(page: number, only: ImportOnly | null): void
  act(call: ImportCall, input?: JsonObject): Promise<boolean>
}

/**
 * One run of an import: staged, looked at while it works, changed, saved.
 * @param id the run that the address names; null: none yet
 * @param onStaged a file became this run
 * @param values set in every row of a file, whatever it says
 */
export function useImport(
  resource: string,
  id: number | null,
  onStaged: (id: number) => void,
  values?: JsonObject,
): FollowedImport {
  const provider = useProvider()
  const fail = useFailure()
  const [view, setView] = useState<ImportView | null>(null)
  const [busy, setBusy] = useState(false)
  const [lost, setLost] = useState<unknown>(null)
  const [asked, setAsked] = useState<{ readonly page: number; readonly only: ImportOnly | null }>({
    page: 1,
    only: null,
  })
  const [staged, setStaged] = useState<{ readonly id: number; readonly file: File } | null>(null)
  const latest = useRef(asked)
  useEffect(() => {
    latest.current = asked
  }, [asked])
  const shown = view?.id === id ? view : null
  const working = shown !== null && isUnderWay(shown.state)

  useEffect(() => {
    if (id === null) return
    const leaving = new AbortController()
    const read = (quiet: boolean) =>
      provider.importRows(resource, { id, ...asked }, { signal: leaving.signal, quiet }).then(
        (found) => {
          if (!leaving.signal.aborted) {
            setView(found)
            setLost(null)
          }
        },
        (cause: unknown) => {
          if (!leaving.signal.aborted) setLost(cause)
        },
      )
    void read(false)
    const timer = working ? setInterval(() => void read(true), LOOK_MS) : undefined
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [provider, resource, id, asked, working])

  const during = useCallback(
    async (work: () => Promise<ImportView>): Promise<ImportView | null> => {
      setBusy(true)
      try {
        const found = await work()
        setView(found)
        return found
      } catch (cause) {
        fail(cause)
        return null
      } finally {
        setBusy(false)
      }
    },
    [fail],
  )

  return {
    values: values ?? NO_VALUES,
    view: shown,
    busy,
    lost: id === null ? null : lost,
    only: asked.only,
    file: staged?.id === id ? staged.file : null,
    async verify(file, encoding) {
      const found = await during(() => provider.importVerify(resource, file, values, encoding))
      if (!found) return
      // Read in another way it is another run; the one before has saved nothing.
      if (shown && !isUnderWay(shown.state))
        provider.importAct(resource, 'importCancel', { id: shown.id, page: 1, only: null }).catch(() => undefined)
      setStaged({ id: found.id, file })
      setAsked({ page: 1, only: null })
      onStaged(found.id)
    },
    show: (page, only) => setAsked({ page, only }),
    async act(call, input = {}) {
      if (id === null) return false
      const found = await during(() => provider.importAct(resource, call, { id, ...asked, ...input }))
      // Other rows were asked for meanwhile: the answer shows those of before.
      if (latest.current !== asked) setAsked({ ...latest.current })
      return found !== null
    },
  }
}
