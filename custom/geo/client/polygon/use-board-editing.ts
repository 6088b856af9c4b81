import { useEffect, useRef } from 'react'
import type { JsonObject } from '#engine/model'
import type { LatLng } from '../../model/lat-lng'
import { useAreaBoard } from '../board/area-board'

/** Shows a form's area on the board beside the form, where there is one. @returns the board */
export function useBoardEditing(
  ring: readonly LatLng[], onChange: ((ring: readonly LatLng[]) => void) | undefined, form: JsonObject,
) {
  const board = useAreaBoard()
  const edit = board?.edit
  const latest = useRef(onChange)
  useEffect(() => { latest.current = onChange })
  const key = JSON.stringify(ring)
  const isEditable = onChange !== undefined
  const colour = board?.colourOf(form) ?? ''
  useEffect(() => {
    edit?.({ ring: JSON.parse(key) as LatLng[], colour, ...(isEditable && { onChange: (next) => latest.current?.(next) }) })
  }, [edit, key, colour, isEditable])
  useEffect(() => () => edit?.(null), [edit])
  return board
}
