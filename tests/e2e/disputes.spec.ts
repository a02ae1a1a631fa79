import { type Browser, expect, type Page, test } from '@playwright/test';
import { callApi, type DemoPersona, signInDemo } from '../../scripts/lib/demo-session.ts';
import { proveIdentity } from './support/prove.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';

interface Deals {
  items: { contractId: string; title: string }[];
}

async function person(browser: Browser, lang: string, persona: DemoPersona, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await visitor(context, { 'sponsio.lang': lang });
  await signInDemo(context, url, persona, email);
  return page;
}

async function contractOf(page: Page, title: string): Promise<string> {
  const { items } = await callApi<Deals>(page.context(), url, 'escrow.list', { limit: 100 });
  return items.find((deal) => deal.title === title)!.contractId;
}

/** A text up to its first component. */
const beginOf = (pattern: RegExp): RegExp => new RegExp(pattern.source.split('<')[0]!, 'u');

/** Sets the side's slider to a number of steps of a percent from its end, and makes the offer. */
async function offers(page: Page, lang: string, { from, steps }: { from: 'Home' | 'End'; steps: number }) {
  const t = textsOf(lang);
  const like = patternOf(lang);
  const slider = page.getByRole('slider', { name: like('disputes:offer.slider') });
  await slider.press(from);
  for (let i = 0; i < steps; i += 1) await slider.press(from === 'Home' ? 'ArrowUp' : 'ArrowDown');
  await page.getByRole('button', { name: like('disputes:offer.submit') }).click();
  const proof = page.getByRole('dialog', { name: t('security:prove.title') });
  const made = page
    .getByText(beginOf(like('disputes:offer.mine')))
    .or(page.getByText(t('disputes:outcome.agreed')))
    .first();
  await expect(proof.or(made)).toBeVisible();
  if (await proof.isVisible()) await proveIdentity(page, t);
  await expect(made).toBeVisible();
}

for (const [lang, title, creator] of [
  ['en', 'Impasto lento', 'bastien'],
  ['ar', 'Teglia della domenica', 'jade'],
] as const)
  test(`a dispute is settled halfway where two hidden offers cross, to the cent: ${lang}`, async ({ browser }) => {
    const t = textsOf(lang);
    const like = patternOf(lang);
    const brand = await person(browser, lang, 'brand', 'paolo@forno.example');
    const contractId = await contractOf(brand, title);
    await brand.goto(`/smart-contracts/${contractId}`);
    await brand.getByRole('button', { name: t('deals:action.dispute') }).click();
    const dialog = brand.getByRole('dialog', { name: like('disputes:open.title') });
    await dialog.getByRole('combobox').selectOption('late');
    await dialog.getByRole('textbox').fill('Two weeks without a word, and the oven is open on Sundays only.');
    await dialog.getByRole('button', { name: like('disputes:open.submit') }).click();
    await expect(dialog).toBeHidden();
    // Of 300.00: the brand gives 150.00, the creator takes 141.00.
    await offers(brand, lang, { from: 'Home', steps: 50 });

    const other = await person(browser, lang, 'creator', `${creator}@${creator}.example`);
    await other.goto(`/smart-contracts/${contractId}`);
    await expect(other.getByText(beginOf(like('disputes:offer.theirs'))).first()).toBeVisible();
    await offers(other, lang, { from: 'End', steps: 53 });
    for (const page of [other, brand]) {
      await expect(page.getByText(t('disputes:outcome.agreed')).first()).toBeVisible();
      await expect(page.getByText(like('deals:event.settled_split')).first()).toBeVisible({ timeout: 45_000 });
      await expect(page.getByText(/145[.,]50/u).first()).toBeVisible();
      await expect(page.getByText(/154[.,]50/u).first()).toBeVisible();
    }
  });
