import { dealsOfCampaign } from '../../../../server/features/escrow/deals/list.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { declineApplications, shortlistApplications } from '../../../../server/features/campaigns/applications.ts';
import {
  costQuote,
  createDraft,
  deleteDraft,
  duplicateCampaign,
  getDraft,
  saveDraft,
} from '../../../../server/features/campaigns/drafts.ts';
import {
  applyToCampaign,
  editApplication,
  myApplications,
  withdrawApplication,
} from '../../../../server/features/campaigns/applying.ts';
import { browseCampaigns, openCampaign, setSaved } from '../../../../server/features/campaigns/market.ts';
import { settleCampaign } from '../../../../server/features/campaigns/places.ts';
import { actOnCampaigns } from '../../../../server/features/campaigns/bulk.ts';
import { campaignsFile } from '../../../../server/features/campaigns/export.ts';
import type { BulkAct, CampaignBulkRow, CampaignPatch } from '../../../../server/features/campaigns/schema.ts';
import {
  cancelCampaign,
  closeCampaign,
  pauseCampaign,
  publishCampaign,
  reopenCampaign,
  resumeCampaign,
} from '../../../../server/features/campaigns/service.ts';
import { cancel as cancelMilestone } from '../../../../server/features/escrow/refund/cancel.ts';
import {
  closeApplications,
  expireApplications,
  publishScheduled,
} from '../../../../server/features/campaigns/timers.ts';
import {
  applicant,
  campaignDetail,
  listApplicants,
  listCampaigns,
} from '../../../../server/features/campaigns/listing.ts';
import { applicationOfBrand } from '../../../../server/features/offers/queries.ts';
import { declineOffer } from '../../../../server/features/offers/close.ts';
import { sendOffer } from '../../../../server/features/offers/send.ts';
import { startOffer } from '../../../../server/features/offers/start.ts';
import { openRows } from '../../../../server/features/platform/open-rows.ts';
import { readCampaign } from '../../../../workflows/activities/campaigns.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { eventually } from '../../../support/worker.ts';
import { createOrg, createTestWorld, member, type TestWorld } from '../../../support/people.ts';
import {
  agreed,
  apply,
  brief,
  detailAs,
  draftCampaign,
  inDays,
  liveCampaign,
  offerTo,
  PITCH,
  signedDeal,
} from '../../../support/negotiation.ts';

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;

beforeAll(async () => {
  world = await createTestWorld('campaigns', { clockPolicy: 'standard' });
  brand = await createOrg(world, 'brand', 'Café Lumen');
  creator = await createOrg(world, 'creator', 'Maya Laurent');
});
afterAll(() => world.close());

const refused = (code: string, data: Record<string, unknown> = {}) =>
  expect.objectContaining({ code, data: expect.objectContaining(data) });
const browseAll = { limit: 25, sort: 'newest' as const };

describe('draft', () => {
  it('keeps what is typed, however incomplete, and lists what is missing by step', async () => {
    const draft = await createDraft(world.as(brand));
    const saved = await saveDraft(world.as(brand), {
      campaignId: draft.id,
      step: 2,
      version: draft.version,
      patch: { title: 'Short', pay: { kind: 'fixed', min: 12, max: 0 } },
    });
    expect(saved).toMatchObject({ title: 'Short', step: 2, version: draft.version + 1, cost: null });
    expect(saved.missing.map((m) => [m.step, m.field, m.code])).toEqual([
      [1, 'title', 'input.invalid'],
      [2, 'deliverables', 'input.invalid'],
      [4, 'pay.min', 'money.too_small'],
      [4, 'milestones', 'input.invalid'],
    ]);
    await expect(
      publishCampaign(world.as(brand), { campaignId: draft.id, version: saved.version, publishAt: null }),
    ).rejects.toEqual(refused('input.invalid', { field: 'title', step: 1 }));
  });

  it('has the place of its city, which follows city and country and is copied with them', async () => {
    const draft = await createDraft(world.as(brand));
    const placeOf = async (id: string) =>
      (await world.owner.selectFrom('campaigns').select('place_id').where('id', '=', id).executeTakeFirstOrThrow())
        .place_id;
    const { version } = await saveDraft(world.as(brand), {
      campaignId: draft.id,
      step: 1,
      version: draft.version,
      patch: { city: 'Birmingham', country: 'GB' },
    });
    await expect(placeOf(draft.id)).resolves.toBe(2655603);
    await saveDraft(world.as(brand), { campaignId: draft.id, step: 1, version, patch: { country: 'US' } });
    await expect(placeOf(draft.id)).resolves.toBe(4049979);
    const copy = await duplicateCampaign(world.as(brand), { campaignId: draft.id });
    await expect(placeOf(copy.id)).resolves.toBe(4049979);
  });

  it('is made once per request key, also by two clicks at once', async () => {
    const requestKey = newId();
    const made = await Promise.all([1, 2, 3].map(() => createDraft(world.as(brand, { requestKey }))));
    expect(new Set(made.map((d) => d.id)).size).toBe(1);
  });

  it('answers state.changed only when another page saved meanwhile', async () => {
    const draft = await createDraft(world.as(brand));
    const patch = { summary: 'Three warm drinks.' };
    await saveDraft(world.as(brand), { campaignId: draft.id, step: 1, version: draft.version, patch });
    await expect(
      saveDraft(world.as(brand), { campaignId: draft.id, step: 1, version: draft.version, patch }),
    ).resolves.toMatchObject(patch);
    await expect(
      saveDraft(world.as(brand), {
        campaignId: draft.id,
        step: 1,
        version: draft.version,
        patch: { summary: 'Other.' },
      }),
    ).rejects.toEqual(refused('state.changed'));
  });

  it('quotes the whole cost: per creator and for all places, fee and tax of the billing country', async () => {
    const { campaignId } = await draftCampaign(world, brand);
    const { cost, missing } = await getDraft(world.as(brand), { campaignId });
    expect(missing).toEqual([]);
    expect(cost).toMatchObject({
      feeBps: 500,
      taxBps: 2000,
      taxCountry: 'FR',
      perCreator: { price: 40_000, fee: 2000, tax: 400, total: 42_400 },
      all: { total: 84_800 },
    });
    await expect(costQuote(world.as(brand), { currency: 'JPY', price: 30_000, slots: 3 })).resolves.toMatchObject({
      perCreator: { fee: 1500, tax: 300 },
      all: { total: 95_400 },
    });
  });

  it("is the brand's own: a foreign and an unknown id look the same, and a viewer may not write", async () => {
    const { campaignId } = await draftCampaign(world, brand);
    const other = await createOrg(world, 'brand', 'Bask');
    await expect(getDraft(world.as(other), { campaignId })).rejects.toEqual(refused('not_found'));
    await expect(getDraft(world.as(other), { campaignId: newId() })).rejects.toEqual(refused('not_found'));
    const viewer = await member(world, brand, 'viewer', 'Inès');
    await expect(createDraft(world.as(viewer))).rejects.toEqual(
      refused('auth.not_allowed', { action: 'campaign.edit' }),
    );
  });
});

