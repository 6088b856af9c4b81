import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'
import { useConsole, mayOpen, recordPath } from '#engine/client'
import { AppLink, HIDDEN, useDisplayStyle, useSay } from '#engine/ui'
import type { Fare, FareLine } from '../../model/fare'
import { minorText, lineSentence } from '../../model/fare-text'
import type { Actor, Model } from '#engine/model'

// Rows without a page of their own, and the tab of the tariff's page that shows them.
const ON_TARIF: { readonly [entity: string]: string | undefined } = { tarif_ranges: undefined, prices: 'prices' }

/** Which page shows a row. */
const ownerOf = (
  { entity, id }: NonNullable<FareLine['source']>,
  id_tarif: number | null,
): { readonly entity: string; readonly id: number | null } =>
  entity in ON_TARIF ? { entity: 'tarifs', id: id_tarif } : { entity, id }

/**
 * The page of the row that made a line; null where it has none, this user may not see it, or it is the current page.
 */
function sourcePath(
  source: NonNullable<FareLine['source']>,
  id_tarif: number | null,
  here: { readonly resource: string; readonly id: number },
  { model, actor }: { readonly model: Model; readonly actor: Actor },
): string | null {
  const { entity, id } = ownerOf(source, id_tarif)
  const resource = Object.values(model.resources).find((one) => one.entity === entity)
  if (!resource || id === null || !mayOpen(actor, model, resource.name, 'list')) return null
  const tab = ON_TARIF[source.entity]
  const hasTab = resource.detail.tabs.some((one) => 'id' in one && one.id === tab)
  if (here.resource === resource.name && here.id === id && !hasTab) return null
  return recordPath(resource, id, hasTab ? tab : undefined)
}

interface FareLinesProps {
  readonly fare: Pick<Fare, 'currency' | 'exponent' | 'lines' | 'total'>
  /** The tariff it was priced by. */
  readonly id_tarif: number | null
  /** The record on whose page this is shown. */
  readonly here: { readonly resource: string; readonly id: number }
}

/**
 * A fare line by line: what it is for, why, from which row, how much; at the end what they add up to, with `more`
 * beside its name.
 */
export function FareLines({ fare, id_tarif, here, more }: FareLinesProps & { readonly more?: ReactNode }) {
  const say = useSay()
  const style = useDisplayStyle()
  return (
    <Table size="small" aria-label={say('fares.try.lines')} sx={TABLE}>
      <TableHead style={HIDDEN}>
        <TableRow>
          <TableCell>{say('fares.try.line')}</TableCell>
          <TableCell align="right">{say('fares.try.amount')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {fare.lines.map((line, at) => (
          <TableRow key={at} data-kind={line.kind}>
            <TableCell component="th" scope="row">
              <Box sx={{ fontWeight: 500 }}>{say(`fares.kinds.${line.kind}`)}</Box>
              <Why line={line} fare={fare} id_tarif={id_tarif} here={here} />
            </TableCell>
            <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
              {minorText(line.amount, fare, style)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
      <TableFooter>
        <TableRow>
          <TableCell component="th" scope="row">
            {say('fares.try.total')}
            {more}
          </TableCell>
          <TableCell align="right" data-total>
            {minorText(fare.total, fare, style)}
          </TableCell>
        </TableRow>
      </TableFooter>
    </Table>
  )
}

/** The rule as a sentence that links to the row that made the line; for a percentage, also what it was taken of. */
function Why({ line, fare, id_tarif, here }: FareLinesProps & { line: FareLine }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { base, source } = line
  const sentence = lineSentence(line, say, style, fare.exponent)
  // A row that the sentence names is not named again.
  const at = source ? sentence.indexOf(source.name) : -1
  const link = source && <SourceLink source={source} id_tarif={id_tarif} here={here} isSaid={at >= 0} />
  return (
    <Box sx={{ color: 'text.secondary', fontSize: 12.5, lineHeight: '18px', fontWeight: 400 }}>
      {source && at >= 0 ? (
        <>
          {sentence.slice(0, at)}
          {link}
          {sentence.slice(at + source.name.length)}
        </>
      ) : (
        sentence
      )}
      {base && base.of.length > 0 && (
        <>
          {' '}
          {say('fares.try.base', {
            amount: minorText(base.amount, fare, style),
            lines: base.of.map((kind) => say(`fares.kinds.${kind}`)).join(', '),
          })}
        </>
      )}
      {at < 0 && link && <> {link}</>}
    </Box>
  )
}

function SourceLink({
  source,
  id_tarif,
  here,
  isSaid,
}: Omit<FareLinesProps, 'fare'> & {
  source: NonNullable<FareLine['source']>
  /** Its name is part of the sentence. */
  isSaid: boolean
}) {
  const { model, actor } = useConsole()
  const path = sourcePath(source, id_tarif, here, { model, actor })
  const owner = ownerOf(source, id_tarif)
  // It is obvious that the page's own record made a line.
  if (!path && !isSaid && model.resources[here.resource]?.entity === owner.entity && here.id === owner.id) return null
  return path ? (
    <AppLink to={path} underline="always">
      {source.name}
    </AppLink>
  ) : (
    <span>{source.name}</span>
  )
}

const TABLE = {
  '& td, & th': { verticalAlign: 'top', py: 0.75, px: 1.5, fontSize: 13 },
  '& tfoot td, & tfoot th': { fontSize: 15, fontWeight: 600, color: 'text.primary', borderBottom: 0 },
} as const
