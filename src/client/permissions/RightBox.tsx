import { useEffect, useRef } from 'react'
import type { BoxState } from '../../model/rights/permissions'

interface Props {
  readonly label: string
  readonly state: BoxState
  readonly disabled: boolean
  /** The place by which the keys find it: `3.see`. */
  readonly place: string
  /** Whether Tab leads to it: of the whole matrix one box has that. */
  readonly reached: boolean
  readonly onGive: (on: boolean) => void
}

/** A native box, of which there are hundreds; half ticked where some of its modules have the right. */
export function RightBox({ label, state, disabled, place, reached, onGive }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <label className="box">
      <input
        ref={box}
        type="checkbox"
        checked={state === 'all'}
        disabled={disabled}
        aria-label={label}
        data-place={place}
        tabIndex={reached ? 0 : -1}
        onChange={(event) => onGive(event.target.checked)}
      />
    </label>
  )
}
