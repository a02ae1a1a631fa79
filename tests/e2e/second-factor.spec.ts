import { expect, test, type Page } from '@playwright/test';
import { slugFrom } from '../../server/features/accounts/rules.ts';
import { codeFromMailbox } from './support/mailbox.ts';
import { fromBase32, shownBy } from '../support/authenticator.ts';
import { patient } from './support/patient.ts';
import { proveIdentity } from './support/prove.ts';
import { patternOf, textsOf } from './support/texts.ts';

/** How one signs in, by clicking only: an authenticator, its code at the portal, a passkey, and the proof before a bank account. */
const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const mailboxUrl = process.env['E2E_MAILBOX_URL'] ?? 'http://127.0.0.1:8025';
const PASSWORD = 'harbour-lantern-27';
const t = textsOf('en');
const like = patternOf('en');

test('a creator adds a second factor and a passkey, signs in with each, and proves her identity before changing her bank account', async ({
  browser,
}) => {
  test.setTimeout(patient(240_000));
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const name = `Ines ${Date.now().toString(36)}`;
  const email = `${slugFrom(name)}.${Date.now().toString(36)}@factor.example`;
  const security = page.getByRole('main');
  /** What the page's policy forbade: forms and dialogs work, and leave the console of a browser empty. */
  const breaches: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|'Trusted/u.test(message.text())) breaches.push(message.text());
  });
  let secret = '';
  let recoveryCodes: string[] = [];
  /** What the app shows, or shows next: each code works once, and the next is taken a little early. */
  const code = async (after = 0): Promise<string> => shownBy(secret, after);

  await test.step('she signs up', async () => {
    await page.goto('/influencer-auth?tab=sign-up');
    await page.getByRole('textbox', { name: t('accounts:form.displayName') }).fill(name);
    await page.getByRole('textbox', { name: t('accounts:form.email') }).fill(email);
    await page.getByLabel(t('accounts:form.password'), { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: t('accounts:portal.signUp') }).click();
    await expect(page).toHaveURL(/\/(verify-account|dashboard)/u);
    await page.goto('/verify-account');
    await page
      .getByRole('textbox', { name: t('accounts:verify.code') })
      .fill(await codeFromMailbox(context, mailboxUrl, email));
    await page.getByRole('button', { name: t('accounts:verify.button') }).click();
    await expect(page).toHaveURL(/\/dashboard/u);
  });

  await test.step('sets up an authenticator and keeps its recovery codes', async () => {
    await page.goto('/enhanced-authentication');
    await page.getByRole('button', { name: t('security:authenticator.setUp') }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel(t('security:prove.password'), { exact: true })).toBeFocused();
    await page.keyboard.type('wrong horse');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(dialog.getByLabel(t('security:prove.password'), { exact: true })).toBeFocused();
    await page.keyboard.type(PASSWORD);
    await dialog.getByRole('button', { name: t('security:setUp.password.next') }).click();
    await expect(dialog.getByRole('img', { name: t('security:setUp.scan.qr') })).toBeVisible();
    const key = (await dialog.locator('p.select-all').innerText()).replaceAll(' ', '');
    secret = fromBase32(key);
    await dialog.getByRole('textbox', { name: t('security:setUp.scan.code') }).fill('000000');
    await dialog.getByRole('button', { name: t('security:setUp.scan.next') }).click();
    await expect(dialog.getByRole('alert')).toContainText(t('security:step.wrong'));
    await dialog.getByRole('textbox', { name: t('security:setUp.scan.code') }).fill(await code());
    await dialog.getByRole('button', { name: t('security:setUp.scan.next') }).click();
    await expect(dialog.locator('[data-recovery-codes] li')).toHaveCount(10);
    recoveryCodes = await dialog.locator('[data-recovery-codes] li').allInnerTexts();
    await dialog.getByRole('button', { name: t('security:recovery.copy') }).click();
    await dialog.getByRole('button', { name: t('security:recovery.kept') }).click();
    await expect(security.getByText(t('security:authenticator.left_other', { count: 10 }))).toBeVisible();
    // The button that opened the dialog is gone.
    await expect(page.getByRole('region', { name: t('security:authenticator.title') })).toBeFocused();
  });

  await test.step('signs out, and in again with password and code', async () => {
    await signOut(page);
    await page.goto('/influencer-auth');
    await enterPassword();
    await page.getByRole('textbox', { name: t('security:step.code') }).fill('000000');
    await page.getByRole('button', { name: t('security:step.confirm') }).click();
    await expect(page.getByRole('alert')).toContainText(t('security:step.wrong'));
    await page.getByRole('textbox', { name: t('security:step.code') }).fill(await code(1));
    await page.getByRole('button', { name: t('security:step.confirm') }).click();
    await expect(page).toHaveURL(/\/dashboard/u);
  });

  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });

  await test.step('adds a passkey, which asks for her second factor: a recovery code stands in', async () => {
    await page.goto('/enhanced-authentication');
    await page.getByRole('button', { name: t('security:passkeys.add') }).click();
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: t('security:passkeys.name') })
      .fill('Studio laptop');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('security:passkeys.add') })
      .click();
    const proof = page.getByRole('dialog', { name: t('security:prove.title') });
    await proof.getByRole('button', { name: t('security:step.useRecovery') }).click();
    await proof.getByRole('textbox', { name: t('security:step.recovery') }).fill(recoveryCodes[0] ?? '');
    await proof.getByRole('button', { name: t('security:prove.confirm') }).click();
    await expect(security.getByText('Studio laptop')).toBeVisible();
  });

  await test.step('signs in with the passkey alone', async () => {
    await signOut(page);
    await page.goto('/influencer-auth');
    await page.getByRole('button', { name: t('accounts:passkey.signIn') }).click();
    await expect(page).toHaveURL(/\/dashboard/u);
    await page.goto('/enhanced-authentication');
    await expect(security.getByText(t('security:history.method.passkey')).first()).toBeVisible();
  });

  await test.step('connects a bank account: the passkey proves who asks, and what she chose is kept', async () => {
    await page.goto('/payment-settings');
    await page.locator('#payout-country').selectOption('ES');
    await page.getByRole('button', { name: t('payouts:account.connect') }).click();
    const proof = page.getByRole('dialog', { name: t('security:prove.title') });
    await expect(proof).toContainText(t('security:prove.reason.payout_account'));
    await proof.getByRole('button', { name: t('security:prove.passkey') }).click();
    await expect(page).toHaveURL(/\/onboard/u);
    await expect(page.locator('body')).toContainText(/ES|Spain|Espa/u);
  });

  await test.step('signs another device out, which leaves its page by itself and comes back after signing in', async () => {
    const phone = await browser.newContext({
      baseURL: url,
      locale: 'en-GB',
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    });
    const there = await phone.newPage();
    await there.goto('/influencer-auth');
    await enterPassword(there);
    await there.getByRole('button', { name: t('security:step.useRecovery') }).click();
    await there.getByRole('textbox', { name: t('security:step.recovery') }).fill(recoveryCodes[1] ?? '');
    await there.getByRole('button', { name: t('security:step.confirm') }).click();
    await expect(there).toHaveURL(/\/dashboard/u);
    await page.goto('/enhanced-authentication');
    await page.getByRole('button', { name: t('security:sessions.endNamed', { device: 'Safari · iPhone' }) }).click();
    await expect(page.getByRole('button', { name: like('security:sessions.endNamed') })).toHaveCount(0);
    await expect(there).toHaveURL(/\/influencer-auth\?next=%2Fdashboard/u);
    await there.goto('/payouts');
    await expect(there).toHaveURL(/\/influencer-auth\?next=%2Fpayouts/u);
    await phone.close();
  });

  await test.step('takes the authenticator away at once, as the passkey is left; the passkey would stay a day, and she keeps it', async () => {
    const confirm = page.getByRole('dialog');
    await page.getByRole('button', { name: t('security:authenticator.remove'), exact: true }).click();
    await confirm.getByRole('button', { name: t('security:remove.confirm') }).click();
    await expect(page.getByRole('button', { name: t('security:authenticator.setUp') })).toBeVisible();
    await page.getByRole('button', { name: t('security:passkeys.removeNamed', { name: 'Studio laptop' }) }).click();
    await expect(confirm).toContainText(t('security:removal.last'));
    await confirm.getByRole('button', { name: t('security:passkeys.remove'), exact: true }).click();
    await expect(page.getByText(like('security:removal.passkey'))).toBeVisible();
    await expect(security.getByText('Studio laptop')).toBeVisible();
    await page.getByRole('button', { name: t('security:removal.keep') }).click();
    await expect(page.getByText(like('security:removal.passkey'))).toBeHidden();
    await expect(security.getByText('Studio laptop')).toBeVisible();
  });

  await test.step('requests a new password from the notice that advises it', async () => {
    await page.getByRole('button', { name: t('security:password.byMail') }).click();
    await expect(page).toHaveURL(/\/reset-password\?email=[^&]+&user_type=influencer$/u);
    await expect(page.getByRole('textbox', { name: t('accounts:form.email') })).toHaveValue(email);
  });
  expect(breaches).toEqual([]);
  await context.close();

  async function enterPassword(at: Page = page): Promise<void> {
    await at.getByRole('textbox', { name: t('accounts:form.email') }).fill(email);
    await at.getByLabel(t('accounts:form.password'), { exact: true }).fill(PASSWORD);
    await at.getByRole('button', { name: t('accounts:portal.signIn'), exact: true }).click();
  }
});

