import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/** Forms: the editor of one, and a general one to be filled in. */
export const forms: ClientFeature = {
  name: 'forms',
  routes: [
    { path: '/form/:id', module: 'forms', title: 'resources.forms.name', screen: lazy(() => import('./editor/FormScreen')) },
    { path: '/form_general/:id', module: 'form_answers', right: 'edit', title: 'resources.form_answers.name', screen: lazy(() => import('./fill/FillScreen')) },
  ],
}
