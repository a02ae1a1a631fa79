import type { Actor, OrgActor } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { applyToCampaign } from '../../server/features/campaigns/applying.ts';
import { createDraft, saveDraft } from '../../server/features/campaigns/drafts.ts';
import { publishCampaign } from '../../server/features/campaigns/service.ts';
import { sendOffer } from '../../server/features/offers/service.ts';
import { briefOf } from './brief.ts';
import { dealTermsOf, insertDealRows, type DealRows } from './deal-rows.ts';
import { createOrg, createStaff, createTestWorld, member, type TestWorld } from './people.ts';

export type Whose = 'own' | 'foreign' | 'random';
export type ActorName =
  | 'anonymous'
  | 'newcomer'
  | 'brand'
  | 'viewer'
  | 'otherBrand'
  | 'creator'
  | 'otherCreator'
  | 'agency'
  | 'staff'
  | 'enrolling';

/** One brand and one creator with a row of every kind between them. */
interface RowSet {
  brand: OrgActor;
  creator: OrgActor;
  campaignId: string;
  applicationId: string;
  offerId: string;
  offerHash: string;
  deal: DealRows;
  submissionId: string;
  fileId: string;
  commentId: string;
  quoteId: string;
  paymentId: string;
  payoutId: string;
  handle: string;
}

export interface MatrixWorld {
  base: TestWorld;
  actors: Record<ActorName, Actor>;
  own: RowSet;
  foreign: RowSet;
  close(): Promise<void>;
}

async function rowSet(world: TestWorld, label: string): Promise<RowSet> {
  const brand = await createOrg(world, 'brand', `Brand ${label}`);
  const creator = await createOrg(world, 'creator', `Creator ${label}`);
  const draft = await createDraft(world.as(brand));
  const saved = await saveDraft(world.as(brand), {
    campaignId: draft.id,
    step: 6,
    version: draft.version,
    patch: { ...briefOf(40_000), slots: 2 },
  });
  await publishCampaign(world.as(brand), { campaignId: draft.id, version: saved.version, publishAt: null });
  await applyToCampaign(world.as(creator), {
    campaignId: draft.id,
    pitch: 'I shoot breakfast places every week.',
    price: 40_000,
    links: [],
  });
  const application = await world.owner
    .selectFrom('applications')
    .where('campaign_id', '=', draft.id)
    .select('id')
    .executeTakeFirstOrThrow();
  const offer = await sendOffer(world.as(brand), {
    applicationId: application.id,
    title: 'Autumn menu',
    terms: dealTermsOf(40_000),
    note: '',
  });
  const deal = await insertDealRows(world, brand, creator, 'funded');
  const [submissionId, fileId, commentId, quoteId, paymentId, payoutId] = Array.from({ length: 6 }, () => newId()) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const sides = { brand_org: brand.orgId, creator_org: creator.orgId };
  await world.owner
    .insertInto('submissions')
    .values({
      id: submissionId,
      milestone_id: deal.milestoneId,
      contract_id: deal.contractId,
      ...sides,
      n: 1,
      state: 'draft',
      created_by: creator.userId,
    })
    .execute();
  await world.owner
    .insertInto('files')
    .values({
      id: fileId,
      org_id: creator.orgId,
      submission_id: submissionId,
      ...sides,
      name: 'a.png',
      mime: 'image/png',
      size: 1,
      storage_key: `matrix/${fileId}`,
      state: 'ready',
      created_by: creator.userId,
    })
    .execute();
  await world.owner
    .insertInto('review_comments')
    .values({
      id: commentId,
      submission_id: submissionId,
      ...sides,
      body: 'A note',
      author_user: brand.userId,
      author_name: brand.name,
      author_org: brand.orgId,
    })
    .execute();
  await world.owner
    .insertInto('quotes')
    .values({
      id: quoteId,
      milestone_id: deal.milestoneId,
      brand_org: brand.orgId,
      currency: 'EUR',
      price: 40_000,
      fee: 2_000,
      tax: 400,
      tax_bps: 2_000,
      tax_country: 'FR',
      total: 42_400,
      expires_at: new Date(Date.now() + 1_800_000),
      created_by: brand.userId,
    })
    .execute();
  await world.owner
    .insertInto('payments')
    .values({
      id: paymentId,
      milestone_id: deal.milestoneId,
      contract_id: deal.contractId,
      ...sides,
      quote_id: quoteId,
      op_id: `fund:${paymentId}`,
      attempt: 1,
      request_key: newId(),
      state: 'expired',
      currency: 'EUR',
      price: 40_000,
      fee: 2_000,
      tax: 400,
      total: 42_400,
      expires_at: new Date(),
      created_by: brand.userId,
    })
    .execute();
  const profile = await world.owner
    .selectFrom('creator_profiles')
    .where('org_id', '=', creator.orgId)
    .select('handle')
    .executeTakeFirstOrThrow();
  return {
    brand,
    creator,
    campaignId: draft.id,
    applicationId: application.id,
    offerId: offer.id,
    offerHash: offer.versions[0]!.termsHash,
    deal,
    submissionId,
    fileId,
    commentId,
    quoteId,
    paymentId,
    payoutId,
    handle: profile.handle,
  };
}

