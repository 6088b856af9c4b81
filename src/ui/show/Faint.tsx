import { styled } from '@mui/material/styles'

/** Shown where there is no value; screen readers skip it. */
export const Faint = () => <Dash aria-hidden>—</Dash>

const Dash = styled('span')(({ theme }) => ({ color: theme.palette.text.disabled }))
