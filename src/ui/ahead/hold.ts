// What people type goes on without looking: a form's answer, or a save's, takes longer than the next key.
export const LIMITS = { opening: 30_000, saving: 30_000 } as const

export type Why = keyof typeof LIMITS

/** A key that was pressed, or a letter of a text. */
export interface Press {
  readonly key: string
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
}

export const isLetter = ({ key, ctrl, alt }: Press): boolean => !ctrl && !alt && [...key].length === 1

/** Keys that wait from when something begins to open, or to be saved, until it is there. */
export interface Hold {
  /** The waiting keys are pressed now, where the focus is. */
  release(): void
  /** They are for nothing that will come: they go, and it is said. */
  drop(): void
  /** What was to be saved is not: what would save it again goes without a word, the others are pressed. */
  calm(): void
  /** Whether letters wait. */
  readonly isTyped: () => boolean
  /** Calls back as soon as a letter waits; the function stops that. */
  onTyped(listener: () => void): () => void
}

export interface HeldKeys {
  /** From now on keys wait; an earlier hold ends, and its keys go on waiting. */
  hold(why: Why): Hold
  /** What was opened has the focus in its first field: what was typed meanwhile goes there. */
  arrive(): void
  /** Something asks in between: what waits was not for it, goes, and it is said. */
  interrupt(): void
  /** Whether the last thing that a person did was to press a key. */
  readonly isByKeys: () => boolean
  /** Whether something is being opened, saved, or neither. */
  readonly why: () => Why | null
  listen(target: Window): () => void
  subscribe(listener: () => void): () => void
  /** How many keys wait. */
  readonly waiting: () => number
  /** How many keys were dropped and are not said yet. */
  readonly dropped: () => number
  /** It was said. */
  forgive(): void
}

/** What the keys that are pressed again ask of the ones that wait. */
export interface Waiting {
  readonly next: () => Press | undefined
  readonly isHeld: () => boolean
  readonly giveBack: () => void
  /** Nothing takes this key: it and all that wait are dropped. */
  readonly drop: () => void
}
