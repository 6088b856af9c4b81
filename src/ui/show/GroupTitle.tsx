import { styled } from '@mui/material/styles'

/** The line above fields that belong together, in a form and on a record's page. */
export const GroupTitle = styled('div')(({ theme }) => ({
  ...theme.typography.h4,
  color: theme.palette.text.primary,
  paddingBottom: theme.spacing(0.75),
  borderBottom: `1px solid ${theme.palette.divider}`,
}))
