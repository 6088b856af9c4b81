import { useSay } from '#engine/ui'

/** What the stops of a trip are called: from, stop 2, to. */
export function useStopName(count: number): (index: number) => string {
  const say = useSay()
  return (index) => {
    if (index === 0) return say('fares.try.from')
    return index === count - 1 ? say('fares.try.to') : say('fares.try.stop', { number: index + 1 })
  }
}
