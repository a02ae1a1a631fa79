import type { Page } from '@playwright/test';

/** The step-up dialog, answered with the password; the interrupted action then continues. */
export async function proveIdentity(
  page: Page,
  t: (key: string) => string,
  password = 'harbour-lantern-27',
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: t('security:prove.title') });
  await dialog.getByLabel(t('security:prove.password'), { exact: true }).fill(password);
  await dialog.getByRole('button', { name: t('security:prove.confirm') }).click();
}
