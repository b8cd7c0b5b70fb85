import { expect, type Page } from '@playwright/test'

/**
 * Presses a button of the dialog, and waits until no dialog is left: one that is still closing would be found beside the next.
 * With its title where another is open under it.
 */
export async function closeWith(page: Page, action: string, title?: string): Promise<void> {
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: action }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
