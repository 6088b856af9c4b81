import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { Json } from '../../model/json'
import { tagsAsked } from '../../model/tags-asked'
import type { FilterProps } from '../../ui/field-view'
import { useSay } from '../../ui/show/style'
import TagsInput from './TagsInput'

/** Tags to filter by: records with any of them, or with all. */
export default function TagsFilter({ field, value, onChange, ...rest }: FilterProps) {
  const say = useSay()
  const { ids, isAll } = tagsAsked(value)
  const send = (next: readonly Json[], withAll: boolean): void =>
    onChange(
      next.length === 0 ? null : next.length === 1 ? (next[0] ?? null) : withAll ? { all: [...next] } : [...next],
    )
  return (
    <>
      <TagsInput
        {...rest}
        field={field}
        value={[...ids]}
        form={{}}
        required={false}
        disabled={false}
        onChange={(next) => send(Array.isArray(next) ? next : [], isAll)}
      />
      {ids.length > 1 && (
        <ToggleButtonGroup
          exclusive
          size="small"
          value={isAll ? 'all' : 'any'}
          aria-label={rest.label}
          sx={{ mt: 1 }}
          onChange={(_event, how: string | null) => how && send(ids, how === 'all')}
        >
          <ToggleButton value="any" sx={{ textTransform: 'none' }}>
            {say('people.any_of')}
          </ToggleButton>
          <ToggleButton value="all" sx={{ textTransform: 'none' }}>
            {say('people.all_of')}
          </ToggleButton>
        </ToggleButtonGroup>
      )}
    </>
  )
}
