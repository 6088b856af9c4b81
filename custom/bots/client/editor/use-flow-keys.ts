import { useKeys, useSay } from '#engine/ui'
import { START } from '../canvas/edges'

interface FlowCommands {
  readonly onNew: () => void
  readonly onFind: () => void
  readonly onOpen: (id: number) => void
  readonly onConnect: () => void
  readonly onRemove: () => void
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onCopy: () => void
  readonly onPaste: () => void
  readonly onAll: () => void
  readonly onNone: () => void
  /** Goes to the next step of the conversation, or the one before. */
  readonly onStep: (by: 1 | -1) => void
  readonly onArrange: () => void
  readonly onTry: () => void
}

/** The step whose node has the focus. */
export function focusedStep(): number | null {
  const id = document.activeElement?.closest<HTMLElement>('.react-flow__node')?.dataset['id']
  return id === undefined || id === START ? null : Number(id)
}

/** Gives a step's node the focus; it pans into sight. */
export const focusStep = (id: number): void =>
  document.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`)?.focus()

const isTyping = (): boolean =>
  document.activeElement?.closest('input, textarea, [contenteditable=true], [role=combobox]') !== null &&
  document.activeElement !== null
const hasText = (): boolean => (window.getSelection()?.toString() ?? '') !== ''

/** The keys of the drawing; with one that fields and the browser use too, only while none of them is meant. */
export function useFlowKeys(
  commands: FlowCommands,
  { mayEdit, chosen }: { readonly mayEdit: boolean; readonly chosen: number | null },
): void {
  const say = useSay()
  const free = <K extends object>(key: K): K =>
    Object.defineProperty({ ...key }, 'active', { get: () => mayEdit && !isTyping(), enumerable: true })
  const at = (): number | null => focusedStep() ?? chosen
  const open = (): void => {
    const id = at()
    if (id !== null) commands.onOpen(id)
  }
  useKeys([
    { keys: 'n', label: say('bots.flow.new_step'), run: commands.onNew, active: mayEdit },
    { keys: '/', label: say('bots.flow.find'), run: commands.onFind },
    { keys: 'j', label: say('bots.flow.key_next'), run: () => commands.onStep(1) },
    { keys: 'k', label: say('bots.flow.key_before'), run: () => commands.onStep(-1) },
    { keys: 'enter', label: say('bots.flow.edit'), run: open },
    { keys: 'e', label: say('bots.flow.edit'), run: open },
    { keys: 'c', label: say('bots.flow.connect'), run: commands.onConnect, active: mayEdit },
    { keys: 'delete', label: say('bots.flow.remove'), run: commands.onRemove, active: mayEdit },
    { keys: 'backspace', label: say('bots.flow.remove'), run: commands.onRemove, active: mayEdit },
    { keys: 'o', label: say('bots.flow.arrange'), run: commands.onArrange, active: mayEdit },
    { keys: 't', label: say('bots.flow.try'), run: commands.onTry, active: mayEdit },
    { keys: 'escape', label: say('bots.flow.key_none'), run: commands.onNone },
    free({ keys: 'ctrl+z', label: say('bots.flow.undo'), run: commands.onUndo }),
    free({ keys: 'ctrl+y', label: say('bots.flow.redo'), run: commands.onRedo }),
    free({ keys: 'ctrl+v', label: say('bots.flow.paste'), run: commands.onPaste }),
    free({ keys: 'ctrl+a', label: say('bots.flow.key_all'), run: commands.onAll }),
    Object.defineProperty({ keys: 'ctrl+c', label: say('bots.flow.copy'), run: commands.onCopy }, 'active', {
      get: () => mayEdit && !isTyping() && !hasText(),
      enumerable: true,
    }),
  ])
}
