import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'
import type { AskDialogProps, AskedPaper } from './AskDialog'
import { useHeldKeys } from '../../../ui/keys'

const AskDialog = lazy(() => import('./AskDialog'))

/** The questions, and the call made with the answers. */
type Asking<T> = Omit<AskDialogProps, 'onAnswer' | 'onClose'> & {
  readonly work: (answers: JsonObject, paper: AskedPaper | null) => Promise<T>
}

/**
 * Asks before a call and makes it with the answers.
 * @returns a function that resolves to the call's result, null when it was cancelled; and the dialog to put into the
 * page
 */
export function useAsk(): readonly [askFor: <T>(asking: Asking<T>) => Promise<T | null>, dialog: ReactNode] {
  const [open, setOpen] = useState<AskDialogProps | null>(null)
  const held = useHeldKeys()
  const askFor = useCallback(
    <T,>({ work, ...asking }: Asking<T>) =>
      new Promise<T | null>((settle) => {
        const close = () => {
          setOpen(null)
          settle(null)
        }
        const onAnswer = async (answers: JsonObject, paper: AskedPaper | null) => {
          const done = await work(answers, paper)
          setOpen(null)
          settle(done)
        }
        held.hold('opening')
        setOpen({ ...asking, onAnswer, onClose: close })
      }),
    [held],
  )
  const dialog = open && (
    <Suspense>
      <AskDialog {...open} />
    </Suspense>
  )
  return [askFor, dialog]
}
