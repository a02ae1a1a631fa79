import type { Page } from '@playwright/test';

/** The one dialog that asks who is there, answered with the password; what was being done then goes on by itself. */
export async function proveIdentity(
  page: Page,
  t: (key: string) => string,
  password = 'harbour-lantern-27',
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: t('security:prove.title') });
  await dialog.getByLabel(t('security:prove.password'), { exact: true }).fill(password);
  await dialog.getByRole('button', { name: t('security:prove.confirm') }).click();
}