describe('publishing', () => {
  const wrong: [string, CampaignPatch, string, Record<string, unknown>][] = [
    ['a title of nine letters', { title: 'Nine char' }, 'input.invalid', { field: 'title' }],
    [
      'no deliverable',
      { deliverables: [], milestones: [{ title: 'Reel', amount: 40_000, dueAt: inDays(12), deliverableIds: [] }] },
      'input.invalid',
      { field: 'deliverables' },
    ],
    ['zero pay', { pay: { kind: 'fixed', min: 0, max: 0 } }, 'money.not_positive', { field: 'pay.min' }],
    ['negative pay', { pay: { kind: 'fixed', min: -5, max: -5 } }, 'money.not_positive', { field: 'pay.min' }],
    ['pay of 10^15', { pay: { kind: 'fixed', min: 1e15, max: 1e15 } }, 'money.too_large', { field: 'pay.min' }],
    [
      "dinars off the provider's step",
      { currency: 'KWD', pay: { kind: 'fixed', min: 12_345, max: 12_345 } },
      'money.off_step',
      { field: 'pay.min' },
    ],
    [
      'yen below the minimum',
      { currency: 'JPY', pay: { kind: 'fixed', min: 90, max: 90 } },
      'money.too_small',
      { field: 'pay.min' },
    ],
    [
      'milestones that are not the pay',
      { pay: { kind: 'fixed', min: 50_000, max: 50_000 } },
      'terms.total_mismatch',
      { field: 'milestones', expected: 50_000, total: 40_000 },
    ],
    [
      'a due date in the past',
      { milestones: [{ title: 'Reel', amount: 40_000, dueAt: inDays(-1), deliverableIds: ['reel'] }] },
      'terms.due_in_past',
      { field: 'milestones.0.dueAt' },
    ],
    [
      'a due date inside the review window',
      {
        milestones: [{ title: 'Reel', amount: 40_000, dueAt: inDays(4), deliverableIds: ['reel'] }],
        applicationDeadline: inDays(1),
      },
      'terms.due_before_review',
      { field: 'milestones.0.dueAt' },
    ],
    [
      'an application deadline after the first due date',
      { applicationDeadline: inDays(13) },
      'terms.deadline_after_due',
      { field: 'applicationDeadline' },
    ],
    [
      'a review window below the policy',
      { clocks: { review: 'P1D' } },
      'terms.clock_out_of_range',
      { clock: 'review', min: 'P3D', max: 'P14D' },
    ],
    [
      'a part for work that is not there',
      { milestones: [{ title: 'Reel', amount: 40_000, dueAt: inDays(12), deliverableIds: ['lost'] }] },
      'input.invalid',
      { field: 'milestones.0.deliverableIds' },
    ],
  ];
  it.each(wrong)('refuses %s', async (_what, patch, code, data) => {
    const draft = await draftCampaign(world, brand, patch);
    await expect(publishCampaign(world.as(brand), { ...draft, publishAt: null })).rejects.toEqual(refused(code, data));
  });

  it('names a closing date that has passed on the step where it is picked', async () => {
    const { campaignId } = await draftCampaign(world, brand, { applicationDeadline: inDays(-1) });
    expect((await getDraft(world.as(brand), { campaignId })).missing).toMatchObject([
      { step: 3, field: 'applicationDeadline' },
    ]);
  });

  it('takes yen and dinars', async () => {
    await expect(
      liveCampaign(world, brand, {
        currency: 'JPY',
        pay: { kind: 'fixed', min: 30_000, max: 0 },
        milestones: [{ title: 'Reel', amount: 30_000, dueAt: inDays(12), deliverableIds: [] }],
      }),
    ).resolves.toBeTruthy();
    await expect(
      liveCampaign(world, brand, {
        currency: 'KWD',
        pay: { kind: 'fixed', min: 123_450, max: 0 },
        milestones: [{ title: 'Reel', amount: 123_450, dueAt: inDays(12), deliverableIds: [] }],
      }),
    ).resolves.toBeTruthy();
  });

  it('requires the verified mailbox, the right and the billing country', async () => {
    const shy = await createOrg(world, 'brand', 'Forno', { verified: false });
    const draft = await draftCampaign(world, shy);
    await expect(publishCampaign(world.as(shy), { ...draft, publishAt: null })).rejects.toEqual(
      refused('auth.mailbox_unverified'),
    );
    const finance = await member(world, brand, 'finance', 'Théo');
    await expect(publishCampaign(world.as(finance), { ...draft, publishAt: null })).rejects.toEqual(
      refused('auth.not_allowed'),
    );
    const bare = await createOrg(world, 'brand', 'Bare');
    await world.owner.deleteFrom('billing_profiles').where('org_id', '=', bare.orgId).execute();
    const unbilled = await draftCampaign(world, bare);
    await expect(publishCampaign(world.as(bare), { ...unbilled, publishAt: null })).rejects.toEqual(
      refused('billing.incomplete'),
    );
  });

  it('goes live with its workflow started in the same transaction; a second click is the same act', async () => {
    const draft = await draftCampaign(world, brand);
    const [first, second] = await Promise.all(
      [1, 2].map(() => publishCampaign(world.as(brand), { ...draft, publishAt: null })),
    );
    expect(first).toMatchObject({ state: 'live', version: draft.version + 1 });
    expect(second).toMatchObject({ state: 'live', version: draft.version + 1 });
    const started = await world.owner
      .selectFrom('workflow_outbox')
      .select('kind')
      .where('workflow_id', '=', `campaign/${draft.campaignId}`)
      .execute();
    expect(started).toEqual([{ kind: 'start' }]);
  });

  it('can be scheduled; the system publishes it at its moment and closes it at its deadline', async () => {
    const draft = await draftCampaign(world, brand);
    const campaignId = draft.campaignId;
    const publishAt = inDays(2);
    await expect(publishCampaign(world.as(brand), { ...draft, publishAt })).resolves.toMatchObject({
      state: 'scheduled',
    });
    await expect(openCampaign(world.as(creator), { campaignId })).rejects.toEqual(refused('not_found'));
    const clock = steppedClock(inDays(1));
    await expect(publishScheduled(world.system(clock), { campaignId })).resolves.toMatchObject({
      done: false,
      next: publishAt,
      state: 'scheduled',
    });
    clock.set(inDays(2.1));
    await expect(publishScheduled(world.system(clock), { campaignId })).resolves.toMatchObject({
      done: true,
      state: 'live',
    });
    await expect(publishScheduled(world.system(clock), { campaignId })).resolves.toMatchObject({
      done: true,
      state: 'live',
    });
    await expect(closeApplications(world.system(clock), { campaignId })).resolves.toMatchObject({
      done: false,
      state: 'live',
    });
    clock.set(inDays(5.1));
    await expect(closeApplications(world.system(clock), { campaignId })).resolves.toMatchObject({
      done: true,
      state: 'closed',
    });
  });
});

