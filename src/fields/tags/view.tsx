import { lazy, Suspense, useEffect, useState } from 'react'
import { Badge } from '../../ui/show/Badge'
import type { CellProps, FieldView, FilterProps, FilterTextProps, InputProps } from '../../ui/field-view'
import { lateInput } from '../../ui/inputs/late-input'
import { useLookup, type TagChoice } from '../../ui/lookup'
import { useSay } from '../../ui/show/style'
import { WAITING } from '../../ui/show/waiting'
import type { Json } from '../../model/json'
import { tagsAsked } from '../../model/tags-asked'

const TagsInput = lateInput<InputProps>(
  async () => (await import('./TagsInput')).default,
  () => null,
)
const TagsFilter = lazy(() => import('./TagsFilter'))

export const tagsView: FieldView = {
  align: 'left',
  Cell,
  Input: TagsInput,
  Filter,
  FilterText,
  wide: true,
  badge: true,
}

/** The tags of a record as chips. */
function Cell({ field: { name }, value, record }: CellProps) {
  const labels = listOf(record[`${name}__label`])
  const colors = listOf(record[`${name}__color`])
  return (
    <>
      {listOf(value).map((id, at) => (
        <span key={String(id)} className="tag" style={{ marginInlineEnd: 4 }}>
          <Badge color={tagOrNone(colors[at])}>{String(labels[at] ?? id)}</Badge>
        </span>
      ))}
    </>
  )
}

function Filter(props: FilterProps) {
  return (
    <Suspense fallback={null}>
      <TagsFilter {...props} />
    </Suspense>
  )
}

function FilterText({ value }: FilterTextProps) {
  const say = useSay()
  const tags = useTags()
  const { ids, isAll } = tagsAsked(value)
  const names = ids.map((id) =>
    tags ? (tags.find((tag) => tag.id === Number(id))?.name ?? say('field.unreadable')) : WAITING,
  )
  return <>{names.join(isAll ? ' + ' : ', ')}</>
}

/** The tags of the catalogue on the page; null until they are known. */
function useTags(): readonly TagChoice[] | null {
  const { tags } = useLookup()
  const [found, setFound] = useState<readonly TagChoice[] | null>(null)
  useEffect(() => {
    let live = true
    void tags?.().then(
      (items) => {
        if (live) setFound(items)
      },
      () => {
        if (live) setFound([])
      },
    )
    return () => {
      live = false
    }
  }, [tags])
  return found
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
const tagOrNone = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined)
