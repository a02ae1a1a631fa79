import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { documentsOfDeal } from '../../../../server/features/documents/service.ts';
import { releasePart } from '../../../../server/features/escrow/release/parts.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { payoutOverview } from '../../../../server/features/payouts/service.ts';
import { ownReportPdf } from '../../../../server/features/tax-profiles/own-report.ts';
import { taxReport } from '../../../../server/features/tax-profiles/report.ts';
import { saveTaxProfile } from '../../../../server/features/tax-profiles/service.ts';
import { pdfLines } from '../../../support/pdf-lines.ts';
import { createStaff, member, prove } from '../../../support/people.ts';
import { codeOf } from '../../../support/refused.ts';
import { dealActs } from '../escrow/deal-acts.ts';
import { createMoneyWorld, deliver, milestone, openDeal, payAtProvider, type MoneyWorld } from '../escrow/deal-kit.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('invoices_and_year', { timeoutMs: 5_000 });
}, 120_000);
afterAll(() => world?.close());

const { seen, funded, breaches } = dealActs(() => world);

test('without the creator’s consent its earnings are statements of the platform, which the brand does not read; with it each is an invoice of its own series and year, which the brand reads', async () => {
  const year = new Date().getUTCFullYear();
  const newYear = Date.UTC(year + 1, 0, 1);
  const deal = await openDeal(world, { amounts: [40_000, 20_000, 10_000] });
  const [first, second, third] = deal.milestoneIds as [string, string, string];
  const consent = async (selfBilling: boolean) => {
    await prove(world, deal.creator);
    const rest = { taxStatus: 'none', taxBps: null, bornOn: null, registerNumber: null } as const;
    await saveTaxProfile(world.as(deal.creator), { ...rest, selfBilling });
  };
  const paid = async (milestoneId: string, at: Date) => {
    await payAtProvider(world, deal, { milestoneId });
    await confirmFunding(world.system(), { milestoneId });
    await deliver(world, deal, { milestoneId });
    await approve(world.as(deal.brand), { milestoneId, version: (await milestone(world, milestoneId)).version });
    expect(await release(world.system(steppedClock(at)), { milestoneId })).toBe('released');
  };
  const issuedTo = async (side: 'brand' | 'creator') =>
    (await documentsOfDeal(world.as(deal[side]), deal))
      .filter(({ kind }) => kind === 'self_billed_invoice' || kind === 'earnings_statement')
      .map(({ number, amount }) => `${number}: ${amount}`)
      .toSorted();

  await consent(false);
  await payAtProvider(world, deal, { milestoneId: first });
  await confirmFunding(world.system(), { milestoneId: first });
  await releasePart(world.as(deal.brand), { ...(await seen(deal)), amount: 15_000 });
  await release(world.system(), { milestoneId: first });
  const statement = expect.stringMatching(new RegExp(`^E-${year}-\\d{6}: 15000$`, 'u')) as string;
  expect(await issuedTo('creator')).toEqual([statement]);
  expect(await issuedTo('brand')).toEqual([]);

  // Her consent counts for what is paid from then on.
  await consent(true);
  await releasePart(world.as(deal.brand), { ...(await seen(deal)), amount: 25_000 });
  await release(world.system(), { milestoneId: first });
  await paid(second, new Date(newYear - 1));
  await paid(third, new Date(newYear));
  const series = await world.owner
    .selectFrom('document_series')
    .select('code')
    .where('org_id', '=', deal.creator.orgId)
    .executeTakeFirstOrThrow();
  const invoices = [
    `S-${series.code}-${year}-000001: 25000`,
    `S-${series.code}-${year}-000002: 20000`,
    `S-${series.code}-${year + 1}-000001: 10000`,
  ];
  expect(await issuedTo('creator')).toEqual([statement, ...invoices]);
  expect(await issuedTo('brand')).toEqual(invoices);
  expect(await breaches()).toEqual([]);
});

