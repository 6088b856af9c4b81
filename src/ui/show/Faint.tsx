import { styled } from '@mui/material/styles'

/** What stands where there is no value: quiet, and read as nothing. */
export const Faint = () => <Dash aria-hidden>—</Dash>

const Dash = styled('span')(({ theme }) => ({ color: theme.palette.text.disabled }))
