import { createContext, useContext } from 'react'
import type { JsonObject } from '#engine/model'
import type { LatLng } from '../../../geometry/model'

/** An area that a board shows among others. */
export interface BoardArea {
  readonly id: number
  readonly name: string
  readonly colour: string
  readonly ring: readonly LatLng[]
}

/** The area of the open form: on the board's map instead of a map of its own. */
export interface AreaEditing {
  readonly ring: readonly LatLng[]
  readonly colour: string
  /** Absent: it is read-only. */
  readonly onChange?: (ring: readonly LatLng[]) => void
}

/** One map with all areas of a catalogue, on which the form next to it is edited. */
export interface AreaBoard {
  readonly areas: readonly BoardArea[]
  /** Centre of the visible map; null before the map is ready. */
  readonly center: () => LatLng | null
  /** What was drawn before the form existed, once. */
  readonly takeDrawn: () => readonly LatLng[] | null
  readonly colourOf: (record: JsonObject) => string
  readonly edit: (editing: AreaEditing | null) => void
  /** Marks parts with errors, such as what two areas share. */
  readonly mark: (shapes: readonly (readonly LatLng[])[]) => void
}

const BoardContext = createContext<AreaBoard | null>(null)
export const AreaBoardProvider = BoardContext.Provider

/** The board next to a form; null: the form is alone. */
export const useAreaBoard = (): AreaBoard | null => useContext(BoardContext)
