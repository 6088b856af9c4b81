import CopyIcon from '@mui/icons-material/ContentCopy'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import { copied } from '../../ui/copied'
import { useSay } from '../../ui/show/style'
import { saveFile } from '../resource/list/save-file'

/** The recovery codes, the only time that they are seen. */
export function CodesShown({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const say = useSay()
  const box = useRef<HTMLTextAreaElement>(null)
  const [done, setDone] = useState<boolean | null>(null)
  const text = codes.join('\n')
  const copy = async (): Promise<void> => setDone(await copied(text, box.current))
  return (
    <div style={{ display: 'flex', flexDirection: 'column', gap: 16 }}>
      <Alert severity="warning">{say('second_factor.codes_once')}</Alert>
      <Box component="ol" sx={CODES} aria-label={say('second_factor.codes_title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Box>
      <textarea
        ref={box}
        value={text}
        readOnly
        tabIndex={-1}
        aria-hidden
        style={{ position: 'absolute', insetInlineStart: -9999, width: 1 }}
      />
      <div role="status" aria-live="polite">
        {done !== null && (
          <Alert severity={done ? 'success' : 'error'}>
            {say(done ? 'second_factor.copied' : 'second_factor.uncopied')}
          </Alert>
        )}
      </div>
      <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, flexWrap: 'wrap' }}>
        <Button
          color="inherit"
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'toolrides.txt')}
        >
          {say('second_factor.download')}
        </Button>
        <Button autoFocus startIcon={<CopyIcon />} onClick={() => void copy()}>
          {say('second_factor.copy')}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {say('second_factor.codes_saved')}
        </Button>
      </div>
    </div>
  )
}

const CODES = {
  m: 0,
  p: 2,
  listStyle: 'none',
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
  gap: 1,
  fontFamily: 'monospace',
  fontSize: 15,
  bgcolor: 'action.hover',
  borderRadius: 1,
} as const
