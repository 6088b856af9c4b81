import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import type { Json } from '../../../model/json'
import type { SetFieldProps } from './SetFieldDialog'
import { useHeldKeys } from '../../../ui/keys'

const SetFieldDialog = lazy(() => import('./SetFieldDialog'))

interface Asking<T> {
  readonly title: string
  readonly text?: string
  readonly count: number
  /** Makes the call; what it throws is shown in the dialog. */
  readonly work: (field: string, value: Json) => Promise<T>
}

/**
 * Asks for a field and its value, and makes the call with them.
 * @returns a function that resolves to the call's result, null when it was cancelled; and the dialog to put into the
 * page
 */
export function useSetField(): readonly [askFor: <T>(asking: Asking<T>) => Promise<T | null>, dialog: ReactNode] {
  const [open, setOpen] = useState<SetFieldProps | null>(null)
  const held = useHeldKeys()
  const askFor = useCallback(
    <T,>({ work, ...asking }: Asking<T>) =>
      new Promise<T | null>((settle) => {
        const over = (done: T | null) => {
          setOpen(null)
          settle(done)
        }
        held.hold('opening')
        setOpen({
          ...asking,
          onAnswer: async (field, value) => over(await work(field, value)),
          onClose: () => over(null),
        })
      }),
    [held],
  )
  const dialog = open && (
    <Suspense>
      <SetFieldDialog {...open} />
    </Suspense>
  )
  return [askFor, dialog]
}
