import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test, type Page } from '@playwright/test';
import { newAccount, PASSWORD } from './support/account.ts';
import { patient } from './support/patient.ts';
import { textsOf } from './support/texts.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';

test.use({ actionTimeout: patient(20_000), baseURL: url, viewport: { width: 1280, height: 900 } });

/** Signs in at the sandbox's page of a network; returns the origin of the sandbox. */
async function allow(page: Page, handle: string): Promise<string> {
  const field = page.locator('input[name=handle]');
  await field.fill(handle);
  const { origin } = new URL(page.url());
  await page.locator('button[value=allow]').click();
  return origin;
}

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' });

  test('a creator connects accounts, watches them being read, and sees what a withdrawn permission stops', async ({
    page,
  }) => {
    test.setTimeout(patient(120_000));
    const t = textsOf('ar');
    const stamp = Date.now().toString(36);
    await newAccount(page, url, { email: `social.${stamp}@social.example`, name: `Sol ${stamp}` });
    const connect = async (platform: 'Instagram' | 'TikTok', handle: string): Promise<string> => {
      await page.goto('/profile?lang=ar');
      await page.getByRole('button', { name: t('social:section.connect', { platform }), exact: true }).click();
      const sandbox = await allow(page, handle);
      await expect(
        page.getByRole('heading', { level: 1, name: t('social:outcome.connected.title', { platform }) }),
      ).toBeVisible();
      // Neither code nor state stays in the address.
      await expect.poll(() => new URL(page.url()).search).toBe('');
      await expect(page.getByText(t('social:progress.done'))).toBeVisible();
      return sandbox;
    };
    await connect('Instagram', `insta.${stamp}`);
    const handle = `tik.${stamp}`;
    const sandbox = await connect('TikTok', handle);

    // Taken back in the settings of the account at the network.
    await page.goto(`${sandbox}/apps/tiktok/${handle}`);
    await page.locator('button[value="video.list"]').click();
    await page.goto('/profile?lang=ar');
    const account = page.locator('[data-slot=connection][data-network=tiktok]');
    // Between two syncs on request lie ten seconds.
    await expect(async () => {
      await account.getByRole('button', { name: t('social:section.sync'), exact: true }).click();
      await expect(account.getByText(t('social:without.videos'))).toBeVisible({ timeout: 4_000 });
    }).toPass({ timeout: patient(45_000) });

    await account.getByRole('button', { name: t('social:section.disconnect'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('social:end.confirm'), exact: true })
      .click();
    await expect(account).toHaveCount(0);
  });
});

test('the operator finds the sync of an account in Temporal’s UI and replays it', async ({ page }) => {
  const temporalUi = process.env['E2E_TEMPORAL_UI_URL'];
  const { TEMPORAL_PORT: port } = JSON.parse(process.env['E2E_PORTS'] ?? '{}') as { TEMPORAL_PORT?: string };
  test.skip(!temporalUi || !port, 'the instance is not the own one of the tests');
  const t = textsOf('en');
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `replay.${stamp}@social.example`, name: `Rea ${stamp}` });
  await page.goto('/profile');
  await page.getByRole('button', { name: t('social:section.connect', { platform: 'Instagram' }), exact: true }).click();
  await allow(page, `replay.${stamp}`);
  await expect(page.getByText(t('social:progress.done'))).toBeVisible();
  const id = page.getByRole('link', { name: /social-account\/[0-9a-f-]{36}/u }).first();
  const query = encodeURIComponent('WorkflowType="accountSync"');
  // The list does not follow workflows that begin after it was read.
  await expect(async () => {
    await page.goto(`${temporalUi}/namespaces/default/workflows?query=${query}`);
    await expect(id).toBeVisible({ timeout: patient(5_000) });
  }).toPass({ timeout: patient(60_000) });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'scripts/replay.ts', (await id.innerText()).trim(), '--address', `127.0.0.1:${port}`],
    { env: process.env },
  );
  expect(stdout).toMatch(/^social-account\/\S+: \d+ events replayed without a difference/u);
});

