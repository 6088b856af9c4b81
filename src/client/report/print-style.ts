/** On paper a report stands alone: without the frame of the console, in the colours of paper, no block across two pages. */
export const PRINTED = {
  '@media print': {
    '@page': { margin: '12mm' },
    'body *': { visibility: 'hidden' },
    '.report, .report *': { visibility: 'visible' },
    '.report': { position: 'absolute', inset: '0 0 auto 0', padding: '0 !important', maxWidth: 'none !important' },
    '.report button:not([class*=ButtonBase-root-print])': { },
    '.report figure, .report section, .report li, .report tr': { breakInside: 'avoid' },
    'html, body, #root, main': { height: 'auto !important', overflow: 'visible !important' },
  },
} as const
