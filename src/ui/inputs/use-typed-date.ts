import { useState } from 'react'
import type { Json } from '../../model/json'
import { useDisplayStyle, useSay } from '../show/style'
import { textOf } from './TextBox'
import { readDate, stepDate, writeDate, type DateKind, type DateReading } from './typed-date'

interface TypedDate {
  /** As typed, or as the console writes dates once it has been left. */
  readonly text: string
  /** The date that the text stands for; null when it is empty, or none. */
  readonly read: string | null
  /** The text is no date, and the user has left the box. */
  readonly isWrong: boolean
  type(text: string): void
  leave(): void
  choose(value: string | null): void
  /** Moves the part under the caret; the part's place in the new text, null when nothing moves. */
  step(caret: number, by: 1 | -1): readonly [from: number, to: number] | null
}

interface TypedDateProps {
  readonly kind: DateKind
  readonly value: Json
  /** The date, what was typed where it is none (which validation reads), null when empty. */
  readonly onChange: (value: string | null) => void
  /** Reported once the box is left or a date chosen, not at every key: a half typed date would trigger something. */
  readonly whenLeft: boolean
  readonly min?: string
  readonly max?: string
  readonly isAhead?: boolean
}

/** Keeps the text as typed, so that a date can grow; the value follows it. */
export function useTypedDate({ kind, value, onChange, whenLeft, min, max, isAhead }: TypedDateProps): TypedDate {
  const reading = { ...useReading(kind), isAhead }
  const [text, setText] = useState(() => writeDate(textOf(value), reading))
  const [last, setLast] = useState(value)
  const [isLeft, setLeft] = useState(true)
  if (value !== last) {
    setLast(value)
    // What is being typed and not yet reported stands: it is reported when the box is left.
    const isTyping = whenLeft && !isLeft
    if (!isTyping && valueOf(text) !== value) setText(writeDate(textOf(value), reading))
  }
  function valueOf(typed: string): string | null {
    return typed.trim() === '' ? null : (readDate(typed, reading) ?? typed)
  }
  function choose(next: string | null): void {
    setText(next === null ? '' : writeDate(next, reading))
    setLeft(true)
    onChange(next)
  }
  const read = readDate(text, reading)
  return {
    text,
    read,
    isWrong: isLeft && read === null && text.trim() !== '',
    choose,
    type: (typed) => {
      setText(typed)
      setLeft(false)
      if (!whenLeft) onChange(valueOf(typed))
    },
    leave: () => {
      // A box that was only passed through keeps its value, also the seconds that it does not show.
      if (isLeft) return
      setLeft(true)
      setText(read === null ? text.trim() : writeDate(read, reading))
      if (whenLeft) onChange(valueOf(text))
    },
    step: (caret, by) => {
      const moved = stepDate(text, caret, by, reading)
      if (!moved || (min && moved.value < min) || (max && moved.value > max)) return null
      choose(moved.value)
      return [moved.from, moved.to]
    },
  }
}

function useReading(kind: DateKind): DateReading {
  const say = useSay()
  const { zone } = useDisplayStyle()
  return { kind, zone, words: { [say('dates.today')]: 0, [say('dates.tomorrow')]: 1, [say('dates.yesterday')]: -1 } }
}
