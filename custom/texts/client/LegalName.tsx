import Link from '@mui/material/Link'
import type { CellProps } from '#engine/ui'

/**
 * Widget `legal-name`: the name, which leads to the page that everybody reads; a text that is switched off has none.
 */
export const LegalName = ({ value, record }: CellProps) =>
  record['state'] === '1' ? (
    <Link href={String(record['link'])} target="_blank" rel="noopener" onClick={(event) => event.stopPropagation()}>
      {String(value)}
    </Link>
  ) : (
    <>{String(value)}</>
  )
