import { Badge, type CellProps, useSay } from '#engine/ui'

/** Widget `map-key-state`: a key is in use, active or paused (spec 2 §4). */
export function MapKeyStateCell({ record }: CellProps) {
  const say = useSay()
  const state = record['state'] !== '1' ? 'paused' : record['using'] === '1' ? 'using' : 'active'
  return <Badge color={COLOURS[state]}>{say(`map_keys.state.${state}`)}</Badge>
}

const COLOURS: { readonly [state: string]: string } = { using: 'success', active: 'info' }
