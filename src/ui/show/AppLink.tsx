import MuiLink, { type LinkProps } from '@mui/material/Link'
import { LinkBase } from 'react-admin'
import { createContext, useContext } from 'react'

/**
 * Whether links can be reached with Tab here; in a table, only those of the row that is at hand: arrows lead to the
 * other rows.
 */
export const LinkStops = createContext(true)

/** A link inside the console, in the colour of links. */
export const AppLink = (props: Omit<LinkProps, 'href'> & { to: string }) => (
  <MuiLink component={LinkBase} underline="hover" tabIndex={useContext(LinkStops) ? undefined : -1} {...props} />
)
