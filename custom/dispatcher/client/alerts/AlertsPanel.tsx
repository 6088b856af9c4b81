import { isStaff } from '#app/asker'
import Box from '@mui/material/Box'
import { useRefresh } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { maySee } from '#engine/model'
import { useConsole } from '#engine/client'
import { useKeys, useSay } from '#engine/ui'
import { deskTypeAhead } from '../../../services/client/public'
import { LastDeed } from '../live/LastDeed'
import { BoardDialogs, useBoardDialogs } from '../screen/BoardDialogs'
import { AlertStrip } from './AlertStrip'

/**
 * Panel `dispatch-alerts`, over the list of active services: always there for staff, so that an alert that comes moves
 * nothing. `n` takes the next call.
 */
export default function AlertsPanel() {
  const say = useSay()
  const { actor } = useConsole()
  const navigate = useNavigate()
  const dialogs = useBoardDialogs()
  const refresh = useRefresh()
  const staff = isStaff(actor)
  const takeCall = (): void => {
    // What is typed until the form is there is typed into it.
    if (staff) deskTypeAhead().start()
    void navigate('/dispatcher', { state: { focus: true } })
  }
  useKeys([{ keys: 'n', label: say('dispatcher.new'), run: takeCall, active: maySee(actor, { module: 'dispatcher' }) }])
  if (!staff) return null
  return (
    <>
      <Box sx={{ mb: 1, minHeight: 44 }}>
        <AlertStrip stays onFindDriver={dialogs.findDriver} onInfo={dialogs.info} />
      </Box>
      <BoardDialogs {...dialogs} />
      <LastDeed onUndone={refresh} />
    </>
  )
}