describe('running', () => {
  it('pauses, resumes, closes, and cancels only without contracts', async () => {
    const campaignId = await liveCampaign(world, brand);
    await expect(pauseCampaign(world.as(brand), { campaignId })).resolves.toMatchObject({
      state: 'paused',
      can: { resume: true, pause: 'state.wrong' },
    });
    await expect(openCampaign(world.as(creator), { campaignId })).resolves.toMatchObject({
      can: { apply: 'campaign.not_open' },
    });
    await expect(resumeCampaign(world.as(brand), { campaignId })).resolves.toMatchObject({ state: 'live' });
    await agreed(world, brand, await createOrg(world, 'creator', 'Hugo Petit'), campaignId);
    await expect(cancelCampaign(world.as(brand), { campaignId })).rejects.toEqual(refused('campaign.has_contracts'));
    await expect(closeCampaign(world.as(brand), { campaignId })).resolves.toMatchObject({
      state: 'closed',
      can: { cancel: 'campaign.has_contracts' },
    });
    const unwanted = await liveCampaign(world, brand);
    const id = await apply(world, creator, unwanted);
    await expect(cancelCampaign(world.as(brand), { campaignId: unwanted })).resolves.toMatchObject({
      state: 'cancelled',
    });
    expect((await myApplications(world.as(creator), { limit: 100 })).items.find((a) => a.id === id)?.state).toBe(
      'declined',
    );
  });

  it('locks what applicants were promised, and the currency, from the first application on', async () => {
    const campaignId = await liveCampaign(world, brand);
    await apply(world, creator, campaignId);
    const draft = await getDraft(world.as(brand), { campaignId });
    const save = (patch: CampaignPatch) =>
      saveDraft(world.as(brand), { campaignId, step: 4, version: draft.version, patch });
    await expect(save({ currency: 'USD' })).rejects.toEqual(refused('terms.currency_frozen', { field: 'currency' }));
    await expect(save({ rights: { use: 'all_channels', days: 365, territory: '' } })).rejects.toEqual(
      refused('campaign.locked', { field: 'rights' }),
    );
    await expect(save({ slots: 1 })).rejects.toEqual(refused('campaign.locked', { field: 'slots' }));
    await expect(
      save({ rights: draft.terms.rights!, slots: 3, applicationDeadline: inDays(6) }),
    ).resolves.toMatchObject({ slots: 3, currencyFrozen: true });
  });

  it('is acted on with others at once, row by row, and its list is a file that no spreadsheet runs', async () => {
    const owner = await createOrg(world, 'brand', 'Bulk Bakery');
    const live = await liveCampaign(world, owner, { title: '=HYPERLINK("x") in autumn' });
    const { campaignId: draft } = await draftCampaign(world, owner);
    const foreign = await liveCampaign(world, await createOrg(world, 'brand', 'Elsewhere'));
    const act = (name: BulkAct, who = owner) =>
      actOnCampaigns(world.as(who), { act: name, campaignIds: [live, draft, foreign, live] });
    await expect(act('pause', await member(world, owner, 'viewer', 'Vera'))).rejects.toEqual(
      refused('auth.not_allowed'),
    );
    const paused: CampaignBulkRow[] = [
      { id: live, ok: true, already: null, code: null },
      { id: draft, ok: false, already: null, code: 'state.wrong' },
      { id: foreign, ok: false, already: null, code: 'not_found' },
    ];
    const ofEach = (rows: CampaignBulkRow[]) => rows.map(({ ok, code }) => ({ ok, code }));
    const colleague = await member(world, owner, 'manager', 'Karim');
    const both = await Promise.all([act('pause'), act('pause', colleague)]);
    expect(both.map(ofEach), 'two at once').toEqual([ofEach(paused), ofEach(paused)]);
    expect(await act('pause'), 'paused before').toEqual(paused.with(0, { ...paused[0]!, already: 'paused' }));
    const once = await world.owner
      .selectFrom('audit_log')
      .select('action')
      .where('target', '=', `campaign:${live}`)
      .where('action', '=', 'campaign.paused')
      .execute();
    expect(once).toHaveLength(1);
    expect((await detailAs(world, owner, live)).state).toBe('paused');
    expect((await act('publish')).map(({ ok }) => ok)).toEqual([false, true, false]);
    expect((await act('publish')).map(({ already }) => already)).toEqual([null, 'live', null]);
    expect((await act('resume')).map(({ already }) => already)).toEqual([null, 'live', null]);
    expect((await act('resume')).map(({ already }) => already)).toEqual(['live', 'live', null]);
    const { csv, rows } = await campaignsFile(world.as(owner), { show: 'all', locale: 'fr' });
    expect(rows).toBe(2);
    const lines = csv.split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFCampagne,/u);
    expect(lines.find((line) => line.includes('HYPERLINK'))).toMatch(/^"'=HYPERLINK/u);
    expect(csv).toContain(',EUR,800.00,0.00,');
  });

  it('is copied as a draft, once per request key', async () => {
    const campaignId = await liveCampaign(world, brand);
    const requestKey = newId();
    const copies = await Promise.all(
      [1, 2].map(() => duplicateCampaign(world.as(brand, { requestKey }), { campaignId })),
    );
    expect(copies[0]).toMatchObject({
      state: 'draft',
      title: brief().title,
      slots: 2,
      pay: { kind: 'fixed', min: 40_000 },
    });
    expect(copies[1]?.id).toBe(copies[0]?.id);
  });

  it('is filled when every place has an active contract', async () => {
    const campaignId = await liveCampaign(world, brand, { slots: 1 });
    const late = await createOrg(world, 'creator', 'Late Comer');
    const lateApplication = await apply(world, late, campaignId);
    await signedDeal(world, brand, await createOrg(world, 'creator', 'First Comer'), campaignId);
    const detail = await detailAs(world, brand, campaignId);
    expect(detail).toMatchObject({
      state: 'filled',
      slotsTaken: 1,
      committed: 40_000,
      budget: 40_000,
      left: 0,
      balances: { funded: 0 },
    });
    expect(await dealsOfCampaign(world.as(brand), { campaignId })).toHaveLength(1);
    await expect(offerTo(world, brand, lateApplication)).rejects.toEqual(refused('campaign.full'));
  });

  it('has a place again when a deal failed: for all creators until its deadline, afterwards for applicants', async () => {
    for (const [deadline, state] of [
      [inDays(5), 'live'],
      [new Date(), 'closed'],
    ] as const) {
      const campaignId = await liveCampaign(world, brand, { slots: 1 });
      const second = await apply(world, await createOrg(world, 'creator', 'Second Choice'), campaignId);
      const { contractId } = await signedDeal(
        world,
        brand,
        await createOrg(world, 'creator', 'First Choice'),
        campaignId,
      );
      await world.owner
        .updateTable('campaigns')
        .set({ application_deadline: deadline })
        .where('id', '=', campaignId)
        .execute();
      expect(await settleCampaign(world.system(), campaignId)).toBe('filled');
      await world.owner.updateTable('contracts').set({ state: 'voided' }).where('id', '=', contractId).execute();
      expect(await settleCampaign(world.system(), campaignId)).toBe(state);
      await expect(offerTo(world, brand, second)).resolves.toMatchObject({ state: 'sent' });
    }
  });

  it('does not reopen by itself when its brand cancels a deal, counts what went back as left, and reopens on request', async () => {
    const campaignId = await liveCampaign(world, brand, { slots: 1 });
    const { contractId } = await signedDeal(
      world,
      brand,
      await createOrg(world, 'creator', 'Was Cancelled'),
      campaignId,
    );
    expect(await settleCampaign(world.system(), campaignId)).toBe('filled');
    await expect(reopenCampaign(world.as(brand), { campaignId })).rejects.toEqual(refused('state.wrong'));
    const milestones = await world.owner
      .selectFrom('milestones')
      .select(['id', 'version'])
      .where('contract_id', '=', contractId)
      .execute();
    for (const { id, version } of milestones)
      await cancelMilestone(world.as(brand), { milestoneId: id, version, reason: 'The oven broke', reopens: false });
    expect(await settleCampaign(world.system(), campaignId)).toBe('closed');
    const detail = await detailAs(world, brand, campaignId);
    expect(detail).toMatchObject({ state: 'closed', slotsTaken: 0, committed: 0, left: 40_000, can: { reopen: true } });
    const seeker = await createOrg(world, 'creator', 'Looks For Work');
    expect((await browseCampaigns(world.as(seeker), browseAll)).items.map((i) => i.id)).not.toContain(campaignId);
    await world.owner
      .updateTable('campaigns')
      .set({ application_deadline: inDays(-1) })
      .where('id', '=', campaignId)
      .execute();
    await expect(reopenCampaign(world.as(brand), { campaignId })).resolves.toMatchObject({
      state: 'live',
      applicationDeadline: null,
    });
    await expect(apply(world, seeker, campaignId)).resolves.toBeTruthy();
  });

  it('goes back on the market by itself when its brand cancels a deal and offers the place again', async () => {
    const campaignId = await liveCampaign(world, brand, { slots: 1 });
    const { contractId } = await signedDeal(world, brand, await createOrg(world, 'creator', 'Replaced'), campaignId);
    await settleCampaign(world.system(), campaignId);
    const milestones = await world.owner
      .selectFrom('milestones')
      .select(['id', 'version'])
      .where('contract_id', '=', contractId)
      .execute();
    for (const { id, version } of milestones)
      await cancelMilestone(world.as(brand), { milestoneId: id, version, reason: '', reopens: true });
    expect(await settleCampaign(world.system(), campaignId)).toBe('live');
  });

  it('has a freed place again in whatever order its deals end', async () => {
    const ended: string[] = [];
    for (const order of [
      ['completed', 'cancelled'],
      ['cancelled', 'completed'],
    ] as const) {
      const campaignId = await liveCampaign(world, brand, { slots: 2 });
      const deals = [
        await signedDeal(world, brand, await createOrg(world, 'creator', 'One'), campaignId),
        await signedDeal(world, brand, await createOrg(world, 'creator', 'Two'), campaignId),
      ];
      await world.owner
        .updateTable('campaigns')
        .set({ application_deadline: inDays(5) })
        .where('id', '=', campaignId)
        .execute();
      expect(await settleCampaign(world.system(), campaignId)).toBe('filled');
      for (const [i, state] of order.entries()) {
        await world.owner.updateTable('contracts').set({ state }).where('id', '=', deals[i]!.contractId).execute();
        await settleCampaign(world.system(), campaignId);
      }
      ended.push(
        (
          await world.owner
            .selectFrom('campaigns')
            .select('state')
            .where('id', '=', campaignId)
            .executeTakeFirstOrThrow()
        ).state,
      );
    }
    expect(ended).toEqual(['live', 'live']);
  });

  it('is not cancelled past an offer that is being sent, and neither act is lost to the other', async () => {
    const campaignId = await liveCampaign(world, brand);
    const applicationId = await apply(world, creator, campaignId);
    const { title, terms } = await startOffer(world.as(brand), { applicationId });
    let cancelling: Promise<unknown> = Promise.resolve();
    await withTx(world.as(brand), async (tx) => {
      await applicationOfBrand(tx.db, { applicationId, brandOrg: brand.orgId, lock: true });
      cancelling = cancelCampaign(world.as(brand), { campaignId }).catch((error: unknown) => error);
      await eventually(
        'the cancellation to wait',
        async () =>
          (
            await sql<{
              waiting: boolean;
            }>`select exists (select from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()) as waiting`.execute(
              world.owner,
            )
          ).rows[0]!.waiting,
      );
      await sendOffer(tx, { applicationId, title, terms, note: '' });
    });
    expect(await cancelling).toEqual(refused('offer.exists'));
    expect(
      (await myApplications(world.as(creator), { limit: 100 })).items.find((a) => a.id === applicationId)?.state,
    ).toBe('offered');
  });
});

