import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { endNow, instanceHome } from './support/deadlines.ts';
import { agreed, ask, deliver, funds, replayed, signedIn } from './support/deal.ts';
import { patient } from './support/patient.ts';
import { patternOf, textsOf } from './support/texts.ts';

interface Deal {
  milestones: { id: string; state: string; deadlineAt: Date }[];
}

/** The file that a deadline is saved as, with its long lines joined. */
async function calendarEntry(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).first().click(),
  ]);
  return readFileSync(await file.path(), 'utf8').replaceAll('\r\n ', '');
}

for (const [lang, email, handle] of [
  ['en', 'camille@camille.example', 'camille.ugc'],
  ['ar', 'jade@jade.example', 'jade.petitdej'],
] as const)
  test(`work without an answer is approved automatically and paid, to the cent: ${lang}`, async ({ browser }) => {
    test.skip(!instanceHome, 'the deadline is moved in the database of the instance, whose folder is E2E_HOME');
    const t = textsOf(lang);
    const like = patternOf(lang);
    const milestone = `Night oven ${Date.now().toString(36)}`;
    const [brand, creator] = await Promise.all([
      signedIn(browser, 'paolo@forno.example', lang),
      signedIn(browser, email, lang),
    ]);
    const contractId = await agreed({ page: brand, lang }, { page: creator, lang }, handle, {
      title: 'The oven at night',
      milestones: [{ title: milestone, amount: 12_001 }],
    });
    await funds({ page: brand, lang });
    const deal = () => ask<Deal>(brand, 'escrow.deal', { contractId });
    const { id } = (await deal()).milestones[0]!;
    await deliver(creator, lang, id);

    await brand.goto(`/smart-contracts/${contractId}`);
    await expect(brand.getByRole('button', { name: like('deals:action.approve') })).toBeVisible();
    await creator.goto(`/smart-contracts/${contractId}`);
    const { deadlineAt } = (await deal()).milestones[0]!;
    for (const page of [brand, creator]) {
      const entry = await calendarEntry(page, t('common:action.addToCalendar'));
      // The deadline in universal time, and how much it is about.
      expect(entry).toContain(`DTSTART:${deadlineAt.toISOString().replaceAll(/[-:]|\.\d{3}/gu, '')}`);
      expect(entry).toMatch(/120[.,]01/u);
    }
    await endNow(id);
    for (const page of [brand, creator]) {
      await expect(page.getByText(t('deals:event.auto_approved', { milestone })).first()).toBeVisible({
        timeout: patient(20_000),
      });
    }
    await expect.poll(async () => (await deal()).milestones[0]!.state, { timeout: patient(45_000) }).toBe('released');
    const end = { held: 0, released: 12_001, disputed: 0, refunded: 0 };
    await replayed(lang === 'en' ? brand : creator, lang, contractId, end);
    await Promise.all([brand.context().close(), creator.context().close()]);
  });
