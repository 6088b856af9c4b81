import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'

const inputs: (() => Promise<unknown>)[] = []
let areHere = false

/** An input whose code comes with the first form. */
type LateInput<Props> = ComponentType<Props> & {
  /** Fetches the code ahead. */
  readonly prepare: () => Promise<void>
}

/**
 * An input whose code comes with the first form, as no list needs it.
 * @param waiting stands in its place until then
 * @param isLarge its code comes with the first form that has it
 */
export function lateInput<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: (props: Props) => ReactNode,
  { isLarge = false } = {},
): LateInput<Props> {
  let here: ComponentType<Props> | null = null
  let coming: Promise<{ default: ComponentType<Props> }> | null = null
  // What cannot be fetched is fetched again, and its failure shown, by the form that has it.
  const fetched = () =>
    (coming ??= load().then(
      (input) => ({ default: (here = input) }),
      (error: unknown) => {
        coming = null
        throw error
      },
    ))
  const Late = lazy(fetched)
  if (!isLarge) inputs.push(fetched)
  function Input(props: Props) {
    // Drawn at once when the code is here, and never exchanged: it may have the focus.
    const [Drawn] = useState<ComponentType<Props>>(() => here ?? Late)
    return (
      <Suspense fallback={waiting(props)}>
        <Drawn {...props} />
      </Suspense>
    )
  }
  return Object.assign(Input, {
    prepare: () =>
      fetched().then(
        () => undefined,
        () => undefined,
      ),
  })
}

/** Fetches the code of all inputs ahead: a form loads it in parallel with its record. */
export async function prepareInputs(): Promise<void> {
  await Promise.allSettled(inputs.map((begin) => begin()))
  areHere = true
}

/**
 * Whether the code of the inputs has come, or could not be had: an input that was drawn before its code would lose what
 * is typed into it.
 * @param large fetch the code of the form's large inputs; the same list at each call
 */
export function useInputs(large: readonly (() => Promise<void>)[]): boolean {
  const [isReady, setReady] = useState(areHere && large.length === 0)
  useEffect(() => {
    let isLeft = false
    void Promise.all([prepareInputs(), ...large.map((prepare) => prepare())]).then(() => {
      if (!isLeft) setReady(true)
    })
    return () => {
      isLeft = true
    }
  }, [large])
  return isReady
}
