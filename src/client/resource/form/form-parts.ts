import { createContext, useContext } from 'react'
import type { FormGroup, FormLayout } from '../../../model/resource'

/** A tab or a step of a form, as it is now. */
export interface FormPart {
  readonly key: string
  readonly title: string
  readonly group: FormGroup
  /** Fields of it that are wrong. */
  readonly errors: number
}

/** The tabs or steps of a form, and which one is shown. */
export interface FormParts {
  readonly layout: FormLayout
  readonly formId: string
  /** Those that are there for this user and these values. */
  readonly all: readonly FormPart[]
  readonly current: FormPart
  /** Where the current one stands among them. */
  readonly at: number
  /** Steps of a new record are done one after the other. */
  readonly inOrder: boolean
  readonly open: (key: string) => void
  /** Opens the one that a field is in. */
  readonly openField: (name: string) => void
}

const PartsContext = createContext<FormParts | null>(null)
export const FormPartsProvider = PartsContext.Provider

/** The tabs or steps of the form around; null: it has none. */
export const useFormParts = (): FormParts | null => useContext(PartsContext)

/** What is checked before the next step comes, for code outside of rendering: the check and the save. */
export interface StepGate {
  /** The fields that are checked now; null: all. */
  asked(): ReadonlySet<string> | null
  /** Goes to the next step; false: there is none, and the record is to be saved. */
  pass(): boolean
  /** @param next null: no step follows */
  set(next: { readonly asked: ReadonlySet<string>; readonly open: () => void } | null): void
}

export function createStepGate(): StepGate {
  let gate: Parameters<StepGate['set']>[0] = null
  return {
    asked: () => gate?.asked ?? null,
    pass() {
      gate?.open()
      return gate !== null
    },
    set: (next) => void (gate = next),
  }
}
