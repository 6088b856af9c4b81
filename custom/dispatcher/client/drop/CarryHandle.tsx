import DragIndicator from '@mui/icons-material/DragIndicator'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useNotify } from 'react-admin'
import { useRef, type PointerEvent } from 'react'
import { useSay } from '#engine/ui'
import type { LiveVehicle } from '../../model/live-vehicle'
import { driverName } from '../fleet/vehicle-words'
import type { RequestVerbs } from '../request/use-request-verbs'
import { useRideCarry } from './ride-carry'
import { type Holder, useAskedAssign } from './use-asked-assign'

/** What a hand moves while it means a press. */
const STILL_PX = 5

interface Props {
  readonly id_service: number
  readonly name: string
  /** Who has it as far as the card knows. */
  readonly holder: Holder | null
  readonly verbs: RequestVerbs
  /** Pressed, by keyboard too: the drivers to choose from. */
  readonly onPress: () => void
}

/** The grip of a ride's card: dragged to a vehicle it gives the ride to that driver, pressed it lists the drivers. */
export function CarryHandle({ id_service, name, holder, verbs, onPress }: Props) {
  const say = useSay()
  const notify = useNotify()
  const carry = useRideCarry()
  const [assign, question] = useAskedAssign(verbs)
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const dragged = useRef(false)
  if (!carry) return null
  const onDrop = (vehicle: LiveVehicle): void => {
    const driver = driverName(vehicle)
    if (driver === null) return notify(say('dispatcher.drop.nobody', { plate: vehicle.plate }), { type: 'warning' })
    if (vehicle.id_user === holder?.id) return notify(say('dispatcher.drop.theirs', { driver }), { type: 'info' })
    void assign({ id: vehicle.id, plate: vehicle.plate, driver }, holder)
  }
  const onPointerMove = ({ clientX, clientY, currentTarget, pointerId }: PointerEvent<HTMLElement>): void => {
    if (!start.current || Math.hypot(clientX - start.current.x, clientY - start.current.y) < STILL_PX) return
    start.current = null
    dragged.current = true
    currentTarget.releasePointerCapture(pointerId)
    carry.begin({ ids: [id_service], name: `#${id_service} · ${name}`, onDrop }, { clientX, clientY })
  }
  return (
    <>
      <Tooltip title={say('dispatcher.drop.hint')}>
        <IconButton
          aria-label={`${say('dispatcher.drop.handle')}: #${id_service}`}
          disabled={verbs.busy}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            dragged.current = false
            event.currentTarget.setPointerCapture(event.pointerId)
            start.current = { x: event.clientX, y: event.clientY }
          }}
          onPointerMove={onPointerMove}
          onPointerUp={() => {
            start.current = null
          }}
          onPointerCancel={() => {
            start.current = null
          }}
          onClick={() => {
            if (!dragged.current) onPress()
          }}
          onKeyDown={() => {
            dragged.current = false
          }}
          sx={{ p: 0.5, marginInlineStart: -0.75, cursor: 'grab', touchAction: 'none' }}
        >
          <DragIndicator fontSize="small" />
        </IconButton>
      </Tooltip>
      {question}
    </>
  )
}