test('the yearly file has what each payee was paid by quarter of universal time, less what was taken back and not paid by bank, and is for bookkeepers', async () => {
  const deal = await openDeal(world, { amounts: [40_000, 20_000, 10_000] });
  const other = await funded({ parties: deal, amounts: [5_000] });
  const [parted, taken, late] = deal.milestoneIds as [string, string, string];
  for (const milestoneId of deal.milestoneIds) {
    await payAtProvider(world, deal, { milestoneId });
    await confirmFunding(world.system(), { milestoneId });
  }
  const released = async (milestoneId: string) => {
    await releasePart(world.as(deal.brand), {
      ...(await seen({ milestoneId })),
      amount: { [parted]: 15_000, [taken]: 20_000, [late]: 10_000 }[milestoneId] ?? 5_000,
    });
    await release(world.system(), { milestoneId });
  };
  for (const milestoneId of [...deal.milestoneIds, other.milestoneId]) await released(milestoneId);
  await releasePart(world.as(deal.brand), { ...(await seen(deal)), amount: 25_000 });
  await release(world.system(), deal);
  const sentAt = (milestoneId: string, at: string, more: object = {}) =>
    world.owner
      .updateTable('transfers')
      .set({ sent_at: new Date(at), ...more })
      .where('milestone_id', '=', milestoneId)
      .execute();
  await sentAt(parted, '2031-03-31T23:59:59.999Z');
  await sentAt(taken, '2031-04-01T00:00:00Z', { reversed_amount: 12_000, reversed_at: new Date() });
  await sentAt(late, '2032-01-01T00:00:00Z');
  // All of it was taken back: it was not paid for.
  await sentAt(other.milestoneId, '2031-04-02T00:00:00Z', { reversed_amount: 5_000, reversed_at: new Date() });

  const [finance, trust] = [await createStaff(world, 'finance'), await createStaff(world, 'trust')];
  const linesOf = async (year: number) => {
    const { stream, name } = await taxReport(world.as(finance), { year });
    expect(name).toBe(`sponsio-dac7-${year}.csv`);
    const file = await text(stream);
    return file.split('\r\n').filter((line) => line.startsWith(deal.creator.orgId));
  };
  // Two parts of one milestone are one activity.
  const [line, ...more] = await linesOf(2031);
  expect(more).toEqual([]);
  expect(line).toMatch(/,EUR,400\.00,1,80\.00,1,0\.00,0,0\.00,0,0\.00$/u);
  // What staff paid by bank in the place of what was taken back is paid as well.
  for (const [milestoneId, byBank] of [
    [taken, 2_000],
    [other.milestoneId, 1_000],
  ] as const)
    await world.owner
      .updateTable('transfers')
      .set({ reversed_by_bank: byBank })
      .where('milestone_id', '=', milestoneId)
      .execute();
  expect((await linesOf(2031))[0]).toMatch(/,EUR,400\.00,1,110\.00,2,0\.00,0,0\.00,0,0\.00$/u);
  expect((await linesOf(2032))[0]).toMatch(/,EUR,100\.00,1,0\.00,0,0\.00,0,0\.00,0,0\.00$/u);
  expect(await linesOf(2033)).toEqual([]);
  // The payee reads the same of itself, and no other org anything of it.
  const own = (actor: OrgActor, ofYear = 2031) => ownReportPdf(world.as(actor), { year: ofYear, locale: 'en' });
  const shown = await pdfLines(() => own(deal.creator));
  expect(shown).toEqual(
    expect.arrayContaining([
      'Quarter 1 · activities paid: 1: €400.00',
      'Quarter 2 · activities paid: 2: €110.00',
      'Quarter 3 · activities paid: 0: €0.00',
      'Quarter 4 · activities paid: 0: €0.00',
      'Fees withheld: €0.00',
    ]),
  );
  expect(shown.filter((one) => one.startsWith('Quarter '))).toHaveLength(4);
  // A year of which all was taken back has no report: none is offered.
  await sentAt(other.milestoneId, '2033-04-02T00:00:00Z', { reversed_by_bank: 0 });
  expect(await codeOf(own(deal.creator, 2033))).toBe('not_found');
  const offered = await payoutOverview(world.as(deal.creator));
  expect([offered.years, offered.reportedYears]).toEqual([
    [2033, 2032, 2031],
    [2032, 2031],
  ]);
  expect(await codeOf(own(deal.brand))).toBe('not_found');
  const manager = await member(world, deal.creator, 'manager', 'Manager');
  expect(await codeOf(own(manager))).toBe('auth.not_allowed');
  expect(await codeOf(taxReport(world.as(trust), { year: 2031 }))).toBe('auth.not_allowed');
});
