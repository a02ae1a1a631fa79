import { expect, test, type Page } from '@playwright/test';
import { signInDemo } from '../../scripts/lib/demo-session.ts';
import { payByCard, replayed } from './support/deal.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const t = textsOf('en');
const MERIDIAN = 'Meridian Group';
const NORTHLIGHT = 'Northlight Yoga';

/** The frame is labelled with the org in which the tab acts. */
const inOrg = (page: Page, name: string) =>
  expect(page.getByRole('complementary', { name, exact: true })).toBeVisible();

async function switchTo(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `${t('nav:shell.switchOrg')}: ${from}` }).click();
  await page.getByRole('menuitemradio', { name: to }).click();
  await inOrg(page, to);
}

test('a person with two orgs pays for the one that the tab acts in, to the penny', async ({ context }) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'brand', 'claire@meridian.example');
  await page.goto('/brand-dashboard');
  const title = 'First class free';
  await expect(page.getByRole('listitem').filter({ hasText: title })).toHaveCount(0);
  await switchTo(page, MERIDIAN, NORTHLIGHT);
  await page.goto('/brand-dashboard');
  const task = page.getByRole('listitem').filter({ hasText: title });
  await task.getByRole('link').click();
  const fund = patternOf('en')('money:fund.button');
  await page.waitForURL(/\/smart-contracts\//u);
  const contractId = new URL(page.url()).pathname.split('/').at(-1)!;
  await page.getByRole('button', { name: fund }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: fund }).click();
  // She has agreed to the terms for her first org only.
  await page.getByRole('button', { name: t('agreements:accept') }).click();
  await payByCard(page, 'en');
  await inOrg(page, NORTHLIGHT);
  await replayed(page, 'en', contractId, { held: 18_000, released: 0, disputed: 0, refunded: 0 });
  await page.goto('/payments');
  await expect(page.getByText(title).first()).toBeVisible();
  // What a dispute divided is over as well.
  await expect(page.getByRole('row').filter({ hasText: 'Studio at dawn' })).toContainText(t('payments:next.finished'));
  await switchTo(page, NORTHLIGHT, MERIDIAN);
  await page.goto('/payments');
  await inOrg(page, MERIDIAN);
  await expect(page.getByText('City half marathon').first()).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
});

test('a person with two orgs works in each in a tab of its own', async ({ context }) => {
  const one = await visitor(context);
  const signedIn = await one.request.post(`${url}/api/auth/sign-in/email`, {
    data: { email: 'claire@meridian.example', password: 'harbour-lantern-27' },
    headers: { origin: new URL(url).origin },
  });
  expect(signedIn.ok(), await signedIn.text()).toBe(true);
  await one.goto('/my-campaigns');
  await inOrg(one, MERIDIAN);
  const two = await context.newPage();
  await two.goto('/my-campaigns');
  await switchTo(two, MERIDIAN, NORTHLIGHT);

  await one.reload();
  await inOrg(one, MERIDIAN);
  await two.reload();
  await inOrg(two, NORTHLIGHT);

  // Calls carry the choice of their tab: each list holds deals of its own org alone.
  const deal = async (page: Page) => {
    await page.goto('/smart-contracts');
    const link = page.locator('main a[href^="/smart-contracts/"]').first();
    await expect(link).toBeVisible();
    return (await link.getAttribute('href'))!;
  };
  const [ofMeridian, ofNorthlight] = [await deal(one), await deal(two)];
  expect(ofMeridian).not.toBe(ofNorthlight);
  await one.goto(ofNorthlight);
  await expect(one.getByRole('link', { name: NORTHLIGHT })).toHaveCount(0);

  // A link of a mail or a notice names its org, which this tab opens from then on.
  const org = await two.evaluate(
    () => (JSON.parse(sessionStorage.getItem('sponsio.org') ?? '{}') as { org: string }).org,
  );
  await one.goto(`${ofNorthlight}?org=${org}`);
  await inOrg(one, NORTHLIGHT);
  await expect(one).toHaveURL(new RegExp(`${ofNorthlight}$`, 'u'));

  // An org that is not hers is refused; the tab falls back to her first one.
  await one.goto('/my-campaigns?org=01980000-0000-7000-8000-000000000000');
  await inOrg(one, MERIDIAN);
  await expect(one.getByText(t('errors:org.unknown')).first()).toBeVisible();
});