describe('an application', () => {
  it('has its fourteen days anew after an offer that came to nothing, however long ago it was made', async () => {
    const campaignId = await liveCampaign(world, brand);
    const id = await apply(world, creator, campaignId);
    await world.owner
      .updateTable('applications')
      .set({ created_at: inDays(-20), updated_at: inDays(-20) })
      .where('id', '=', id)
      .execute();
    const { id: offerId } = await offerTo(world, brand, id);
    await declineOffer(world.as(creator), { offerId, reason: '' });
    const stateOf = async () =>
      (await myApplications(world.as(creator), { limit: 100 })).items.find((a) => a.id === id)?.state;
    await expireApplications(world.system(), { campaignId });
    expect(await stateOf()).toBe('shortlisted');
    await expireApplications(world.system(steppedClock(inDays(14.1))), { campaignId });
    expect(await stateOf()).toBe('expired');
  });

  it('that is open is shown before those that were declined, however many came earlier', async () => {
    const campaignId = await liveCampaign(world, brand);
    const earlier = await apply(world, creator, campaignId);
    const waiting = await apply(world, await createOrg(world, 'creator', 'Later Applicant'), campaignId);
    await declineApplications(world.as(brand), { applicationIds: [earlier], reason: 'Not this time' });
    const first = await listApplicants(world.as(brand), { campaignId, limit: 1 });
    expect(first.items.map((a) => a.applicationId)).toEqual([waiting]);
    const rest = await listApplicants(world.as(brand), { campaignId, limit: 1, after: first.next! });
    expect([rest.items.map((a) => a.applicationId), rest.next]).toEqual([[earlier], null]);
    expect(await campaignDetail(world.as(brand), { campaignId })).toMatchObject({
      moreApplicants: null,
      applicationsByState: { submitted: 1, declined: 1 },
    });
    expect(await applicant(world.as(brand), { campaignId, applicationId: earlier })).toMatchObject({
      state: 'declined',
    });
  });

  it('that is unanswered is listed although its campaign is over', async () => {
    const campaignId = await liveCampaign(world, brand);
    await apply(world, creator, campaignId);
    await world.owner.updateTable('campaigns').set({ state: 'completed' }).where('id', '=', campaignId).execute();
    expect(await readCampaign(world.system(), { id: campaignId })).toMatchObject({
      state: 'completed',
      closed: false,
      steps: [{ act: 'expireApplications' }],
    });
    const now = inDays(1);
    expect(await openRows(world.worker, { before: now, now })).toContainEqual({
      type: 'campaignLifecycle',
      id: campaignId,
    });
    await expireApplications(world.system(steppedClock(inDays(14.1))), { campaignId });
    expect(await readCampaign(world.system(), { id: campaignId })).toMatchObject({ closed: true });
  });
});