export async function createMatrixWorld(): Promise<MatrixWorld> {
  const base = await createTestWorld('matrix');
  const own = await rowSet(base, 'A');
  const foreign = await rowSet(base, 'X');
  const actors: Record<ActorName, Actor> = {
    anonymous: { kind: 'anonymous' },
    newcomer: { kind: 'newcomer', userId: newId(), email: 'new@test.example' },
    brand: own.brand,
    viewer: await member(base, own.brand, 'viewer', 'Vera Viewer'),
    otherBrand: await createOrg(base, 'brand', 'Outsider'),
    creator: own.creator,
    otherCreator: await createOrg(base, 'creator', 'Outsider Creator'),
    agency: await createOrg(base, 'agency', 'Agency'),
    staff: await createStaff(base),
    enrolling: { ...(await createStaff(base)), kind: 'enrolling' },
  };
  return { base, actors, own, foreign, close: () => base.close() };
}

export interface Fixture {
  input(world: MatrixWorld, whose: Whose): unknown;
  /** The input names a row that only its parties may see. */
  owned?: boolean;
  parties?: ActorName[];
}

const BOTH: ActorName[] = ['brand', 'viewer', 'creator'];
const BRAND: ActorName[] = ['brand', 'viewer'];
const CREATOR: ActorName[] = ['creator'];

/** The rows that an input names; random ids where it names no existing row. */
const pick = <T>(world: MatrixWorld, whose: Whose, read: (set: RowSet) => T, random: T): T =>
  whose === 'random' ? random : read(world[whose]);
const plain = (input?: unknown): Fixture => ({ input: () => input });
const owned = (parties: ActorName[], read: (set: RowSet) => unknown, random: unknown): Fixture => ({
  owned: true,
  parties,
  input: (w, whose) => pick(w, whose, read, random),
});

const campaign = (parties: ActorName[], more: object = {}) =>
  owned(parties, (s) => ({ campaignId: s.campaignId, ...more }), { campaignId: newId(), ...more });
const milestone = (parties: ActorName[], more: object = {}) =>
  owned(parties, (s) => ({ milestoneId: s.deal.milestoneId, ...more }), { milestoneId: newId(), ...more });
const contract = (parties: ActorName[], more: object = {}) =>
  owned(parties, (s) => ({ contractId: s.deal.contractId, ...more }), { contractId: newId(), ...more });
const offer = (parties: ActorName[], more: object = {}) =>
  owned(parties, (s) => ({ offerId: s.offerId, ...more }), { offerId: newId(), ...more });
const submission = (parties: ActorName[], more: object = {}) =>
  owned(parties, (s) => ({ submissionId: s.submissionId, ...more }), { submissionId: newId(), ...more });
const onMarket = (more: object = {}): Fixture => ({ input: (w) => ({ campaignId: w.foreign.campaignId, ...more }) });

