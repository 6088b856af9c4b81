import type { Actor } from '../../../model/rights/actor'

/** The program itself: whoever wrote a template or a job decided what is told, and nobody's scope has a part in it. */
export const PROGRAM: Actor = {
  id: 0,
  root: true,
  operator: true,
  language: '',
  scopes: {},
  rights: {},
  facts: { root: true, operator: true },
}
