import Button from '@mui/material/Button'
import { useEvent, useNotify, useRefresh, useTranslate, type Identifier } from 'react-admin'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useProvider, type RowResult, type AnyUndo } from '../../console/provider'
import { useFailure } from '../../../ui/failure'
import { useKeys } from '../../../ui/keys'
import { bodyOf } from '../../provider/failure'
import { useScope } from '../scope'

const BulkResults = lazy(() => import('./BulkResults'))
const NO_NAMES: ReadonlyMap<Identifier, string> = new Map()

/**
 * Says what was done, with a button to take it back for as long as the server does.
 * @returns how to say it, and the dialog of what stayed as it is, to put into the page
 */
export function useUndo(): readonly [tell: (text: string, undo: AnyUndo | undefined) => void, dialog: ReactNode] {
  const { resource } = useScope()
  const provider = useProvider()
  const notify = useNotify()
  const refresh = useRefresh()
  const fail = useFailure()
  const [left, setLeft] = useState<readonly RowResult[] | null>(null)
  const take = useEvent(async (undo: AnyUndo) => {
    try {
      const { msg, rows } = await provider.undo(resource.name, undo)
      notify(msg, { type: rows.length > 0 ? 'warning' : 'success' })
      if (rows.length > 0) setLeft(rows)
    } catch (failure) {
      const { results } = bodyOf(failure)
      if (Array.isArray(results) && results.length > 1) setLeft(results as readonly RowResult[])
      else fail(failure)
    } finally {
      refresh()
    }
  })
  const tell = useEvent((text: string, undo: AnyUndo | undefined) =>
    undo
      ? notify(<Told text={text} onUndo={() => take(undo)} />, {
          type: 'success',
          autoHideDuration: undo.seconds * 1000,
        })
      : notify(text, { type: 'success' }),
  )
  const dialog = left && (
    <Suspense>
      <BulkResults rows={left} names={NO_NAMES} onClose={() => setLeft(null)} />
    </Suspense>
  )
  return [tell, dialog]
}

function Told({ text, onUndo }: { text: string; onUndo: () => Promise<void> }) {
  const translate = useTranslate()
  const [busy, setBusy] = useState(false)
  const run = () => {
    if (busy) return
    setBusy(true)
    void onUndo()
  }
  useKeys([{ keys: 'z', label: translate('undo.undo'), run, active: !busy }])
  return (
    <>
      {text}
      <Button
        color="inherit"
        size="small"
        variant="outlined"
        onClick={run}
        loading={busy}
        aria-keyshortcuts="z"
        sx={{ marginInlineStart: 2, borderColor: 'currentColor' }}
      >
        {translate('undo.undo')}
      </Button>
    </>
  )
}
