/**
 * On paper a report stands alone: without the frame of the console, in the colours of paper, no block across two pages.
 */
export const PRINTED = {
  '@media print': {
    '@page': { margin: '12mm' },
    'body *': { visibility: 'hidden' },
    '.report, .report *': { visibility: 'visible' },
    // Whatever of the console stands around it takes no place, and nothing is placed by it.
    ':has(.report)': {
      position: 'static !important',
      display: 'block !important',
      margin: '0 !important',
      padding: '0 !important',
    },
    '.report': {
      position: 'absolute !important',
      inset: '0 0 auto 0',
      padding: '0 !important',
      maxWidth: 'none !important',
    },
    '.report, .report .MuiPaper-root, .report th, .report td': {
      backgroundColor: '#fff !important',
      backgroundImage: 'none !important',
      borderColor: '#ccc !important',
    },
    '.report *': { color: '#111 !important' },
    // Drawn for the screen, where a place may be wider than it is on paper.
    '.report .recharts-wrapper, .report .recharts-surface': { maxWidth: '100% !important' },
    '.report svg text': { fill: '#111 !important' },
    '.report figure, .report li, .report tr': { breakInside: 'avoid' },
    '.report .MuiIconButton-root, .report .MuiToggleButtonGroup-root, .report .recharts-tooltip-wrapper': {
      display: 'none !important',
    },
    'html, body': { backgroundColor: '#fff !important', colorScheme: 'light !important' },
    'html, body, #root, main': { height: 'auto !important', overflow: 'visible !important' },
  },
} as const
