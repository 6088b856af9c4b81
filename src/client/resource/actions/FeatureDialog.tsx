import { useConsole } from '../../console/console'
import type { DialogProps } from '../../feature'
import { KeyLayer } from '../../../ui/keys'

/** The dialog of a feature, by the name that metadata gives it; the server has checked that it exists. */
export default function FeatureDialog({ name, ...props }: DialogProps & { readonly name: string }) {
  const { features } = useConsole()
  const Dialog = features.find((feature) => feature.dialogs?.[name])?.dialogs?.[name]
  if (!Dialog) throw new Error(`No feature of this console has the dialog "${name}".`)
  return (
    <KeyLayer>
      <Dialog {...props} />
    </KeyLayer>
  )
}
