import { AppLink } from './AppLink'

/** What a reference is called; it leads to its record where that may be opened. */
export const LabelLink = ({ to, label }: { readonly to: string | null | undefined; readonly label: string }) =>
  to ? (
    <AppLink to={to} color="inherit" sx={{ textDecorationColor: 'currentColor' }}>
      {label}
    </AppLink>
  ) : (
    label
  )
