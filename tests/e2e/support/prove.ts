import { expect, type Page } from '@playwright/test';
import { DEMO_AUTHENTICATOR_SECRET } from '../../../server/features/security/rules.ts';
import { totpCode, TOTP_STEP_MS } from '../../../server/features/security/totp.ts';
import { patient } from './patient.ts';

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

/**
 * The same for the demo's staff, by the code after the one that they signed in with, which is accepted half a minute early.
 * Another test may have used it: then by the next one.
 */
async function proveStaff(page: Page, t: (key: string) => string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: t('security:prove.title') });
  const current = () => Math.floor(Date.now() / TOTP_STEP_MS);
  for (let step = current() + 1; ; step += 1) {
    await expect.poll(() => current() + 1, { timeout: patient(2 * TOTP_STEP_MS) }).toBeGreaterThanOrEqual(step);
    await dialog
      .getByLabel(t('security:step.code'))
      .fill(totpCode(DEMO_AUTHENTICATOR_SECRET, new Date(step * TOTP_STEP_MS)));
    const answered = page.waitForResponse(/security\.prove/u);
    await dialog.getByRole('button', { name: t('security:prove.confirm') }).click();
    if ((await answered).ok()) return;
  }
}

/**
 * Ends an act of the demo's staff that was just sent: proves them where a proof is requested, which shows the demo's code. Tests
 * of one process share a staff member's session, so that an earlier test may have proved it. `done` is true once the act is
 * through.
 */
export async function proveStaffIfAsked(
  page: Page,
  t: (key: string) => string,
  done: () => Promise<boolean>,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: t('security:prove.title') });
  await expect.poll(async () => (await dialog.isVisible()) || (await done())).toBe(true);
  if (await dialog.isVisible()) {
    await expect(dialog.getByText(t('security:step.demoCode'))).toBeVisible();
    await proveStaff(page, t);
  }
  await expect(dialog).toHaveCount(0);
}
