import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'

const ahead: (() => Promise<unknown>)[] = []

/** An input whose code comes with the first form, as no list needs it. @param waiting stands in its place until then */
export function lateInput<Props extends object>(load: () => Promise<ComponentType<Props>>, waiting: (props: Props) => ReactNode): ComponentType<Props> {
  let here: ComponentType<Props> | null = null
  const fetched = async () => ({ default: (here = await load()) })
  const Late = lazy(fetched)
  ahead.push(fetched)
  return function LateInput(props) {
    // Drawn at once when the code is here, and never exchanged: it may have the focus.
    const [Input] = useState<ComponentType<Props>>(() => here ?? Late)
    return <Suspense fallback={waiting(props)}><Input {...props} /></Suspense>
  }
}

/** Fetches the code ahead: a form loads it in parallel with its record. */
export function prepareInputs(): void {
  // One that cannot be fetched is fetched again, and its failure shown, by the form that has it.
  for (const begin of ahead.splice(0)) begin().catch(() => undefined)
}