describe('a cancelled campaign', () => {
  it('notifies its applicants of the cancellation and stays readable for them alone', async () => {
    const campaignId = await liveCampaign(world, brand);
    const applicant = await createOrg(world, 'creator', 'Told Applicant');
    const stranger = await createOrg(world, 'creator', 'Stranger');
    await apply(world, applicant, campaignId);
    await cancelCampaign(world.as(brand), { campaignId });
    const notices = await world.owner
      .selectFrom('notices')
      .select(['kind', 'link'])
      .where('org_id', '=', applicant.orgId)
      .execute();
    expect(notices).toEqual([{ kind: 'campaign_cancelled', link: `/campaigns/${campaignId}` }]);
    await expect(openCampaign(world.as(applicant), { campaignId })).resolves.toMatchObject({
      state: 'cancelled',
      myApplication: 'declined',
      can: { apply: 'application.duplicate', edit: false },
    });
    expect((await myApplications(world.as(applicant), { limit: 100 })).items[0]).toMatchObject({
      state: 'declined',
      campaign: { state: 'cancelled', title: brief().title },
    });
    await expect(openCampaign(world.as(stranger), { campaignId })).rejects.toEqual(refused('not_found'));
    expect((await browseCampaigns(world.as(applicant), browseAll)).items.map((i) => i.id)).not.toContain(campaignId);
  });
});

