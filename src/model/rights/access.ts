export { mayEdit, mayReadLog, maySee, mayWrite } from './rights'
export { scopeRule } from './scope-rule'
export { visibleModel } from './visible-model'
