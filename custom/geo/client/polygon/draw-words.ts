import type { Say } from '#engine/ui'
import { L } from './draw-library'

/** Gives leaflet-draw, which has its texts in one place for the whole page, those of the user's language. */
export function setDrawWords(say: Say): void {
  const { toolbar, handlers } = L.drawLocal.draw
  toolbar.buttons.polygon = say('map.polygon.draw_tool')
  toolbar.actions = { title: say('map.polygon.cancel'), text: say('map.polygon.cancel') }
  toolbar.finish = { title: say('map.polygon.finish'), text: say('map.polygon.finish') }
  toolbar.undo = { title: say('map.polygon.take_back'), text: say('map.polygon.take_back') }
  handlers.polygon.tooltip = { start: say('map.polygon.start'), cont: say('map.polygon.next'), end: say('map.polygon.close') }
  handlers.polyline.error = say('map.polygon.crosses')
}
