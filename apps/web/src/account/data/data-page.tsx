import { useTexts } from '../../texts/use-texts.ts'
import { Page } from '../../ui/page.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { DownloadEverything } from './download-everything.tsx'

/** Everything of the account: to take away, and to delete. */
export function DataPage() {
  const { data } = useTexts()
  return (
    <Page title={data.title}>
      <DownloadEverything />
      <DeleteAccount />
    </Page>
  )
}
