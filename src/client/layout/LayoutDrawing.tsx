import Box from '@mui/material/Box'

/** Where the menu (dark) and the bar (pale) stand: x, y, width, height of 48 × 32. */
const PARTS: {
  readonly [layout: string]: readonly (readonly [
    x: number,
    y: number,
    width: number,
    height: number,
    isMenu: boolean,
  ])[]
} = {
  layout1: [
    [0, 0, 12, 32, true],
    [12, 0, 36, 6, false],
  ],
  layout2: [
    [0, 0, 48, 6, false],
    [0, 6, 48, 6, true],
  ],
  layout3: [
    [0, 0, 48, 6, true],
    [0, 6, 48, 6, false],
  ],
}

/** A small drawing of a layout beside its name. */
export function LayoutDrawing({ layout }: { layout: string }) {
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox="0 0 48 32"
      sx={{
        width: 48,
        height: 32,
        border: 1,
        borderColor: 'divider',
        borderRadius: 0.5,
        flexShrink: 0,
        '[dir=rtl] &': { transform: 'scaleX(-1)' },
      }}
    >
      {PARTS[layout]?.map(([x, y, width, height, isMenu]) => (
        <Box
          component="rect"
          key={`${x} ${y}`}
          {...{ x, y, width, height }}
          sx={{ fill: 'currentColor', opacity: isMenu ? 0.7 : 0.2 }}
        />
      ))}
    </Box>
  )
}
