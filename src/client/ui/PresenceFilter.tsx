import { ChoiceFilter } from './ChoiceFilter'
import type { FilterProps, FilterTextProps } from './field-view'
import { boundsOf } from './RangeFilter'
import { useSay } from './style'

/** For values that cannot be compared: whether there is one. */
export function PresenceFilter({ value, onChange, ...rest }: FilterProps) {
  const say = useSay()
  const { isNull = null } = boundsOf(value)
  return (
    <ChoiceFilter
      {...rest}
      value={isNull === null ? null : isNull ? 0 : 1}
      onChange={(chosen) => onChange(chosen === 0 || chosen === 1 ? { isNull: chosen === 0 } : null)}
      options={[{ value: 1, label: say('filter.present') }, { value: 0, label: say('filter.absent') }]}
    />
  )
}

export function PresenceText({ value }: FilterTextProps) {
  const say = useSay()
  return <>{say(boundsOf(value)['isNull'] ? 'filter.absent' : 'filter.present')}</>
}