describe('deleting a draft', () => {
  it('removes it for good, once, and only while it is a draft of the own org', async () => {
    const { campaignId } = await draftCampaign(world, brand);
    const other = await createOrg(world, 'brand', 'Other Brand');
    await expect(deleteDraft(world.as(other), { campaignId })).rejects.toEqual(refused('not_found'));
    await expect(getDraft(world.as(brand), { campaignId })).resolves.toMatchObject({ id: campaignId });
    const twice = await Promise.allSettled([1, 2].map(() => deleteDraft(world.as(brand), { campaignId })));
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(getDraft(world.as(brand), { campaignId })).rejects.toEqual(refused('not_found'));
    const live = await liveCampaign(world, brand);
    await expect(deleteDraft(world.as(brand), { campaignId: live })).rejects.toEqual(refused('state.wrong'));
    // Nor past the service: the database itself lets go of drafts alone.
    await withTx(world.as(brand), (tx) => tx.db.deleteFrom('campaigns').where('id', '=', live).execute());
    await expect(detailAs(world, brand, live)).resolves.toMatchObject({ state: 'live' });
  });
});

describe('changing an application', () => {
  it('replaces pitch, price and links until there is an offer, never over another change', async () => {
    const campaignId = await liveCampaign(world, brand, { pay: { kind: 'range', min: 30_000, max: 50_000 } });
    const author = await createOrg(world, 'creator', 'Second Thoughts');
    const applicationId = await apply(world, author, campaignId);
    const change = {
      applicationId,
      version: 1,
      pitch: 'I film cafés in Lyon, twice a week.',
      price: 45_000,
      links: ['https://example.com/new'],
    };
    const changed = await editApplication(world.as(author), change);
    expect(changed.application).toMatchObject({
      pitch: change.pitch,
      price: 45_000,
      links: change.links,
      version: 2,
      state: 'submitted',
    });
    expect(changed.application?.editedAt).toBeInstanceOf(Date);
    expect((await detailAs(world, brand, campaignId)).applicants[0]).toMatchObject({
      price: 45_000,
      pitch: change.pitch,
    });
    // A repeated save finds its own effect, another window's does not win.
    await expect(editApplication(world.as(author), change)).resolves.toMatchObject({ application: { version: 2 } });
    await expect(editApplication(world.as(author), { ...change, price: 46_000 })).rejects.toEqual(
      refused('state.changed'),
    );
    await expect(editApplication(world.as(author), { ...change, version: 2, price: 50_001 })).rejects.toEqual(
      refused('money.too_large'),
    );
    await expect(
      editApplication(world.as(await createOrg(world, 'creator', 'Nosy')), { ...change, version: 2 }),
    ).rejects.toEqual(refused('not_found'));
    await offerTo(world, brand, applicationId);
    await expect(editApplication(world.as(author), { ...change, version: 3, price: 48_000 })).rejects.toEqual(
      refused('offer.exists'),
    );
    await expect(openCampaign(world.as(author), { campaignId })).resolves.toMatchObject({ can: { edit: false } });
  });
});

