import { createContext, useContext } from 'react'
import type { JsonObject } from '#engine/model'
import type { LatLng } from '../../model/lat-lng'

/** An area that a board shows beside others. */
export interface BoardArea {
  readonly id: number
  readonly name: string
  readonly colour: string
  readonly ring: readonly LatLng[]
}

/** The area of the form that is open: on the board's map in place of a map of its own. */
export interface Editing {
  readonly ring: readonly LatLng[]
  readonly colour: string
  /** Absent: it may be looked at alone. */
  readonly onChange?: (ring: readonly LatLng[]) => void
}

/** One map with all areas of a catalogue, on which the form beside it is edited. */
export interface AreaBoard {
  readonly areas: readonly BoardArea[]
  /** Middle of what the map shows; null while it is not there. */
  readonly center: () => LatLng | null
  /** What was drawn before the form was there, once. */
  readonly takeDrawn: () => readonly LatLng[] | null
  readonly colourOf: (record: JsonObject) => string
  readonly edit: (editing: Editing | null) => void
  /** Marks parts that are wrong, such as what two areas share. */
  readonly mark: (shapes: readonly (readonly LatLng[])[]) => void
}

const BoardContext = createContext<AreaBoard | null>(null)
export const AreaBoardProvider = BoardContext.Provider

/** The board that a form stands beside; null: it stands alone. */
export const useAreaBoard = (): AreaBoard | null => useContext(BoardContext)
