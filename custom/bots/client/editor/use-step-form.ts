import { type Dispatch, type SetStateAction, useRef, useState } from 'react'
import type { JsonObject } from '#engine/model'
import type { StepWords } from '../canvas/step-words'
import type { CanvasPlace } from '../flow/edits'
import { connected } from '../flow/exits'
import type { FlowData } from '../flow/flow-data'
import type { Room } from './Rooms'
import { focusStep } from './use-flow-keys'
import type { OpenFlow } from './use-flow-store'

/** A line that is to lead to a step that is not there yet. */
interface Loose {
  readonly from: number | null
  readonly exit: string
}
type Opened =
  | { readonly id: number }
  | { readonly id: null; readonly prefill: JsonObject; readonly loose: Loose | null }
type Ask = () => Promise<boolean>
interface NewMenu {
  readonly at: { readonly top: number; readonly left: number }
  readonly place: CanvasPlace | null
  readonly loose: Loose | null
}

interface Around {
  readonly flow: FlowData
  readonly words: StepWords
  readonly placeForNew: () => CanvasPlace
  readonly choose: Dispatch<SetStateAction<ReadonlySet<number>>>
  readonly goTo: (id: number, isFocused?: boolean) => void
  readonly onRoom: (room: Room) => void
}

/**
 * The form of a step beside the canvas, and the menu from which a new one begins. What is typed in it is left only
 * after a question.
 */
export function useStepForm({ store, bot }: OpenFlow, { flow, words, placeForNew, choose, goTo, onRoom }: Around) {
  const [opened, setOpened] = useState<Opened | null>(null)
  // A new step was dropped from the drawing while this form was open: it waits below, with what was typed.
  const [beneath, setBeneath] = useState<Opened | null>(null)
  const [menu, setMenu] = useState<NewMenu | null>(null)
  const asks = useRef(new Map<number | null, Ask>())
  const leaveForms = async (ids: readonly (number | null)[], then: () => void): Promise<void> => {
    for (const id of ids) {
      const ask = asks.current.get(id)
      if (ask && !(await ask())) return
    }
    then()
  }
  const show = (next: Opened | null, below: Opened | null = null): void => {
    setOpened(next)
    setBeneath(below)
  }
  const forms = [beneath, opened].filter((one) => one !== null)
  const all = forms.map(({ id }) => id)
  return {
    opened,
    menu,
    forms,
    closeMenu: () => setMenu(null),
    onAsk: (id: number | null, ask: Ask | null) => {
      if (ask) asks.current.set(id, ask)
      else asks.current.delete(id)
    },
    open: (id: number) =>
      void leaveForms(beneath?.id === id ? [null] : all, () => {
        choose(new Set([id]))
        show({ id })
        onRoom('step')
      }),
    close: () =>
      void leaveForms(all.slice(-1), () => {
        const id = opened?.id
        show(beneath)
        if (!beneath) onRoom('outline')
        if (id) requestAnimationFrame(() => focusStep(id))
      }),
    saved: (item: JsonObject) => {
      const loose = opened?.id === null ? opened.loose : null
      const id = store.take(item, (now, made) => (loose ? connected(now, loose.from, loose.exit, made) : now))
      show(beneath)
      if (!beneath) onRoom('outline')
      choose(new Set([id]))
      // The node is drawn in the next frame.
      requestAnimationFrame(() => requestAnimationFrame(() => goTo(id, true)))
    },
    begin: (type: string) => {
      const { place, loose } = menu ?? { place: null, loose: null }
      const at = place ?? placeForNew()
      setMenu(null)
      const name = `${words.typeOf(type).title} ${flow.steps.size + 1}`
      const fresh: Opened = {
        id: null,
        prefill: { id_bot: bot, type, name, position_x: Math.round(at.x), position_y: Math.round(at.y) },
        loose,
      }
      const [below = null] = loose ? forms.filter(({ id }) => id !== null) : []
      void leaveForms(
        all.filter((id) => id !== below?.id),
        () => {
          show(fresh, below)
          onRoom('step')
        },
      )
    },
    showMenu: (anchor: Element | null) => {
      const { bottom = 200, left = 200 } = anchor?.getBoundingClientRect() ?? {}
      setMenu({ at: { top: bottom + 4, left }, place: null, loose: null })
    },
    /** A line was dropped on empty ground. */
    dropped: (loose: Loose, place: CanvasPlace, at: NewMenu['at']) => setMenu({ at, place, loose }),
  }
}
