export { mayCreate, mayEdit, mayReadLog, maySee, mayWrite } from './rights'
export { decidingFields, isHeldBack, owningReferences, scopeRule } from './scope-rule'
