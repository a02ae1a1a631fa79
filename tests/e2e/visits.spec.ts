import { expect, test } from '@playwright/test';
import { signInDemo } from '../../scripts/lib/demo-session.ts';
import { textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const HOUR = 3_600_000;

/** Has booked the tasting of the demo, which has begun. */
const CREATOR = { email: 'hugo@hugo.example', name: /^Hugo/u };
const HOURS_AHEAD = 33;

/** As the browser's field takes it, in the zone of the demo's accounts. */
const local = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .replace(' ', 'T');

test('a creator checks in by the code of the place and books the next time, in Arabic, of a brand that reads English', async ({
  browser,
}) => {
  const [t, ar] = [textsOf('en'), textsOf('ar')];
  const open = async (lang: string, persona: 'brand' | 'creator', email?: string) => {
    const context = await browser.newContext({ locale: lang });
    const page = await visitor(context, { 'sponsio.lang': lang });
    await signInDemo(context, url, persona, email);
    return page;
  };
  const brand = await open('en', 'brand');
  await brand.goto(`${url}/brand-dashboard`);
  const visits = brand.getByRole('region', { name: t('visits:title'), exact: true });
  const row = visits.getByRole('listitem').filter({ has: brand.getByRole('heading', { name: CREATOR.name }) });
  await row.getByRole('button', { name: t('visits:act.showCode') }).click();
  const digits = await brand
    .getByRole('dialog')
    .getByText(/^\d{6}$/u)
    .textContent();
  await brand.keyboard.press('Escape');

  const creator = await open('ar', 'creator', CREATOR.email);
  await creator.goto(`${url}/dashboard`);
  await creator.getByRole('button', { name: ar('visits:act.checkIn') }).click();
  const dialog = creator.getByRole('dialog');
  const wrong = digits === '000000' ? '111111' : '000000';
  await dialog.getByLabel(ar('visits:checkIn.code')).fill(wrong);
  await dialog.getByRole('button', { name: ar('visits:act.checkIn') }).click();
  // A wrong code is refused at its field and may be typed again.
  await expect(dialog.getByLabel(ar('visits:checkIn.code'))).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel(ar('visits:checkIn.code')).fill(digits ?? '');
  await dialog.getByRole('button', { name: ar('visits:act.checkIn') }).click();
  await expect(creator.getByText(ar('visits:state.arrived'), { exact: true })).toBeVisible();
  await expect(row.getByText(t('visits:state.arrived'), { exact: true })).toBeVisible();

  await row.getByRole('link').click();
  await expect(brand).toHaveURL(/\/my-ads\/[0-9a-f-]{36}$/u);
  const adId = brand.url().split('/').at(-1) ?? '';
  await brand.getByRole('button', { name: t('visits:act.offer') }).click();
  const from = new Date(Math.ceil(Date.now() / HOUR) * HOUR + HOURS_AHEAD * HOUR);
  await brand.getByLabel(t('visits:form.from'), { exact: true }).fill(local(from));
  await brand.getByLabel(t('visits:form.offered')).fill('Second sitting');
  await brand.getByRole('button', { name: t('visits:form.send') }).click();
  await expect(brand.getByText('Second sitting')).toBeVisible();

  await creator.goto(`${url}/browse-ads/${adId}`);
  const slot = creator.getByRole('listitem').filter({ hasText: 'Second sitting' });
  await slot.getByRole('button', { name: ar('visits:act.book') }).click();
  await expect(creator.getByText(ar('visits:state.booked'), { exact: true })).toBeVisible();
  await expect(creator.getByRole('button', { name: ar('visits:act.calendar') })).toBeVisible();
  await brand.context().close();
  await creator.context().close();
});