for (const { platform, lang, callback } of [
  { platform: 'Instagram', lang: 'en', callback: '/instagram/callback' },
  { platform: 'TikTok', lang: 'ar', callback: '/auth/tiktok/callback' },
] as const)
  test(`what came of a sign-in at ${platform} is shown, each outcome by its name: ${lang}`, async ({ browser }) => {
    test.setTimeout(patient(120_000));
    const t = textsOf(lang);
    const stamp = `${lang}${Date.now().toString(36)}`;
    const network = platform.toLowerCase();
    const newPage = async (name: string): Promise<Page> => {
      const page = await (await browser.newContext({ locale: lang })).newPage();
      await newAccount(page, url, { email: `${name.toLowerCase()}.${stamp}@social.example`, name: `${name} ${stamp}` });
      return page;
    };
    const begin = async (page: Page): Promise<void> => {
      await page.goto(`/profile?lang=${lang}`);
      await page.getByRole('button', { name: t('social:section.connect', { platform }), exact: true }).click();
      await expect(page.locator('button[value=allow]')).toBeVisible();
    };
    const reached = async (page: Page, outcome: string): Promise<void> => {
      const name = t(`social:outcome.${outcome}.title` as 'social:outcome.denied.title', { platform });
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect.poll(() => new URL(page.url()).search).toBe('');
    };
    const page = await newPage('Ria');

    await begin(page);
    const signInPage = page.url();
    await page.locator('button[value=deny]').click();
    await reached(page, 'denied');

    if (platform === 'Instagram') {
      await begin(page);
      await allow(page, `${stamp}.personal`);
      await reached(page, 'personal');
    }

    await begin(page);
    const away = `away.${stamp}`;
    const fault = { kind: 'down', network, handle: away, times: 50 };
    const added = await page.request.post(`${new URL(signInPage).origin}/_sandbox/faults`, { data: fault });
    expect(added.ok(), await added.text()).toBe(true);
    await allow(page, away);
    await reached(page, 'unavailable');

    // What is being checked is shown until the answer is there.
    await begin(page);
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route('**/api/trpc/connections.finish*', async (route) => {
      await held;
      await route.continue();
    });
    // Its consent to the last permission is refused, where one can be.
    const last = page.getByRole('checkbox').last();
    const refused = await last.getAttribute('value');
    await last.uncheck();
    await allow(page, `own.${stamp}`);
    await expect(
      page.getByRole('heading', { level: 1, name: t('social:outcome.working.title', { platform }) }),
    ).toBeVisible();
    goOn();
    await reached(page, 'connected');
    await page.unrouteAll({ behavior: 'wait' });
    await expect(page.getByRole('heading', { name: t('social:notAllowed', { platform }) })).toBeVisible();
    expect(refused).not.toBeNull();

    await page.goto(`${callback}?code=none&state=of-nobody`);
    await reached(page, 'expired');

    const other = await newPage('Omar');
    await begin(other);
    await allow(other, `own.${stamp}`);
    await reached(other, 'elsewhere');

    // Begun by one person, ended in the browser of another.
    await begin(page);
    await other.goto(page.url());
    await allow(other, `next.${stamp}`);
    await reached(other, 'other_browser');

    // Signed out meanwhile: the answer is kept, and the same person goes on.
    const headers = { origin: new URL(url).origin };
    expect((await page.request.post(`${url}/api/auth/sign-out`, { data: {}, headers })).ok()).toBe(true);
    await allow(page, `late.${stamp}`);
    await reached(page, 'signed_out');
    await page.getByRole('link', { name: t('social:signIn') }).click();
    await page.getByLabel(t('accounts:form.email')).fill(`ria.${stamp}@social.example`);
    await page.getByLabel(t('accounts:form.password'), { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: t('accounts:portal.signIn'), exact: true }).click();
    await reached(page, 'connected');
    await page.context().close();
    await other.context().close();
  });
