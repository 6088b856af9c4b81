export { mayEdit, mayReadLog, maySee, mayWrite } from './rights'
export { isHeldBack, scopeRule } from './scope-rule'
export { visibleModel } from './visible-model'