/** Every procedure of the router, by path. */
export const FIXTURES: Record<string, Fixture> = {
  'accounts.session': plain(),
  'accounts.demo': plain(),
  'accounts.completeSignUp': { input: () => ({ displayName: 'New Person', userType: 'influencer' }) },
  'accounts.update': plain({ timeZone: 'Europe/Paris' }),

  'approvals.pending': plain(),
  'approvals.withdraw': owned([], () => ({ proposalId: newId() }), { proposalId: newId() }),
  'approvals.refuse': owned([], () => ({ proposalId: newId(), note: 'not so' }), {
    proposalId: newId(),
    note: 'not so',
  }),

  'cases.list': plain({}),
  'cases.counts': plain(),
  'cases.one': owned([], () => ({ caseId: newId() }), { caseId: newId() }),
  'cases.close': owned([], () => ({ caseId: newId(), note: 'done' }), { caseId: newId(), note: 'done' }),

  'campaigns.list': plain(),
  'campaigns.detail': campaign(BRAND),
  'campaigns.create': plain(),
  'campaigns.draft': campaign(BRAND),
  'campaigns.saveDraft': campaign(BRAND, { step: 1, version: 1, patch: {} }),
  'campaigns.deleteDraft': campaign(BRAND),
  'campaigns.cost': plain({ currency: 'EUR', price: 45_000, slots: 2 }),
  'campaigns.publish': campaign(BRAND, { version: 1 }),
  'campaigns.pause': campaign(BRAND),
  'campaigns.resume': campaign(BRAND),
  'campaigns.reopen': campaign(BRAND),
  'campaigns.close': campaign(BRAND),
  'campaigns.cancel': campaign(BRAND),
  'campaigns.duplicate': campaign(BRAND),
  'campaigns.shortlist': {
    input: (w, whose) => ({ applicationIds: [pick(w, whose, (s) => s.applicationId, newId())] }),
  },
  'campaigns.declineApplications': {
    input: (w, whose) => ({
      applicationIds: [pick(w, whose, (s) => s.applicationId, newId())],
      reason: 'Not this time',
    }),
  },
  'campaigns.browse': plain({}),
  'campaigns.open': onMarket(),
  'campaigns.sendApplication': onMarket({ pitch: 'I shoot breakfast places every week.', price: 40_000 }),
  'campaigns.editApplication': owned(
    CREATOR,
    (s) => ({
      applicationId: s.applicationId,
      version: 1,
      pitch: 'I shoot breakfast places every week.',
      price: 40_000,
    }),
    { applicationId: newId(), version: 1, pitch: 'I shoot breakfast places every week.', price: 40_000 },
  ),
  'campaigns.withdraw': owned(CREATOR, (s) => ({ applicationId: s.applicationId }), { applicationId: newId() }),
  'campaigns.myApplications': plain(),
  'campaigns.save': onMarket(),
  'campaigns.unsave': onMarket(),

  'content.queue': plain(),
  'content.approved': plain({}),
  'content.review': milestone(BOTH),
  // A draft is its maker's alone until it is submitted.
  'content.startSubmission': milestone(CREATOR),
  'content.saveSubmission': submission(CREATOR, { caption: '', note: '' }),
  'content.submit': submission(CREATOR, { version: 1 }),
  'content.comment': submission(CREATOR, { body: 'A note' }),
  'content.resolveComment': owned(BOTH, (s) => ({ commentId: s.commentId, resolved: true }), {
    commentId: newId(),
    resolved: true,
  }),
  // A draft cannot be judged.
  'content.judge': submission([], { item: 'All three drinks shown', mark: 'met' }),
  'content.removeFile': owned(CREATOR, (s) => ({ fileId: s.fileId }), { fileId: newId() }),

  'contracts.list': plain({}),
  'contracts.get': contract(BOTH),
  'contracts.sign': contract(BOTH, { documentHash: 'c'.repeat(64), typedName: 'Somebody' }),
  'contracts.verifyFile': plain({ sha256: 'd'.repeat(64) }),

  'creators.mine': plain(),
  'creators.save': plain({
    handle: 'matrix.creator',
    headline: '',
    bio: '',
    city: null,
    country: null,
    niches: [],
    languages: [],
    platforms: [],
    rates: [],
  }),
  'creators.publish': plain(),
  'creators.byHandle': { input: (w) => ({ handle: w.foreign.handle }) },

  'escrow.deal': contract(BOTH),
  'escrow.list': plain(),
  'escrow.postings': milestone(BOTH),
  'escrow.approve': milestone(BOTH, { version: 1 }),
  'escrow.requestChanges': milestone(BOTH, {
    version: 1,
    reason: 'Please show the shop',
    briefItems: ['The shop front'],
  }),
  'escrow.extendReview': milestone(BOTH, { version: 1 }),
  'escrow.cancel': milestone(BOTH, { version: 99 }),
  'escrow.verify': contract(BOTH),

  'figures.measured': plain(),
  'home.brand': plain(),
  'home.creator': plain(),

  'live.events': {
    owned: true,
    parties: BOTH,
    input: (w, whose) => ({ topics: [`contract:${pick(w, whose, (s) => s.deal.contractId, newId())}`] }),
  },

  'find.records': plain({ text: 'Autumn' }),

  'messages.list': contract(BOTH),
  'messages.read': owned([], () => ({ thread: { contractId: newId() }, upTo: newId() }), {
    thread: { contractId: newId() },
    upTo: newId(),
  }),
  'messages.removeFile': owned([], () => ({ fileId: newId() }), { fileId: newId() }),
  'messages.status': contract(BOTH),
  'messages.send': owned(BOTH, (s) => ({ thread: { contractId: s.deal.contractId }, body: 'Hello' }), {
    thread: { contractId: newId() },
    body: 'Hello',
  }),

  'moneyCheck.overview': plain(),
  'moneyCheck.checkNow': plain(),
  'moneyCheck.proposeLift': owned([], () => ({ currency: 'EUR' as const, note: 'the difference is known' }), {
    currency: 'EUR' as const,
    note: 'the difference is known',
  }),
  'moneyCheck.confirmLift': owned([], () => ({ proposalId: newId() }), { proposalId: newId() }),

  'moneyStops.current': plain(),

  'notifications.list': plain({}),
  'notifications.unread': plain(),
  'notifications.markRead': plain({}),
  'notifications.undeliveredMails': plain(),
  'notifications.retryMail': owned([], () => ({ id: newId() }), { id: newId() }),

  'offers.list': plain({}),
  'offers.get': offer(BOTH),
  'offers.start': owned(BRAND, (s) => ({ applicationId: s.applicationId }), { applicationId: newId() }),
  'offers.send': owned(
    BRAND,
    (s) => ({ applicationId: s.applicationId, title: 'Autumn menu', terms: dealTermsOf(40_000) }),
    { applicationId: newId(), title: 'Autumn menu', terms: dealTermsOf(40_000) },
  ),
  'offers.counter': offer(BOTH, { n: 1, terms: dealTermsOf(41_000) }),
  'offers.accept': offer(BOTH, { n: 19, termsHash: 'e'.repeat(64) }),
  'offers.decline': offer(BOTH, { reason: '' }),
  'offers.withdraw': offer(BOTH, { reason: '' }),
  'offers.extend': offer(BOTH),

  'orgs.current': plain(),
  'orgs.members': plain(),
  'orgs.billing': plain(),
  'orgs.saveBilling': plain({
    legalName: 'Matrix SARL',
    country: 'FR',
    taxId: null,
    address: '',
    invoiceEmail: null,
    poNumber: null,
  }),

  'payouts.overview': plain(),
  'payouts.list': plain({}),
  'payouts.earnings': plain({}),
  'payouts.startOnboarding': plain({ country: 'FR' }),
  'payouts.refreshAccount': plain(),
  'payouts.payOut': plain({ currency: 'EUR' }),

  'help.thread': contract(BOTH),
  'help.ask': contract(BOTH, { message: 'The work is not what we agreed on.' }),
  'help.open': plain(),
  'help.answer': owned([], () => ({ caseId: newId(), body: 'We looked at it.' }), {
    caseId: newId(),
    body: 'We looked at it.',
  }),

  'operators.search': plain({ q: 'nobody at all' }),
  'operators.deal': owned([], () => ({ contractId: newId() }), { contractId: newId() }),
  'operators.account': owned([], () => ({ orgId: newId() }), { orgId: newId() }),
  'operators.bank': plain(),
  'operators.feeCaps': plain(),
  'platform.overview': plain(),
  'platform.deadLetters': plain(),
  'platform.retryDeadLetter': owned([], () => ({ id: 999_999 }), { id: 999_998 }),
  'platform.openOperations': plain(),
  'platform.resolveOperation': owned([], () => ({ opId: 'nobody:1' }), { opId: 'nobody:2' }),
  'platform.sendAgain': owned([], () => ({ opId: 'nobody:1' }), { opId: 'nobody:2' }),
  'platform.allowFees': owned(
    [],
    () => ({ orgId: newId(), currency: 'EUR' as const, amount: 10_000, note: 'known brand' }),
    { orgId: newId(), currency: 'EUR' as const, amount: 10_000, note: 'known brand' },
  ),
  'platform.proposeBankRefund': owned([], () => ({ opId: 'nobody:1', reference: 'SEPA 1' }), {
    opId: 'nobody:2',
    reference: 'SEPA 1',
  }),
  'platform.confirmBankRefund': owned([], () => ({ proposalId: newId() }), { proposalId: newId() }),
  'platform.decideRefund': owned([], () => ({ opId: 'nobody:1', decision: 'send_again' as const }), {
    opId: 'nobody:2',
    decision: 'send_again' as const,
  }),
  'platform.holdMilestone': owned([], () => ({ milestoneId: newId(), reason: 'reported' }), {
    milestoneId: newId(),
    reason: 'reported',
  }),
  'platform.suspendOrg': owned([], () => ({ orgId: newId(), reason: 'reported' }), {
    orgId: newId(),
    reason: 'reported',
  }),
  'platform.reinstateOrg': owned([], () => ({ orgId: newId() }), { orgId: newId() }),
  'platform.workflows': plain(),
  'platform.repairNow': plain(),

  'privacy.confirmAge': plain({ birthDate: '1996-03-02' }),
  'privacy.settings': plain(),
  'privacy.saveIdentity': plain({ displayName: 'Matrix Person', locale: 'en', timeZone: 'Europe/Paris' }),
  'privacy.saveNotices': plain({ off: ['offers.mail'] }),
  'privacy.setHidden': plain({ hidden: false }),
  'privacy.removeAvatar': plain(),
  'privacy.export': plain(),
  'privacy.requestExport': plain(),
  'privacy.downloadExport': owned([], () => ({ id: newId() }), { id: newId() }),
  'privacy.deletion': plain(),
  'privacy.requestDeletion': plain(),
  'privacy.cancelDeletion': plain(),
  'privacy.askDeletion': { input: () => ({ email: `${newId()}@test.example` }) },
  'privacy.confirmDeletion': plain({ email: 'nobody@test.example', code: '000000' }),
  'privacy.deletionStatus': owned([], () => ({ code: '2222-2222-2222-2222' }), { code: '3333-3333-3333-3333' }),
  'security.overview': plain(),
  'security.proofOptions': plain(),
  'security.prove': plain({ method: 'password', password: 'not the password' }),
  'security.changePassword': plain({ current: 'not the password', password: 'a-new-harbour-light' }),
  'security.askEmailChange': plain({ email: 'somewhere.else@test.example' }),
  'security.confirmEmailChange': plain({ email: 'somewhere.else@test.example', code: '000000' }),
  'security.removeFactor': plain({ factor: 'authenticator' }),
  'security.keepFactor': plain(),
  // Only a session id of the caller's own account ends a session; any other is unknown, also one from this table.
  'security.revokeSession': owned([], () => ({ sessionId: newId() }), { sessionId: newId() }),
  'security.revokeOtherSessions': plain(),
  'security.demoCode': plain(),

  'payments.parked': owned([], () => ({ caseId: newId() }), { caseId: newId() }),
  'payments.proposeParked': owned([], () => ({ caseId: newId(), decision: 'platform' as const, note: 'known' }), {
    caseId: newId(),
    decision: 'platform' as const,
    note: 'known',
  }),
  'payments.confirmParked': owned([], () => ({ proposalId: newId() }), { proposalId: newId() }),
  'payments.proposeSuspense': owned([], () => ({ paymentId: newId(), decision: 'return', note: 'not as quoted' }), {
    paymentId: newId(),
    decision: 'return',
    note: 'not as quoted',
  }),
  'payments.confirmSuspense': owned([], () => ({ proposalId: newId() }), { proposalId: newId() }),
  'payments.quote': milestone(BRAND),
  'payments.pay': owned(BRAND, (s) => ({ milestoneId: s.deal.milestoneId, quoteId: s.quoteId }), {
    milestoneId: newId(),
    quoteId: newId(),
  }),
  'payments.cancel': owned(BRAND, (s) => ({ paymentId: s.paymentId }), { paymentId: newId() }),
  'payments.status': owned(BRAND, (s) => ({ paymentId: s.paymentId }), { paymentId: newId() }),
  'payments.list': plain({}),
  'payments.summary': plain(),
  'payments.incoming': plain(),
  'documents.ofDeal': plain({}),
  'documents.list': plain({}),
  'documents.months': plain(),
  'documents.export': plain(),
  'documents.startExport': plain({ locale: 'en' }),
  'documents.cancelExport': owned([], () => ({ id: newId() }), { id: newId() }),
};
