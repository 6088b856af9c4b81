export { mayCreate, mayEdit, mayReadLog, maySee, mayWrite } from './rights'
export { decidingFields, isHeldBack, scopeRule } from './scope-rule'
export { visibleModel } from './visible-model'
