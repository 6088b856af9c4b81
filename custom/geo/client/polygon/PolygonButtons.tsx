import CropSquare from '@mui/icons-material/CropSquare'
import DeleteOutline from '@mui/icons-material/DeleteOutlined'
import Notes from '@mui/icons-material/Notes'
import Undo from '@mui/icons-material/Undo'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { useSay } from '#engine/ui'

export interface PolygonButtonsProps {
  readonly isEmpty: boolean
  readonly isWriting: boolean
  readonly canUndo: boolean
  readonly onSquare: () => void
  readonly onUndo: () => void
  readonly onRemove: () => void
  readonly onWrite: () => void
}

/** What can be done to an area beside drawing it, which the map's own tool does. */
export function PolygonButtons(props: PolygonButtonsProps) {
  const say = useSay()
  const { isEmpty, isWriting, canUndo } = props
  const button = (key: string, icon: ReactNode, press: () => void, more: { disabled?: boolean; pressed?: boolean } = {}) => (
    <Button size="small" startIcon={icon} onClick={press} disabled={more.disabled} aria-pressed={more.pressed}>
      {say(`map.polygon.${key}`)}
    </Button>
  )
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, alignItems: 'center' }}>
      {isEmpty && button('square', <CropSquare />, props.onSquare)}
      {button('undo', <Undo />, props.onUndo, { disabled: !canUndo })}
      {button('remove', <DeleteOutline />, props.onRemove, { disabled: isEmpty })}
      {button('write', <Notes />, props.onWrite, { pressed: isWriting })}
    </Stack>
  )
}
