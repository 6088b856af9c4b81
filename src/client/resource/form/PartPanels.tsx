import Stack from '@mui/material/Stack'
import { useState, type Ref } from 'react'
import { FormRows } from './FormRows'
import type { FormPart, FormParts } from './form-parts'

/**
 * The rows of the tabs or steps that have been open: what is left keeps its place, its rows and its half-typed values.
 */
export function PartPanels({
  parts: { all, current, layout },
  idOf,
  panel,
  autoFocus,
}: {
  readonly parts: FormParts
  /** Ids of a part's panel and of what names it. */
  readonly idOf: (part: FormPart) => { readonly panel: string; readonly label: string }
  /** The current one. */
  readonly panel: Ref<HTMLDivElement>
  readonly autoFocus?: string
}) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set([current.key]))
  if (!opened.has(current.key)) setOpened(new Set([...opened, current.key]))
  return all
    .filter(({ key }) => opened.has(key) || key === current.key)
    .map((part) => {
      const { panel: id, label } = idOf(part)
      const isCurrent = part.key === current.key
      return (
        <div
          key={part.key}
          id={id}
          ref={isCurrent ? panel : undefined}
          role={layout === 'tabs' ? 'tabpanel' : 'group'}
          aria-labelledby={label}
          hidden={!isCurrent}
        >
          <Stack spacing={2}>
            <FormRows rows={part.group.rows} autoFocus={autoFocus} />
          </Stack>
        </div>
      )
    })
}
