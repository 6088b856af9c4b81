import Close from '@mui/icons-material/Close'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import PersonAdd from '@mui/icons-material/PersonAddAlt'
import PersonOff from '@mui/icons-material/PersonOffOutlined'
import Cancel from '@mui/icons-material/CancelOutlined'
import SwapHoriz from '@mui/icons-material/SwapHoriz'
import Undo from '@mui/icons-material/Undo'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { AppLink, type Say } from '#engine/ui'
import { secondsLeft, type DeskDeed } from './deeds'
import { ROW, TEXT } from './row-style'

interface Props {
  readonly deed: DeskDeed
  readonly now_ms: number
  readonly say: Say
  readonly onUndo: () => void
  readonly onDrop: () => void
}

/** A ride that was given, taken off or cancelled, with the way back while there is one. */
export function DeedRow({ deed, now_ms, say, onUndo, onDrop }: Props) {
  const { kind, state, id_service, who, why } = deed
  const left = secondsLeft(deed, now_ms)
  const link = (
    <AppLink to={`/dispatcher/${id_service}`} underline="always">
      #{id_service}
    </AppLink>
  )
  const words =
    state === 'done' || state === 'refused'
      ? say(`services.desk.deed.${kind}`, { who })
      : say(`services.desk.deed.${state}`)
  return (
    <Box component="li" data-deed={kind} data-state={state} sx={ROW}>
      {state === 'refused' ? (
        <ErrorOutlined aria-hidden color="error" />
      ) : state === 'undone' ? (
        <Undo aria-hidden color="success" />
      ) : (
        ICONS[kind]
      )}
      <Box role={state === 'refused' ? 'alert' : undefined} sx={TEXT}>
        {words} {link}
        {why && `. ${why}`}
      </Box>
      {left > 0 && (
        <Button size="small" color="inherit" aria-keyshortcuts="z" onClick={onUndo}>
          {say('services.desk.deed.undo', { s: left })}
        </Button>
      )}
      {left === 0 && state !== 'undoing' && (
        <IconButton size="small" aria-label={say('services.desk.drop', { who: `#${id_service}` })} onClick={onDrop}>
          <Close fontSize="inherit" />
        </IconButton>
      )}
    </Box>
  )
}

const ICONS: { readonly [kind in DeskDeed['kind']]: ReactNode } = {
  assign: <PersonAdd aria-hidden color="success" />,
  unassign: <PersonOff aria-hidden color="disabled" />,
  cancel: <Cancel aria-hidden color="error" />,
  hand_over: <SwapHoriz aria-hidden color="success" />,
}
