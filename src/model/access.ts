export { mayEdit, maySee } from './rights'
export { scopeRule } from './scope-rule'
export { visibleModel } from './visible-model'
