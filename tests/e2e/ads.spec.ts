import { expect, type Page, test } from '@playwright/test';
import { signInDemo } from '../../scripts/lib/demo-session.ts';
import { accepts } from './support/deal.ts';
import { textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';

const choose = (page: Page, label: string, option: string) =>
  page.getByLabel(label, { exact: true }).selectOption({ label: option });

test('an ad is posted in English, found by distance, answered in Arabic and hired from', async ({ browser }) => {
  const [t, ar] = [textsOf('en'), textsOf('ar')];
  const title = `Reel of the winter window ${Date.now() % 100_000}`;
  const open = async (lang: string, persona: 'brand' | 'creator', email: string) => {
    const context = await browser.newContext({ locale: lang });
    const page = await visitor(context, { 'sponsio.lang': lang });
    await signInDemo(context, url, persona, email);
    return page;
  };
  const brand = await open('en', 'brand', 'lucie@orge.example');
  await brand.goto(`${url}/post-ad`);
  await brand.getByLabel(t('ads:form.title'), { exact: true }).fill(title);
  await brand.getByLabel(t('ads:form.body'), { exact: true }).fill('One reel of the window. Call +33 6 12 34 56 78.');
  await choose(brand, t('ads:form.platform'), t('terms:platform.instagram'));
  await choose(brand, t('ads:form.format'), t('terms:format.reel'));
  await brand.getByRole('textbox', { name: t('ads:form.payMin') }).fill('150');
  await expect(brand.getByRole('article', { name: t('ads:form.preview') })).toContainText(title);
  await brand.getByRole('button', { name: t('ads:form.post') }).click();
  // Contact data is refused at its field, and nothing is lost.
  await expect(brand.getByText('+33 6 12 34 56 78', { exact: false }).last()).toBeVisible();
  await brand
    .getByLabel(t('ads:form.body'), { exact: true })
    .fill('One reel of twenty seconds that shows the window with its lights.');
  await brand.getByRole('button', { name: t('ads:form.post') }).click();
  await expect(brand).toHaveURL(/\/my-ads\/[0-9a-f-]{36}$/u);
  const ad = brand.url();

  const creator = await open('ar', 'creator', 'bastien@bastien.example');
  await creator.goto(`${url}/browse-ads?city=Lyon&country=FR&km=25`);
  await creator.getByRole('link', { name: title }).click();
  await creator
    .getByLabel(ar('ads:reply.body'), { exact: true })
    .fill('I pass your shop every morning and film in one take.');
  await creator.getByRole('button', { name: ar('ads:reply.send') }).click();
  await expect(creator.getByRole('button', { name: ar('ads:reply.withdraw') })).toBeVisible();

  await brand.getByRole('link', { name: t('ads:reply.sendOffer') }).click();
  await brand.getByRole('button', { name: t('offers:form.send') }).click();
  await expect(brand).toHaveURL(/\/collaboration-request\/[0-9a-f-]{36}$/u);
  const offerId = new URL(brand.url()).pathname.split('/').at(-1)!;
  await creator.reload();
  await expect(creator.getByRole('link', { name: ar('ads:reply.seeOffer') })).toBeVisible();
  await accepts({ page: creator, lang: 'ar' }, offerId);
  await expect(creator.getByRole('link', { name: ar('offers:ask.openContract') })).toBeVisible();
  await brand.goto(ad);
  await expect(brand.getByText(t('ads:reply.state.hired'), { exact: true }).first()).toBeVisible();
  await brand.context().close();
  await creator.context().close();
});
