import { createContext, useContext } from 'react'

/** What was typed into a search and is no choice yet. */
export interface TypedText {
  /** Whether it may still become one: its answer is on the way, or was not asked for. */
  readonly isOpen: () => boolean
  /** Makes it the choice that it names, or finds what is wrong with it. */
  readonly settle: () => Promise<void>
  /** Why it names no choice; null: it may. */
  readonly wrong: () => string | null
}

/** The typed texts of a form, by the source of their fields: none of them is sent as if the field were empty. */
export interface TypedTexts {
  add(source: string, typed: TypedText): () => void
  /** Waits until each has become a choice or is wrong; null: there is nothing to wait for. */
  settle(): Promise<unknown> | null
  /** What is wrong, by source. */
  errors(): readonly (readonly [source: string, sentence: string])[]
}

export function createTypedTexts(): TypedTexts {
  const texts = new Map<string, TypedText>()
  return {
    add(source, typed) {
      texts.set(source, typed)
      return () => {
        if (texts.get(source) === typed) texts.delete(source)
      }
    },
    settle() {
      const open = [...texts.values()].filter((one) => one.isOpen())
      return open.length === 0 ? null : Promise.all(open.map((one) => one.settle()))
    },
    errors: () =>
      [...texts].flatMap(([source, typed]) => {
        const sentence = typed.wrong()
        return sentence === null ? [] : [[source, sentence] as const]
      }),
  }
}

const TypedTextsContext = createContext<TypedTexts | null>(null)
export const TypedTextsProvider = TypedTextsContext.Provider

/** The texts of the form around; null: it does not ask for them. */
export const useTypedTexts = (): TypedTexts | null => useContext(TypedTextsContext)