test('without a second factor the password is the proof, and a closed dialog changes nothing', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB', reducedMotion: 'reduce' });
  // Her account speaks Portuguese; this browser has chosen English.
  await context.addInitScript(() => localStorage.setItem('sponsio.lang', 'en'));
  const page = await context.newPage();
  await page.goto('/influencer-auth');
  await page.getByRole('textbox', { name: t('accounts:form.email') }).fill('ana@ana.example');
  await page.getByLabel(t('accounts:form.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t('accounts:portal.signIn'), exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/u);
  await page.goto('/payment-settings');
  await page.getByRole('combobox', { name: t('payouts:account.country'), exact: true }).selectOption('PT');
  await page.getByRole('button', { name: t('payouts:account.connect') }).click();
  const proof = page.getByRole('dialog', { name: t('security:prove.title') });
  await proof.getByRole('button', { name: t('common:action.cancel') }).click();
  await expect(page.getByRole('alert')).toContainText(t('errors:auth.step_up_required'));
  await page.getByRole('button', { name: t('payouts:account.connect') }).click();
  await proveIdentity(page, t, 'not my password');
  await expect(proof.getByRole('alert')).toContainText(t('errors:auth.proof_wrong'));
  await proveIdentity(page, t);
  await expect(page).toHaveURL(/\/onboard/u);
  await context.close();
});

async function signOut(page: Page): Promise<void> {
  await page.context().request.post('/api/auth/sign-out', { data: {}, headers: { origin: new URL(url).origin } });
}
