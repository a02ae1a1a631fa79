import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test, type Page } from '@playwright/test';
import { newAccount } from './support/account.ts';
import { textsOf } from './support/texts.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';

test.use({ actionTimeout: 20_000, baseURL: url, viewport: { width: 1280, height: 900 } });

/** Signs in at the sandbox's page of a network; returns the origin of the sandbox. */
async function allow(page: Page, handle: string): Promise<string> {
  const field = page.locator('input[name=handle]');
  await field.fill(handle);
  const { origin } = new URL(page.url());
  await page.locator('button[value=allow]').click();
  return origin;
}

for (const lang of ['en', 'ar'] as const) {
  test.describe(lang, () => {
    test.use({ locale: lang });

    test('a creator connects accounts, watches them being read, and sees what a withdrawn permission stops', async ({
      page,
    }) => {
      test.setTimeout(120_000);
      const t = textsOf(lang);
      const stamp = `${lang}${Date.now().toString(36)}`;
      await newAccount(page, url, { email: `social.${stamp}@social.example`, name: `Sol ${stamp}` });
      const connect = async (platform: 'Instagram' | 'TikTok', handle: string): Promise<string> => {
        await page.goto(`/profile?lang=${lang}`);
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
      await page.goto(`/profile?lang=${lang}`);
      const account = page.locator('[data-slot=connection][data-network=tiktok]');
      // Between two syncs on request lie ten seconds.
      await expect(async () => {
        await account.getByRole('button', { name: t('social:section.sync'), exact: true }).click();
        await expect(account.getByText(t('social:without.videos'))).toBeVisible({ timeout: 4_000 });
      }).toPass({ timeout: 45_000 });

      await account.getByRole('button', { name: t('social:section.disconnect'), exact: true }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('social:end.confirm'), exact: true })
        .click();
      await expect(account).toHaveCount(0);
    });
  });
}

test('the operator finds the sync of an account in Temporal’s UI and replays it', async ({ page }) => {
  const temporalUi = process.env['E2E_TEMPORAL_UI_URL'];
  const { TEMPORAL_PORT: port } = JSON.parse(process.env['E2E_PORTS'] ?? '{}') as { TEMPORAL_PORT?: string };
  test.skip(!temporalUi || !port, 'the instance is not the own one of the tests');
  await page.goto(
    `${temporalUi}/namespaces/default/workflows?query=${encodeURIComponent('WorkflowType="accountSync"')}`,
  );
  const id = page.getByRole('link', { name: /social-account\/[0-9a-f-]{36}/u }).first();
  await expect(id).toBeVisible();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'scripts/replay.ts', (await id.innerText()).trim(), '--address', `127.0.0.1:${port}`],
    { env: process.env },
  );
  expect(stdout).toMatch(/^social-account\/\S+: \d+ events replayed without a difference/u);
});

test('a refusal at the network is reported, and nothing is connected', async ({ page }) => {
  const t = textsOf('en');
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `refuses.${stamp}@social.example`, name: `Ria ${stamp}` });
  await page.goto('/profile');
  await page.getByRole('button', { name: t('social:section.connect', { platform: 'Instagram' }), exact: true }).click();
  await page.locator('button[value=deny]').click();
  await expect(
    page.getByRole('heading', { level: 1, name: t('social:outcome.denied.title', { platform: 'Instagram' }) }),
  ).toBeVisible();
});
