/** Mounted by path; the screens of a resource are one component, so that a list stays behind its dialogs. */
export { default } from './ResourceScreens'
