import ArrowDown from '@mui/icons-material/KeyboardArrowDown'
import ArrowUp from '@mui/icons-material/KeyboardArrowUp'
import Close from '@mui/icons-material/Close'
import Notes from '@mui/icons-material/NotesOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useSay, TextBox } from '#engine/ui'
import { AddressField } from '../../../geo/client'
import type { LatLng } from '../../../geometry/model'
import { useService } from './service-context'
import type { DraftStop } from './stops'

interface StopExtrasProps {
  readonly stop: DraftStop
  readonly index: number
  readonly contacts: boolean
  readonly onChange: (change: Partial<DraftStop>) => void
}

const CONTACT = [
  { name: 'contact_name', max: 100, mode: undefined },
  { name: 'contact_phone', max: 30, mode: 'tel' },
  { name: 'contact_email', max: 255, mode: 'email' },
] as const

/** Details of a stop: notes, and whom to call where the product allows it. */
function StopExtras({ stop, index, contacts, onChange }: StopExtrasProps) {
  const say = useSay()
  const { errors, isOpen } = useService()
  const box = (name: 'notes' | (typeof CONTACT)[number]['name'], max: number, mode?: 'tel' | 'email') => (
    <TextBox
      key={name}
      source={`stops.${index}.${name}`}
      label={say(`services.form.stops.${name}`)}
      maxLength={max}
      inputMode={mode}
      required={false}
      disabled={!isOpen}
      error={errors[`stops.${index}.${name}`]}
      text={stop[name]}
      onText={(text) => onChange({ [name]: text })}
    />
  )
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1,
        gridTemplateColumns: '1fr 1fr',
        '& > :first-of-type, & > :nth-of-type(4)': { gridColumn: '1 / -1' },
      }}
    >
      {box('notes', 500)}
      {contacts && CONTACT.map(({ name, max, mode }) => box(name, max, mode))}
    </Box>
  )
}

interface StopRowProps {
  readonly stop: DraftStop
  readonly index: number
  readonly name: string
  readonly near: LatLng | null
  /** The last one, where a service may go without. */
  readonly isOptional: boolean
  /** The next place that is chosen on the map goes here. */
  readonly isPlacing: boolean
  /** Whom to call there is asked as well. */
  readonly contacts: boolean
  readonly onChange: (change: Partial<DraftStop>) => void
  /** An address is typed and not chosen, or is so no more. */
  readonly onTyped: (isTyped: boolean) => void
  readonly onPlacing: () => void
  /** A place was chosen with the keys: the next stop's turn. */
  readonly onEntered: () => void
  /** Absent: there is nothing to take away. */
  readonly onRemove?: () => void
  readonly onMove: (by: 1 | -1) => void
}

/** One stop: where it is, and behind a button its details. Alt and the arrows move it. */
export function StopRow({
  stop,
  index,
  name,
  near,
  isOptional,
  isPlacing,
  contacts,
  onChange,
  onTyped,
  onPlacing,
  onEntered,
  onRemove,
  onMove,
}: StopRowProps) {
  const say = useSay()
  const {
    draft: { stops },
    errors,
    isOpen,
  } = useService()
  const [more, setMore] = useState(Boolean(stop.notes || stop.contact_name || stop.contact_phone || stop.contact_email))
  const isWrong = Object.keys(errors).some((source) => source.startsWith(`stops.${index}.`) && errors[source])
  const isEntered = useRef(false)
  const press = (event: KeyboardEvent): void => {
    isEntered.current = event.key === 'Enter' && event.target instanceof HTMLInputElement
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <Box
      component="li"
      sx={ROW}
      onKeyDownCapture={press}
      onPointerDownCapture={() => {
        isEntered.current = false
      }}
      onFocus={onPlacing}
    >
      <Box aria-hidden data-placing={isPlacing} sx={SIGN}>
        {index + 1}
      </Box>
      <Box sx={{ minWidth: 0, display: 'grid', gap: 1 }}>
        <AddressField
          source={`stops.${index}`}
          label={name}
          required={!isOptional}
          disabled={!isOpen}
          address={stop.address}
          point={stop.point}
          near={near}
          error={errors[`stops.${index}`]}
          onUnchosen={(isTyped) => {
            if (isTyped !== (stop.isTyped ?? false)) onTyped(isTyped)
          }}
          onPlace={(place) => {
            onChange({ point: place?.point ?? null, address: place?.address ?? '', name: place?.name ?? '' })
            if (place && isEntered.current) onEntered()
            isEntered.current = false
          }}
        />
        {(more || isWrong) && <StopExtras stop={stop} index={index} contacts={contacts} onChange={onChange} />}
      </Box>
      <Box sx={BUTTONS}>
        <IconButton
          disabled={!isOpen || !onRemove}
          aria-label={say('services.form.stops.remove', { stop: name })}
          onClick={onRemove}
        >
          <Close />
        </IconButton>
        <IconButton
          aria-label={say('services.form.stops.more', { stop: name })}
          aria-expanded={more || isWrong}
          onClick={() => setMore(!more)}
        >
          <Notes />
        </IconButton>
        {/* Two are turned as a whole. */}
        {stops.length > 2 && (
          <>
            <IconButton
              disabled={!isOpen || index === 0}
              aria-label={say('services.form.stops.up', { stop: name })}
              onClick={() => onMove(-1)}
            >
              <ArrowUp />
            </IconButton>
            <IconButton
              disabled={!isOpen || index === stops.length - 1}
              aria-label={say('services.form.stops.down', { stop: name })}
              onClick={() => onMove(1)}
            >
              <ArrowDown />
            </IconButton>
          </>
        )}
      </Box>
    </Box>
  )
}

const ROW = {
  display: 'grid',
  gridTemplateColumns: '22px minmax(0, 1fr) auto',
  columnGap: 0.75,
  alignItems: 'start',
} as const
const BUTTONS = {
  display: 'grid',
  gridTemplateRows: '22px 22px',
  gridAutoFlow: 'column',
  mt: '18px',
  '& button': { width: 24, height: 22, borderRadius: 0.75 },
  '& svg': { fontSize: 17 },
} as const
const SIGN = {
  mt: '30px',
  width: 22,
  height: 22,
  borderRadius: '50%',
  display: 'grid',
  placeItems: 'center',
  fontSize: 12,
  fontWeight: 600,
  border: 2,
  borderColor: 'primary.main',
  color: 'primary.main',
  '&[data-placing=true]': { bgcolor: 'primary.main', color: 'primary.contrastText' },
} as const
