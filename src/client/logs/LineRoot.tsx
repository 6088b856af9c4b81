import { styled } from '@mui/material/styles'

/** The look of a line of activity: a sign, the sentence, what was changed. */
export const LineRoot = styled('li')(({ theme }) => ({
  display: 'flex',
  gap: 12,
  padding: '10px 0',
  borderBottom: `1px solid ${theme.palette.divider}`,
  '&:last-of-type': { borderBottom: 0 },
  '& .verb': { fontSize: 18, marginTop: 2, color: theme.palette.text.secondary, flex: 'none' },
  '& .what': { minWidth: 0, flex: 1 },
  '& .sentence': { overflowWrap: 'anywhere' },
  '& .sentence .MuiButton-root': { minWidth: 0, padding: '0 4px' },
  '& .aside': { color: theme.palette.text.secondary, fontWeight: 400 },
  '& .fold': { maxWidth: '100%', justifyContent: 'flex-start', paddingInlineStart: 0, marginInlineStart: -2 },
  '& b': { fontWeight: 600 },
  '& dl': { margin: '4px 0 0', fontSize: theme.typography.pxToRem(13) },
  '& dl > div': { display: 'flex', gap: 8, flexWrap: 'wrap' },
  '& dt': { color: theme.palette.text.secondary, minWidth: 140 },
  '& dd': { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  '& ins': { textDecoration: 'none' },
  '& del': { color: theme.palette.text.secondary },
  '& [data-empty=true]': { fontStyle: 'italic', textDecoration: 'none', color: theme.palette.text.secondary },
}))
