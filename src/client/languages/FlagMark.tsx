import Box from '@mui/material/Box'

const FIRST_INDICATOR = 0x1f1e6

/** A country in two letters, written so or as a flag's emoji, which many systems have no picture for: `BR`. */
const lettersOf = (flag: string): string =>
  [...flag]
    .map((sign) => {
      const letter = (sign.codePointAt(0) ?? 0) - FIRST_INDICATOR
      return letter >= 0 && letter < 26 ? String.fromCharCode('A'.charCodeAt(0) + letter) : sign
    })
    .join('')
    .toUpperCase()

/** The country of a language as a small plate of letters. */
export function FlagMark({ flag }: { readonly flag: string }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        display: 'inline-block',
        minWidth: 32,
        textAlign: 'center',
        px: 0.5,
        borderRadius: 0.5,
        border: 1,
        borderColor: 'divider',
        fontSize: 12,
        lineHeight: '20px',
        fontWeight: 600,
        color: 'text.secondary',
      }}
    >
      {lettersOf(flag)}
    </Box>
  )
}
