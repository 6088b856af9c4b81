import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { GroupTitle } from '../../ui/show/GroupTitle'

/** A group of a form under its title; it goes where nothing in it is shown. */
export function FieldGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <Titled role="group" aria-labelledby={id}>
      <GroupTitle id={id}>{title}</GroupTitle>
      {children}
    </Titled>
  )
}

const Titled = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(2),
  paddingTop: theme.spacing(1),
  // This user may see nothing in it, or its conditions have hidden everything.
  '&:not(:has([data-form-cell]))': { display: 'none' },
}))

/** The columns of a form, of which a cell takes `--columns`; on a phone each cell has a line of its own. */
export const TwelveColumns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
  gap: theme.spacing(2),
  '& > *': { gridColumn: 'span var(--columns, 12)' },
  // A row whose fields are all hidden leaves no gap.
  '&:empty': { display: 'none' },
  [theme.breakpoints.down('sm')]: { '& > *': { gridColumn: '1 / -1' } },
}))
