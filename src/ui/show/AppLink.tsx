import MuiLink, { type LinkProps } from '@mui/material/Link'
import { LinkBase } from 'react-admin'

/** A link inside the console, in the colour of links. */
export const AppLink = (props: Omit<LinkProps, 'href'> & { to: string }) => (
  <MuiLink component={LinkBase} underline="hover" {...props} />
)
