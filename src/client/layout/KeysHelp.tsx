import { lazy, Suspense, useState } from 'react'
import { useKeys } from '../../ui/keys'
import { useSay } from '../../ui/style'

const KeysDialog = lazy(() => import('./KeysDialog'))

/** `?` lists the keys of the page. */
export function KeysHelp() {
  const say = useSay()
  const [open, setOpen] = useState(false)
  useKeys([{ keys: '?', label: say('shell.keys'), run: () => setOpen(true) }])
  return open && <Suspense fallback={null}><KeysDialog onClose={() => setOpen(false)} /></Suspense>
}
