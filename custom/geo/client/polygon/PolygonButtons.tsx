import Check from '@mui/icons-material/Check'
import Close from '@mui/icons-material/Close'
import CropSquare from '@mui/icons-material/CropSquare'
import DeleteOutline from '@mui/icons-material/DeleteOutlined'
import DrawOutlined from '@mui/icons-material/DrawOutlined'
import Notes from '@mui/icons-material/Notes'
import Undo from '@mui/icons-material/Undo'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { useSay } from '../../../../src/client/ui/style'
import type { Drawing } from './DrawRing'

export interface PolygonButtonsProps {
  readonly drawing: Drawing | null
  readonly isEmpty: boolean
  readonly isWriting: boolean
  readonly canUndo: boolean
  readonly onSquare: () => void
  readonly onDraw: (draws: boolean) => void
  readonly onUndo: () => void
  readonly onRemove: () => void
  readonly onWrite: () => void
}

/** What can be done to an area, or to the drawing of one that is under way. */
export function PolygonButtons(props: PolygonButtonsProps) {
  const say = useSay()
  const { drawing, isEmpty, isWriting, canUndo } = props
  const button = (key: string, icon: ReactNode, press: () => void, more: { disabled?: boolean; pressed?: boolean } = {}) => (
    <Button size="small" startIcon={icon} onClick={press} disabled={more.disabled} aria-pressed={more.pressed}>
      {say(`map.polygon.${key}`)}
    </Button>
  )
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, alignItems: 'center' }}>
      {drawing ? (
        <>
          {button('finish', <Check />, drawing.finish)}
          {button('take_back', <Undo />, drawing.takeBack)}
          {button('cancel', <Close />, () => props.onDraw(false))}
        </>
      ) : (
        <>
          {isEmpty && button('square', <CropSquare />, props.onSquare)}
          {button(isEmpty ? 'draw' : 'draw_again', <DrawOutlined />, () => props.onDraw(true))}
          {button('undo', <Undo />, props.onUndo, { disabled: !canUndo })}
          {button('remove', <DeleteOutline />, props.onRemove, { disabled: isEmpty })}
          {button('write', <Notes />, props.onWrite, { pressed: isWriting })}
        </>
      )}
    </Stack>
  )
}
