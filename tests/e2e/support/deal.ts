import { type Browser, expect, type Page } from '@playwright/test';
import { callApi, DEMO_PASSWORD } from '../../../scripts/lib/demo-session.ts';
import { readAnswer, serialize } from '../../../server/core/wire.ts';
import type { OfferStart } from '../../../server/features/offers/schema.ts';
import { drawnPicture } from './picture.ts';
import { patternOf, textsOf } from './texts.ts';
import { visitor } from './visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const DAY = 24 * 3_600_000;

/** A page of a browser of its own, signed in. */
export async function signedIn(browser: Browser, email: string, lang: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await visitor(context, { 'sponsio.lang': lang });
  const answer = await page.request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password: DEMO_PASSWORD },
    headers: { origin: new URL(url).origin },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return page;
}

/** One query of the API as the page's person. */
export const ask = <T>(page: Page, path: string, input?: unknown): Promise<T> =>
  callApi<T>(page.context(), url, path, input);

/** One mutation of the API as the page's person. */
export async function act<T>(page: Page, path: string, input: object): Promise<T> {
  const answer = await page.context().request.post(`${url}/api/trpc/${path}`, {
    data: serialize(input),
    headers: { origin: new URL(url).origin },
  });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return readAnswer<T>(((await answer.json()) as { result: { data: unknown } }).result.data);
}

interface Session {
  name: string;
  org: { id: string };
}

export const orgOf = async (page: Page): Promise<string> => (await ask<Session>(page, 'accounts.session')).org.id;

/** The brand's offer, in euros and without a time to wait after an approval, which the creator accepts. */
export async function accepted(
  brand: Page,
  creator: Page,
  { title, milestones }: { title: string; milestones: { title: string; amount: number }[] },
): Promise<string> {
  const creatorOrg = await orgOf(creator);
  const start = await ask<OfferStart>(brand, 'offers.start', { creatorOrg });
  const { id: offerId } = await act<{ id: string }>(brand, 'offers.send', {
    creatorOrg,
    title,
    terms: {
      ...start.terms,
      currency: 'EUR',
      clocks: { ...start.terms.clocks, clearing: start.clockRanges['clearing']!.min },
      milestones: milestones.map((one, i) => ({
        ...one,
        dueAt: new Date(Date.now() + (20 + 10 * i) * DAY),
        deliverableIds: [],
      })),
    },
  });
  const { versions } = await ask<{ versions: { termsHash: string }[] }>(creator, 'offers.get', { offerId });
  await act(creator, 'offers.accept', { offerId, n: 1, termsHash: versions[0]!.termsHash });
  return (await ask<{ contractId: string }>(creator, 'offers.get', { offerId })).contractId;
}

/** The same, signed by both. */
export async function signed(...[brand, creator, terms]: Parameters<typeof accepted>): Promise<string> {
  const contractId = await accepted(brand, creator, terms);
  for (const page of [brand, creator]) {
    const { documentHash } = await ask<{ documentHash: string }>(page, 'contracts.get', { contractId });
    const { name: typedName } = await ask<Session>(page, 'accounts.session');
    await act(page, 'contracts.sign', { contractId, documentHash, typedName });
  }
  return contractId;
}

/** On the hosted page: pays with the card that is typed in there, and reads that the money is in escrow. */
export async function payByCard(page: Page, lang: string): Promise<void> {
  await expect(page.locator('input[name=cardnumber]')).toBeVisible();
  await page.locator('button[type=submit]').first().click();
  await expect(page.getByRole('heading', { name: patternOf(lang)('payments:result.funded.title') })).toBeVisible({
    timeout: 20_000,
  });
}

/** The creator delivers the first version of a milestone, one picture with its caption. */
export async function deliver(page: Page, lang: string, milestoneId: string): Promise<void> {
  const t = textsOf(lang);
  await page.goto(`/content-approval/${milestoneId}`);
  await page.getByRole('button', { name: t('content:submit.start', { n: 1 }) }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'work.png', mimeType: 'image/png', buffer: drawnPicture(1) });
  await expect(page.getByRole('button', { name: t('content:submit.remove', { name: 'work.png' }) })).toBeVisible();
  await page.getByRole('textbox', { name: t('content:submit.caption') }).fill('#ad #adv · The work.');
  const send = page.getByRole('button', { name: t('content:submit.send', { n: 1 }) });
  await send.click();
  const anyway = page.getByRole('button', { name: t('content:submit.gap.deliver') });
  const inReview = page.getByText(patternOf(lang)('content:submit.after.inReview'));
  await expect(anyway.or(inReview)).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(inReview).toBeVisible();
}

/** Where the money of a deal is at its end, in minor units. */
export type Balances = Record<'held' | 'released' | 'disputed' | 'refunded', number>;

/** The amount of a cell in minor units of a currency with two decimals, in whatever digits it is written. */
const minorOf = (text: string): number =>
  Number(text.replace(/[\u0660-\u0669]/gu, (digit) => String(digit.charCodeAt(0) - 0x660)).replace(/\D/gu, ''));

/**
 * Replays the deal on its page from the last event to the first: after the last one its money is where `end` says, after
 * each one the parts are what was funded, to the minor unit, and the chain of events holds.
 */
export async function replayed(page: Page, lang: string, contractId: string, end: Balances): Promise<void> {
  const t = textsOf(lang);
  await page.goto(`/smart-contracts/${contractId}/replay`);
  const table = page.getByRole('table', { name: t('replay:balances.title') });
  const shown = async () => (await table.locator('tbody td:last-child').allInnerTexts()).map(minorOf);
  const { held, released, disputed, refunded } = end;
  const parts = [held, released, disputed, refunded];
  const funded = held + released + disputed + refunded;
  await expect.poll(shown).toEqual([...parts, funded]);
  await expect(page.getByText(patternOf(lang)('replay:chain.holds_other')).first()).toBeVisible();
  const slider = page.getByRole('slider', { name: t('replay:slider') });
  await slider.focus();
  for (let n = Number(await slider.inputValue()); n > 1; n -= 1) {
    await page.keyboard.press('ArrowLeft');
    await expect(slider).toHaveValue(String(n - 1));
    const [sum = 0, ...rest] = (await shown()).toReversed();
    expect(
      rest.reduce((all, part) => all + part, 0),
      `after event ${n - 1}`,
    ).toBe(sum);
  }
}
