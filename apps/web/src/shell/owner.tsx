import { AllTexts } from '../texts/all-texts.tsx'
import { Shell } from './shell.tsx'

/** Every page of somebody who is signed in, with all texts around it. */
export function Owner() {
  return (
    <AllTexts>
      <Shell />
    </AllTexts>
  )
}
