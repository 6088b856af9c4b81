import { styled } from '@mui/material/styles'
import { useLayoutEffect, useRef } from 'react'
import { cleanHtml } from '../show/clean-html'

/** Shows a formatted text, cleaned again, whatever the database has. */
export default function RichText({ html }: { readonly html: string }) {
  const body = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    body.current?.replaceChildren(cleanHtml(html))
  }, [html])
  return <RichTextBody ref={body} />
}

/** The look of formatted text, read and edited alike. */
export const RichTextBody = styled('div')(({ theme }) => ({
  overflowWrap: 'anywhere',
  '& > :first-of-type, & .ProseMirror > :first-of-type': { marginTop: 0 },
  '& > :last-child, & .ProseMirror > :last-child': { marginBottom: 0 },
  '& p, & ul, & ol, & pre, & blockquote': { margin: '0 0 8px' },
  '& ul, & ol': { paddingInlineStart: 24 },
  '& h1, & h2, & h3, & h4, & h5, & h6': { margin: '12px 0 6px', lineHeight: 1.3, fontWeight: 600 },
  '& h1': { fontSize: '1.5em' },
  '& h2': { fontSize: '1.3em' },
  '& h3': { fontSize: '1.15em' },
  '& h4, & h5, & h6': { fontSize: '1em' },
  '& blockquote': {
    paddingInlineStart: 12,
    borderLeft: `3px solid ${theme.palette.divider}`,
    color: theme.palette.text.secondary,
  },
  '& pre, & code': {
    fontFamily: 'monospace',
    fontSize: '0.93em',
    backgroundColor: theme.palette.action.hover,
    borderRadius: 4,
  },
  '& pre': { padding: 8, overflowX: 'auto', '& code': { backgroundColor: 'transparent' } },
  '& hr': { border: 0, borderTop: `1px solid ${theme.palette.divider}` },
  '& a': { color: theme.palette.primary.main },
}))
