import { lazy, useEffect, useRef, useState, type ReactNode } from 'react'
import { crossingSides, type JsonObject, isSame, type Json } from '#engine/model'
import { useConsole } from '#engine/client'
import { type InputProps, RingText, useDisplayStyle, useSay } from '#engine/ui'
import { type LatLng, startSquare } from '../../../geometry/model'
import { MapField } from '../frame/MapField'
import { ringOfValue, valueOfRing } from './ring-value'
import { useAreaBoard } from '../board/area-board'
import CropSquare from '@mui/icons-material/CropSquare'
import DeleteOutline from '@mui/icons-material/DeleteOutlined'
import Notes from '@mui/icons-material/Notes'
import Undo from '@mui/icons-material/Undo'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'

interface PolygonButtonsProps {
  readonly isEmpty: boolean
  readonly isWriting: boolean
  readonly canUndo: boolean
  readonly onSquare: () => void
  readonly onUndo: () => void
  readonly onRemove: () => void
  readonly onWrite: () => void
}

/** Actions on an area in addition to drawing it, which the map's own tool does. */
function PolygonButtons(props: PolygonButtonsProps) {
  const say = useSay()
  const { isEmpty, isWriting, canUndo } = props
  const button = (
    key: string,
    icon: ReactNode,
    press: () => void,
    more: { disabled?: boolean; pressed?: boolean } = {},
  ) => (
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

/**
 * The values that a field had before each change made here; a value from elsewhere (another record, a draft) clears
 * them.
 */
function useRingHistory(value: Json, onChange: (value: Json) => void) {
  const [past, setPast] = useState<readonly Json[]>([])
  const [own, setOwn] = useState(value)
  // Compared by content: the form passes copies.
  if (!isSame(value, own)) {
    setOwn(value)
    setPast([])
  }
  return {
    canUndo: past.length > 0,
    change: (next: Json): void => {
      setPast([...past, value])
      setOwn(next)
      onChange(next)
    },
    undo: (): void => {
      const before = past.at(-1)
      if (before === undefined) return
      setPast(past.slice(0, -1))
      setOwn(before)
      onChange(before)
    },
  }
}

/** Shows a form's area on the board next to the form, if there is one. @returns the board */
function useBoardEditing(
  ring: readonly LatLng[],
  onChange: ((ring: readonly LatLng[]) => void) | undefined,
  form: JsonObject,
) {
  const board = useAreaBoard()
  const edit = board?.edit
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const key = JSON.stringify(ring)
  const isEditable = onChange !== undefined
  const colour = board?.colourOf(form) ?? ''
  useEffect(() => {
    edit?.({
      ring: JSON.parse(key) as LatLng[],
      colour,
      ...(isEditable && { onChange: (next) => latest.current?.(next) }),
    })
  }, [edit, key, colour, isEditable])
  useEffect(() => () => edit?.(null), [edit])
  return board
}

const PolygonMap = lazy(() => import('./PolygonMap'))

/**
 * Widget `map-polygon`: an area drawn on a map (its own, or that of the board next to the form), its corners dragged
 * there or typed. A required one starts as a square.
 */
export default function MapPolygonInput(props: InputProps) {
  const { source, label, value, onBlur, error, help, required, disabled } = props
  const say = useSay()
  const { config } = useConsole()
  const { distance_unit } = useDisplayStyle()
  const history = useRingHistory(value, props.onChange)
  const [isWriting, setWriting] = useState(false)
  const ring = ringOfValue(value)
  const change = disabled ? undefined : (next: readonly LatLng[]) => history.change(valueOfRing(next))
  const board = useBoardEditing(ring, change, props.form)
  // Reported while it is drawn, not only when it is saved.
  const sides = ring.length > 2 ? crossingSides(ring.map(([lat, lng]) => ({ lat, lng }))) : null
  const crossing = sides ? say('validation.polygon_crosses', { a: sides[0], b: sides[1] }) : undefined
  const square = () => {
    const center = board?.center() ?? [Number(config['lat']) || 0, Number(config['lng']) || 0]
    history.change(valueOfRing(startSquare(center, distance_unit)))
  }
  const begin = () => {
    const drawn = board?.takeDrawn()
    if (drawn) history.change(valueOfRing(drawn))
    else if (required && value === null) square()
  }
  // Once, when the form opens: an area that the user removes later is not recreated.
  const start = useRef(disabled ? null : begin)
  useEffect(() => {
    // After the form's own effects, which set its values.
    const timer = setTimeout(() => {
      start.current?.()
      start.current = null
    })
    return () => clearTimeout(timer)
  }, [])
  return (
    <MapField
      label={label}
      required={required}
      disabled={disabled}
      error={error ?? crossing}
      help={help ?? (disabled ? undefined : say(`map.polygon.${ring.length > 0 ? 'drag' : 'none'}`))}
      onBlur={onBlur}
      height={340}
      map={board ? null : <PolygonMap ring={ring} label={label} onChange={change} />}
    >
      {!disabled && (
        <PolygonButtons
          isEmpty={value === null}
          isWriting={isWriting}
          canUndo={history.canUndo}
          onSquare={square}
          onUndo={history.undo}
          onRemove={() => history.change(null)}
          onWrite={() => setWriting(!isWriting)}
        />
      )}
      {isWriting && (
        <RingText
          source={source}
          label={say('map.polygon.corners')}
          value={value}
          onChange={history.change}
          required={false}
          disabled={disabled}
        />
      )}
    </MapField>
  )
}
