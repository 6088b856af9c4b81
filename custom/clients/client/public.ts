// What other pages of clients take of this one: who is logged in on this telephone, and how views are drawn.
import './page/clients-page.css'

export { keptClient } from './page/kept-client'
export { badge, facts, heading, labelled, panel } from './page/view-parts'
