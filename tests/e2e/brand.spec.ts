import { expect, test } from '@playwright/test';
import { signInDemo } from '../../scripts/lib/demo-session.ts';
import { codeFromMailbox } from './support/mailbox.ts';
import { drawnPicture } from './support/picture.ts';
import { textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const mailbox = process.env['E2E_MAILBOX_URL'] ?? 'http://localhost:8025';

test('a brand shows pictures, proves its domain by mail, in Arabic, and is found by it in English', async ({
  browser,
}) => {
  const [t, en] = [textsOf('ar'), textsOf('en')];
  const domain = 'bask-cosmetica.example';
  const open = async (lang: string, persona: 'brand' | 'creator', email?: string) => {
    const context = await browser.newContext({ locale: lang });
    const page = await visitor(context, { 'sponsio.lang': lang });
    await signInDemo(context, url, persona, email);
    return page;
  };
  const picture = (version: number) => ({
    name: `${version}.png`,
    mimeType: 'image/png',
    buffer: drawnPicture(version),
  });
  const brand = await open('ar', 'brand', 'laia@bask.example');
  await brand.goto(`${url}/brand`);
  await brand.getByLabel(t('brands:kit.addLogo')).setInputFiles(picture(1));
  await expect(brand.getByRole('button', { name: t('brands:kit.removeLogo') })).toBeVisible();
  await brand.getByLabel(t('brands:kit.addCover')).setInputFiles([picture(2), picture(3)]);
  await expect(brand.getByRole('button', { name: t('brands:kit.removeCover', { n: '2' }) })).toBeVisible();

  // A domain that many share proves nothing; nothing that was typed is lost.
  const website = brand.getByLabel(t('brands:field.website'));
  const save = brand.getByRole('button', { name: t('brands:edit.save') });
  await website.fill('https://brand.wixsite.com/start');
  await save.click();
  const proof = brand.locator('[data-slot=verification]');
  await expect(proof).toContainText('brand.wixsite.com');
  await website.fill(`https://www.${domain}`);
  await brand.getByLabel(t('brands:field.claimsForbidden')).fill('Miracle cure');
  await save.click();
  await expect(proof.getByRole('button', { name: t('brands:verify.sendCode') })).toBeVisible();

  const address = proof.getByLabel(t('brands:verify.address'));
  await address.fill('owner@gmail.com');
  await proof.getByRole('button', { name: t('brands:verify.sendCode') }).click();
  await expect(proof).toContainText(t('errors:brand.address_elsewhere'));
  await address.fill(`hello@${domain}`);
  await proof.getByRole('button', { name: t('brands:verify.sendCode') }).click();
  const code = proof.getByLabel(t('brands:verify.code'));
  await expect(code).toBeVisible();
  await code.fill(await codeFromMailbox(brand.context(), mailbox, `hello@${domain}`));
  await proof.getByRole('button', { name: t('brands:verify.confirm') }).click();
  await expect(proof).toHaveAttribute('data-state', 'verified');

  // A new campaign takes a cover of the kit, and the brief what creators must not say.
  await brand.goto(`${url}/post-influencer-campaign`);
  await brand.getByLabel(t('campaigns:field.title'), { exact: true }).fill('A winter morning');
  await brand.getByRole('radio', { name: t('campaigns:cover.name', { n: '2' }) }).check({ force: true });
  await brand
    .getByRole('button', { name: t('campaigns:wizard.next', { step: t('campaigns:wizard.step.deliverables') }) })
    .click();
  await expect(brand.getByText(t('campaigns:claim.forbidden', { claim: 'Miracle cure' }))).toBeVisible();

  // What the brand's own site says is taken over only where the brand ticks it; a page that is gone is named at its field.
  const site = process.env['E2E_SITE_URL'];
  if (site) {
    await brand.goto(`${url}/brand`);
    const described = await brand.getByLabel(t('brands:field.description')).inputValue();
    const saved = await website.inputValue();
    const reader = brand.locator('[data-slot=site-reader]');
    await website.fill(`${site}/gone`);
    await reader.getByRole('button', { name: t('brands:site.read') }).click();
    await expect(reader.getByRole('alert')).toBeVisible();
    await website.fill(site);
    await reader.getByRole('button', { name: t('brands:site.read') }).click();
    const found = (field: string) => reader.getByRole('listitem').filter({ hasText: field });
    await expect(found(t('brands:field.description'))).toContainText('Coffee roasted by the harbour');
    await expect(found(t('brands:field.colors'))).toContainText('#0a5c6b');
    await found(t('brands:field.links')).getByRole('checkbox').check();
    await reader.getByRole('button', { name: t('brands:site.take') }).click();
    await expect(reader.getByRole('listitem')).toHaveCount(0);
    await website.fill(saved);
    await save.click();
    await expect(brand.getByText(t('brands:edit.saved')).first()).toBeVisible();
    await brand.reload();
    await expect(brand.getByLabel(t('brands:field.links'))).toHaveValue(/instagram\.com\/harbour\.roasters/u);
    await expect(brand.getByLabel(t('brands:field.description'))).toHaveValue(described);
  }

  const creator = await open('en', 'creator');
  await creator.goto(`${url}/brand`);
  await creator.getByRole('button', { name: en('brands:list.verified') }).click();
  await expect(creator).toHaveURL(/verified/u);
  await creator.getByRole('link', { name: 'Bask', exact: true }).click();
  await expect(creator.locator('[data-slot=verified-domain]').first()).toContainText(domain);
  await expect(creator.locator('img[src^="/files/brands/"]').first()).toBeVisible();
  await brand.context().close();
  await creator.context().close();
});
