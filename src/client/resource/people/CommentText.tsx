import Link from '@mui/material/Link'
import { Fragment, useMemo, type ReactNode } from 'react'
import type { PersonItem } from '../../../model/people-calls'

/** An address of the web, without what ends the sentence around it. */
const ADDRESS = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g

interface Piece {
  readonly text: string
  readonly as?: 'link' | 'person'
}

/** The text of a comment as it was typed, its addresses as links and those who are mentioned marked. */
export function CommentText({ body, mentions }: { body: string; mentions: readonly PersonItem[] }) {
  const pieces = useMemo(
    () =>
      piecesOf(
        body,
        mentions.map(({ name }) => `@${name}`),
      ),
    [body, mentions],
  )
  return (
    <>
      {pieces.map((piece, at) => (
        <Fragment key={at}>{drawn(piece)}</Fragment>
      ))}
    </>
  )
}

function drawn({ text, as }: Piece): ReactNode {
  if (as === 'link')
    return (
      <Link href={text} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </Link>
    )
  return as === 'person' ? <b>{text}</b> : text
}

/** A text cut at its addresses and at some names, the longest first. */
function piecesOf(body: string, names: readonly string[]): readonly Piece[] {
  const cut = (
    pieces: readonly Piece[],
    found: (text: string) => readonly { readonly at: number; readonly text: string }[],
    as: 'link' | 'person',
  ): readonly Piece[] =>
    pieces.flatMap((piece) => {
      if (piece.as) return [piece]
      const parts: Piece[] = []
      let from = 0
      for (const { at, text } of found(piece.text)) {
        parts.push({ text: piece.text.slice(from, at) }, { text, as })
        from = at + text.length
      }
      return [...parts, { text: piece.text.slice(from) }].filter(({ text }) => text !== '')
    })
  const linked = cut(
    [{ text: body }],
    (text) => [...text.matchAll(ADDRESS)].map((match) => ({ at: match.index, text: match[0] })),
    'link',
  )
  const longest = [...names].sort((one, other) => other.length - one.length)
  return longest.reduce((pieces, name) => cut(pieces, (text) => placesOf(text, name), 'person'), linked)
}

function placesOf(text: string, name: string): readonly { readonly at: number; readonly text: string }[] {
  const places: { at: number; text: string }[] = []
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) places.push({ at, text: name })
  return places
}