describe('the market', () => {
  it('filters, sorts and pages; saves; shows the facts of the brand', async () => {
    const other = await createOrg(world, 'brand', 'Market Brand', { country: 'GB' });
    const prices = [11_000, 12_000, 13_000];
    const ids: string[] = [];
    for (const price of prices) {
      ids.push(
        await liveCampaign(world, other, {
          currency: 'GBP',
          city: 'Leeds',
          pay: { kind: 'fixed', min: price, max: 0 },
          milestones: [{ title: 'Reel', amount: price, dueAt: inDays(12), deliverableIds: [] }],
        }),
      );
    }
    const filters = { ...browseAll, currency: 'GBP' as const, sort: 'pay' as const, limit: 2 };
    const first = await browseCampaigns(world.as(creator), filters);
    expect(first.items.map((i) => i.payMax)).toEqual([13_000, 12_000]);
    const second = await browseCampaigns(world.as(creator), { ...filters, after: first.next! });
    expect(second.items.map((i) => i.payMax)).toEqual([11_000]);
    expect(second.next).toBeNull();
    for (const sort of ['newest', 'deadline'] as const) {
      const page = await browseCampaigns(world.as(creator), { ...filters, sort });
      const rest = await browseCampaigns(world.as(creator), { ...filters, sort, after: page.next! });
      expect([...page.items, ...rest.items].map((i) => i.id).sort()).toEqual([...ids].sort());
    }
    await expect(browseCampaigns(world.as(creator), { ...filters, payMin: 12_500 })).resolves.toMatchObject({
      items: [{ payMax: 13_000 }],
    });
    await expect(
      browseCampaigns(world.as(creator), { ...browseAll, city: 'leeds', platform: 'tiktok' }),
    ).resolves.toMatchObject({ items: [] });
    await expect(
      browseCampaigns(world.as(creator), { ...browseAll, city: '%', after: 'nonsense' }),
    ).resolves.toMatchObject({ items: [] });
    const made = ['-.', '1.5', 'Infinity', '9'.repeat(20), '1..2'].flatMap((key) => [
      `${key}~${newId()}`,
      `${key}~${'-'.repeat(36)}`,
    ]);
    for (const sort of ['newest', 'pay', 'deadline'] as const) {
      for (const after of made)
        await expect(
          browseCampaigns(world.as(creator), { ...browseAll, sort, after }),
          `${sort} after ${after}`,
        ).resolves.toHaveProperty('items');
    }
    expect(
      (
        await browseCampaigns(world.as(creator), {
          ...browseAll,
          city: 'leeds',
          platform: 'instagram',
          niche: 'food',
          q: 'autumn',
        })
      ).items,
    ).toHaveLength(3);
    const [id] = ids;
    await setSaved(world.as(creator), { campaignId: id! }, true);
    await setSaved(world.as(creator), { campaignId: id! }, true);
    expect(
      (await browseCampaigns(world.as(creator), { ...browseAll, saved: true })).items.map((i) => [i.id, i.saved]),
    ).toEqual([[id, true]]);
    await expect(setSaved(world.as(creator), { campaignId: id! }, false)).resolves.toMatchObject({
      saved: false,
      facts: { fundedDeals: 0, medianApprovalSeconds: null },
      slotsLeft: 2,
    });
  });

  it('takes one application per creator, whatever the hurry', async () => {
    const campaignId = await liveCampaign(world, brand);
    const eager = await createOrg(world, 'creator', 'Eager');
    const input = { campaignId, pitch: PITCH, price: 40_000, links: ['https://example.com/reel'] };
    const requestKey = newId();
    const twice = await Promise.all([1, 2].map(() => applyToCampaign(world.as(eager, { requestKey }), input)));
    expect(twice[0]?.application?.id).toBe(twice[1]?.application?.id);
    await expect(applyToCampaign(world.as(eager), input)).rejects.toEqual(refused('application.duplicate'));
    await expect(openCampaign(world.as(eager), { campaignId })).resolves.toMatchObject({
      myApplication: 'submitted',
      can: { apply: 'application.duplicate' },
    });
    expect((await listCampaigns(world.as(brand), { limit: 100 })).items).toContainEqual(
      expect.objectContaining({ id: campaignId, applications: 1, newApplications: 1 }),
    );
  });

  it('refuses prices outside the pay, closed campaigns, brands, own campaigns and unproven mailboxes', async () => {
    const fixed = await liveCampaign(world, brand);
    const range = await liveCampaign(world, brand, { pay: { kind: 'range', min: 30_000, max: 50_000 } });
    const fresh = await createOrg(world, 'creator', 'Fresh');
    const at = (campaignId: string, price: number, who = fresh) =>
      applyToCampaign(world.as(who), { campaignId, pitch: PITCH, price, links: [] });
    await expect(at(fixed, 45_000)).rejects.toEqual(refused('money.too_large', { field: 'price', max: 40_000 }));
    await expect(at(range, 29_999)).rejects.toEqual(refused('money.too_small', { field: 'price', min: 30_000 }));
    await expect(at(range, 0)).rejects.toEqual(refused('money.not_positive'));
    await expect(at(range, 45_000.5)).rejects.toEqual(refused('money.not_integer'));
    await expect(at(range, 45_000)).resolves.toMatchObject({ application: { price: 45_000 } });
    const unproven = await createOrg(world, 'creator', 'Unproven', { verified: false });
    await expect(at(fixed, 40_000, unproven)).rejects.toEqual(refused('auth.mailbox_unverified'));
    await expect(at(fixed, 40_000, brand)).rejects.toEqual(refused('auth.wrong_account_type'));
    const twoHats = await createOrg(world, 'creator', 'Two Hats');
    await world.owner
      .insertInto('org_members')
      .values({ org_id: brand.orgId, user_id: twoHats.userId, role: 'viewer' })
      .execute();
    await expect(at(fixed, 40_000, twoHats)).rejects.toEqual(refused('application.own_campaign'));
    await closeCampaign(world.as(brand), { campaignId: fixed });
    await expect(at(fixed, 40_000)).rejects.toEqual(refused('campaign.not_open'));
  });

  it('answers applications in bulk, row by row', async () => {
    const campaignId = await liveCampaign(world, brand, { slots: 9 });
    const people = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((n) => createOrg(world, 'creator', `Bulk ${n}`)),
    );
    const ids: string[] = [];
    for (const p of people) ids.push(await apply(world, p, campaignId));
    await withdrawApplication(world.as(people[0]!), { applicationId: ids[0]! });
    await offerTo(world, brand, ids[1]!);
    const unknown = newId();
    await expect(
      shortlistApplications(world.as(brand), { applicationIds: [...ids, unknown, ids[2]!] }),
    ).resolves.toEqual([
      { id: ids[0], ok: false, code: 'state.wrong' },
      { id: ids[1], ok: false, code: 'offer.exists' },
      { id: ids[2], ok: true, code: null },
      { id: ids[3], ok: true, code: null },
      { id: unknown, ok: false, code: 'not_found' },
    ]);
    await expect(
      declineApplications(world.as(brand), {
        applicationIds: [ids[2]!, ids[2]!],
        reason: 'We look for photographers.',
      }),
    ).resolves.toEqual([{ id: ids[2], ok: true, code: null }]);
    const stranger = await createOrg(world, 'brand', 'Stranger');
    await expect(
      declineApplications(world.as(stranger), { applicationIds: [ids[3]!], reason: 'Not mine.' }),
    ).resolves.toEqual([{ id: ids[3], ok: false, code: 'not_found' }]);
    await expect(withdrawApplication(world.as(people[1]!), { applicationId: ids[1]! })).rejects.toEqual(
      refused('offer.exists'),
    );
    await expect(withdrawApplication(world.as(people[1]!), { applicationId: ids[3]! })).rejects.toEqual(
      refused('not_found'),
    );
    const notices = await world.owner
      .selectFrom('notices')
      .select('kind')
      .where('org_id', '=', people[2]!.orgId)
      .orderBy('id')
      .execute();
    expect(notices.map((n) => n.kind)).toEqual(['application_shortlisted', 'application_declined']);
  });

  it('expires applications that are unanswered for fourteen days', async () => {
    const campaignId = await liveCampaign(world, brand);
    const waiting = await createOrg(world, 'creator', 'Waiting');
    await apply(world, waiting, campaignId);
    const clock = steppedClock(inDays(13.9));
    const early = await expireApplications(world.system(clock), { campaignId });
    expect(early).toMatchObject({ done: false });
    clock.set(early.next!);
    await expect(expireApplications(world.system(clock), { campaignId })).resolves.toMatchObject({
      done: true,
      next: null,
    });
    expect((await myApplications(world.as(waiting), { limit: 100 })).items[0]?.state).toBe('expired');
    const notices = await world.owner
      .selectFrom('notices')
      .select('kind')
      .where('org_id', '=', waiting.orgId)
      .execute();
    expect(notices.map((n) => n.kind)).toEqual(['application_expired']);
  });
});
