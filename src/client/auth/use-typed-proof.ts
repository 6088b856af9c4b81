import { useState, type FormEvent } from 'react'
import { errorsIn } from '../provider/failure'

/** One text that proves something, on its way to the server: what was refused is said until it is typed anew. */
interface TypedProof {
  readonly text: string
  readonly type: (text: string) => void
  readonly busy: boolean
  /** What the server says of the text; undefined: nothing. */
  readonly atField: string | undefined
  /** Why it failed otherwise; null: it did not. */
  readonly failure: unknown
  readonly fail: (failure: unknown) => void
  readonly submit: (event: FormEvent) => void
}

/**
 * @param source the field that the server names
 * @param ready whether the text may be sent
 * @param first what stands there at first
 */
export function useTypedProof(
  source: string,
  ready: (text: string) => boolean,
  send: (text: string) => Promise<void>,
  first = '',
): TypedProof {
  const [text, setText] = useState(first)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const atField = errorsIn(failure)[source]
  const sent = async (): Promise<void> => {
    setBusy(true)
    try {
      await send(text)
    } catch (cause) {
      setFailure(cause)
      setBusy(false)
    }
  }
  return {
    text,
    busy,
    atField,
    failure: atField === undefined ? failure : null,
    fail: setFailure,
    type(next) {
      setText(next)
      setFailure(null)
    },
    submit(event) {
      event.preventDefault()
      // A portal's events rise through the tree of components: the form that waits for this answer must not be sent.
      event.stopPropagation()
      if (ready(text) && !busy) void sent()
    },
  }
}
