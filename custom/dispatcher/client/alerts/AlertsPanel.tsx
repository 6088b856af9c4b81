import Box from '@mui/material/Box'
import { useConsole } from '#engine/client'
import { BoardDialogs, useBoardDialogs } from '../screen/BoardDialogs'
import { AlertStrip } from './AlertStrip'

/** Panel `dispatch-alerts`, over the list of active services: it floats at the page's foot and takes no room of the list. */
export default function AlertsPanel() {
  const { actor } = useConsole()
  const dialogs = useBoardDialogs()
  if (!actor.root && !actor.operator) return null
  return (
    <>
      <Box sx={FLOATING}><AlertStrip onFindDriver={dialogs.findDriver} onInfo={dialogs.info} /></Box>
      <BoardDialogs {...dialogs} />
    </>
  )
}

const FLOATING = {
  position: 'fixed', bottom: 'calc(var(--footer-height, 0px) + 12px)', left: '50%', transform: 'translateX(-50%)', zIndex: 'fab', maxWidth: 'calc(100vw - 24px)',
} as const
