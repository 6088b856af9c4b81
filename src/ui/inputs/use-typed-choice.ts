import { useEffect, useMemo, useRef, useState } from 'react'
import { fold } from '../../model/values/fold'
import type { Choice } from '../lookup'
import { useSay } from '../show/style'
import { useTypedTexts, type TypedText } from './typed-texts'
import type { FindChoices } from './use-matches'

interface Asking {
  readonly source: string
  readonly find: FindChoices
  /** The matches of a text where they are known already. */
  readonly known: (text: string) => readonly Choice[] | null
  /** Nothing can be chosen yet, and why. */
  readonly blocked?: string
  /** The sentence for a text without a choice, in place of the common ones. */
  readonly unchosen?: string
  readonly onTake: (choice: Choice) => void
  /** Makes a choice of a text that names none. */
  readonly onMake?: (text: string) => void
}

interface TypedChoice {
  /** What was typed and is no choice yet; null: the box shows its choice. */
  readonly text: string | null
  readonly type: (text: string | null) => void
  /**
   * Takes the choice that the text names, exactly or as its only match, waiting for the answer; else says what is
   * wrong.
   */
  readonly settle: () => Promise<void>
  /** The answer is on its way, and nothing more need be done. */
  readonly isSettling: boolean
  readonly wrong: string | null
}

/** A text typed into a search: it becomes a choice or an error at its field, and never vanishes. */
export function useTypedChoice(asking: Asking): TypedChoice {
  const say = useSay()
  const room = useTypedTexts()
  const [text, setText] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [isSettling, setSettling] = useState(false)
  const now = useRef<{ text: string | null; wrong: string | null; running: Promise<void> | null }>({
    text: null,
    wrong: null,
    running: null,
  })
  const latest = useRef({ ...asking, say })
  useEffect(() => {
    latest.current = { ...asking, say }
  })
  const actions = useMemo(() => {
    const refuse = (sentence: string | null): void => {
      now.current.wrong = sentence
      setWrong(sentence)
    }
    const type = (next: string | null): void => {
      now.current.text = next
      setText(next)
      refuse(null)
    }
    const look = async (typed: string): Promise<void> => {
      const { known, find, blocked, unchosen, onTake, onMake, say: words } = latest.current
      if (blocked !== undefined) return refuse(blocked)
      try {
        const found = known(typed) ?? (await find(typed, new AbortController().signal))
        // More was typed meanwhile, or it was chosen by hand.
        if (now.current.text?.trim() !== typed) return
        const exact = found.filter(({ label }) => fold(label) === fold(typed))
        const [one, ...others] = exact.length > 0 ? exact : found
        if (one && others.length === 0) onTake(one)
        else if (!one && onMake) onMake(typed)
        else
          return refuse(
            unchosen ??
              (one
                ? words('typing.several', { n: others.length + 1, text: typed })
                : words('typing.none', { text: typed })),
          )
        type(null)
      } catch (reason) {
        if (now.current.text?.trim() === typed) refuse(reason instanceof Error ? reason.message : String(reason))
      }
    }
    const settle = async (): Promise<void> => {
      const typed = now.current.text?.trim()
      if (!typed || now.current.wrong !== null) return
      setSettling(true)
      now.current.running ??= look(typed).finally(() => {
        now.current.running = null
        setSettling(false)
      })
      await now.current.running
    }
    const entry: TypedText = {
      isOpen: () => Boolean(now.current.text?.trim()) && now.current.wrong === null,
      settle,
      wrong: () => now.current.wrong,
    }
    return { type, settle, entry }
  }, [])
  const { source } = asking
  useEffect(() => (text === null ? undefined : room?.add(source, actions.entry)), [room, source, text, actions])
  return { text, type: actions.type, settle: actions.settle, isSettling, wrong }
}

/** The same object as before while what it says is the same. */
export function useSteady<Value>(value: Value): Value {
  const said = JSON.stringify(value)
  const [kept, setKept] = useState({ said, value })
  if (kept.said === said) return kept.value
  setKept({ said, value })
  return value
}
