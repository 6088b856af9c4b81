import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { Map as LeafletMap, Point } from 'leaflet'

// Nobody reads a longer list; zooming in separates them.
const MAX_IN_CROWD = 30

/** Several things in one place of the map, and where that is on the page. */
export interface PlaceCrowd<One> {
  readonly all: readonly One[]
  readonly left: number
  readonly top: number
}

export function crowdAt<One>(all: readonly One[], map: LeafletMap, { x, y }: Point): PlaceCrowd<One> {
  const box = map.getContainer().getBoundingClientRect()
  return { all: all.slice(0, MAX_IN_CROWD), left: box.left + x, top: box.top + y }
}

interface CrowdMenuProps<One> {
  readonly crowd: PlaceCrowd<One> | null
  readonly keyOf: (one: One) => string | number
  readonly describe: (one: One) => { readonly title: string; readonly text: string }
  /** @param one null: the menu is closed without a choice */
  readonly onChoose: (one: One | null) => void
}

/** What lies one over the other on the map, as a list to choose from. */
export function CrowdMenu<One>({ crowd, keyOf, describe, onChoose }: CrowdMenuProps<One>) {
  return (
    <Menu
      open={crowd !== null}
      onClose={() => onChoose(null)}
      anchorReference="anchorPosition"
      anchorPosition={crowd ? { left: crowd.left, top: crowd.top } : undefined}
      slotProps={{ paper: { sx: { maxHeight: 320 } } }}
    >
      {crowd?.all.map((one) => {
        const { title, text } = describe(one)
        return (
          <MenuItem key={keyOf(one)} onClick={() => onChoose(one)}>
            <ListItemText primary={title} secondary={text} />
          </MenuItem>
        )
      })}
    </Menu>
  )
}
