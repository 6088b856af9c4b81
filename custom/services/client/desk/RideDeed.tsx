import Box from '@mui/material/Box'
import { useKeys, useSay } from '#engine/ui'
import { DeedRow } from './DeedRow'
import { secondsLeft } from './deeds'
import { useUndoDeed } from './use-undo-deed'

interface Props {
  /** Absent: whichever ride it was. */
  readonly id?: number
  readonly onNews?: (id_service: number) => void
}

/** What the operator has just done to a ride and can still undo, where the foot of the board is not in sight. */
export function RideDeed({ id, onNews }: Props) {
  const say = useSay()
  const { deeds, now_ms, undo, drop } = useUndoDeed(onNews)
  const deed = deeds.findLast((one) => id === undefined || one.id_service === id)
  const mayUndo = deed !== undefined && secondsLeft(deed, now_ms) > 0
  const run = (): void => void (deed && undo(deed))
  useKeys([{ keys: 'z', label: say('services.desk.keys.undo'), run, active: mayUndo }])
  // What can no longer be undone is no news; how an undo went is, until it is put away.
  if (!deed || (deed.state === 'done' && !mayUndo)) return null
  return (
    <Box role="log" aria-label={say('services.desk.just')} sx={ROOM}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        <DeedRow deed={deed} now_ms={now_ms} say={say} onUndo={run} onDrop={() => drop(deed)} />
      </Box>
    </Box>
  )
}

const ROOM = { flexShrink: 0, bgcolor: 'action.hover', borderRadius: 1, fontSize: 13 } as const
