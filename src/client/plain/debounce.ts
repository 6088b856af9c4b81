export interface Debounced<Given extends readonly unknown[]> {
  (...given: Given): void
  /** Gives up what waits. */
  readonly cancel: () => void
  /** Does at once what waits. */
  readonly flush: () => void
}

/** Waits until nobody has asked for this long, and does what was asked last. Stands in for `lodash/debounce` in the built console. */
export default function debounce<Given extends readonly unknown[]>(act: (...given: Given) => void, wait_ms = 0): Debounced<Given> {
  let waiting: Given | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = (): void => {
    clearTimeout(timer)
    waiting = undefined
  }
  const flush = (): void => {
    const given = waiting
    cancel()
    if (given) act(...given)
  }
  const ask = (...given: Given): void => {
    clearTimeout(timer)
    waiting = given
    timer = setTimeout(flush, wait_ms)
  }
  return Object.assign(ask, { cancel, flush })
}
