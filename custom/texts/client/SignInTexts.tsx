import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useLocaleState } from 'react-admin'
import { useEffect, useState } from 'react'
import { publicGet } from '#engine/client'
import type { PublicTexts } from '../model/public-text-calls'

/** Below the sign-in: what people may read before they are known. Without an answer nothing is missing. */
export default function SignInTexts() {
  const [language] = useLocaleState()
  const [texts, setTexts] = useState<PublicTexts | null>(null)
  useEffect(() => void publicGet<PublicTexts>('public_texts', { language }).then(setTexts, () => {}), [language])
  if (!texts || texts.items.length === 0) return null
  return (
    <Box component="nav" aria-label={texts.title} sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
      {texts.items.map(({ name, url }) => (
        <Link key={url} href={url} target="_blank" rel="noopener" variant="body2" color="text.secondary">
          {name}
        </Link>
      ))}
    </Box>
  )
}
