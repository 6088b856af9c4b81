import GlobalStyles from '@mui/material/GlobalStyles'
import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { maySee } from '../../model/rights/access'
import { useConsole } from '../console/console'
import { ABOVE_ALL } from '../../ui/key-registry'
import { LayerContext, useKeys } from '../../ui/keys'
import { useSay } from '../../ui/show/style'
import { createHighHost } from './high-host'

/**
 * What features say above every page and every dialog (`aboveAll`). It takes its height from the page and from dialogs,
 * so that it covers nothing of them; F8 brings the focus there, out of a dialog too, and back.
 */
export default function AboveAll() {
  const say = useSay()
  const { features, actor } = useConsole()
  const [host] = useState(createHighHost)
  const [isShown, setShown] = useState(false)
  useEffect(() => host.attach(setShown), [host])
  // Listed under `?`; the host hears it everywhere, also in a field and over a dialog.
  useKeys([{ keys: 'f8', label: say('shell.keys_above'), run: () => host.focus(), active: isShown }])
  const parts = features
    .flatMap(({ name, aboveAll = [] }) => aboveAll.map((one, at) => ({ ...one, key: `${name} ${at}` })))
    .filter(({ modules }) => modules.some((module) => maySee(actor, { module })))
  if (parts.length === 0) return null
  const drawn = parts.map(({ key, part: Part }) => (
    <Suspense key={key} fallback={null}>
      <Part />
    </Suspense>
  ))
  return (
    <>
      {isShown && <GlobalStyles styles={BELOW} />}
      {createPortal(<LayerContext value={ABOVE_ALL}>{drawn}</LayerContext>, host.room)}
    </>
  )
}

const BELOW = { '.MuiDialog-root, .MuiDrawer-root': { top: 'var(--above-height, 0px) !important' } } as const
