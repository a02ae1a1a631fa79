import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createDraft, saveDraft } from '../../../server/features/campaigns/drafts.ts';
import { applyToCampaign } from '../../../server/features/campaigns/applying.ts';
import type { CampaignPatch } from '../../../server/features/campaigns/schema.ts';
import { publishCampaign } from '../../../server/features/campaigns/service.ts';
import { addComment, setResolved } from '../../../server/features/content/comments.ts';
import { reviewOf, saveSubmission, startSubmission, submit } from '../../../server/features/content/service.ts';
import { receiveFile } from '../../../server/features/content/uploads.ts';
import { activateContract } from '../../../server/features/contracts/deadline.ts';
import { getContract } from '../../../server/features/contracts/service.ts';
import { signContract } from '../../../server/features/contracts/sign.ts';
import { dealFor } from '../../../server/features/escrow/deals/deal.ts';
import { requestChanges } from '../../../server/features/escrow/review/service.ts';
import type { MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { rate } from '../../../server/features/ratings/service.ts';
import { sendMessage } from '../../../server/features/messages/service.ts';
import { noteProof } from '../../../server/features/security/step-up.ts';
import { acceptOffer, counterOffer } from '../../../server/features/offers/answer.ts';
import { getOffer } from '../../../server/features/offers/service.ts';
import { sendOffer } from '../../../server/features/offers/send.ts';
import type { Stage } from './stage.ts';
import { termsOf, type TermsSeed } from './terms.ts';

/** Single acts of the cast, through the services that the screens call. Each happens at the stage's present moment. */

const ASSETS = new URL('../assets/', import.meta.url);
const MIME: Record<string, string> = { webp: 'image/webp', mp4: 'video/mp4', webm: 'video/webm' };
const MINUTE = 60_000;
const DEVICE = { ip: '203.0.113.24', userAgent: 'Mozilla/5.0 (demo)' };

/** Entered the password just now, as a bank account, billing and a large release ask for. */
export async function proveAgain(stage: Stage, who: string): Promise<void> {
  const ctx = stage.as(who);
  await noteProof(ctx, ctx.actor.sessionId!, 'password');
}

/** The same of a staff member, with the authenticator. */
export async function proveStaff(stage: Stage, who: string): Promise<void> {
  const ctx = stage.asStaff(who);
  await noteProof(ctx, ctx.actor.sessionId!, 'totp');
}

export async function saveCampaign(
  stage: Stage,
  by: string,
  patch: CampaignPatch,
  step = 6,
): Promise<{ campaignId: string; version: number }> {
  const draft = await createDraft(stage.as(by));
  const { version } = await saveDraft(stage.as(by), { campaignId: draft.id, step, version: draft.version, patch });
  return { campaignId: draft.id, version };
}

export async function publish(
  stage: Stage,
  by: string,
  patch: CampaignPatch,
  publishAt: Date | null = null,
): Promise<string> {
  const { campaignId, version } = await saveCampaign(stage, by, patch);
  await publishCampaign(stage.as(by), { campaignId, version, publishAt });
  return campaignId;
}

/** Applies and answers the application's id. */
export async function apply(
  stage: Stage,
  creator: string,
  campaignId: string,
  pitch: string,
  price: number,
): Promise<string> {
  await applyToCampaign(stage.as(creator), { campaignId, pitch, price, links: [] });
  const { id } = await stage.worker
    .selectFrom('applications')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .where('creator_org', '=', stage.as(creator).actor.orgId)
    .executeTakeFirstOrThrow();
  return id;
}

export interface OfferSeed {
  by: string;
  to: string;
  title: string;
  terms: TermsSeed;
  note?: string;
  applicationId?: string;
  /** The reply to an ad that is hired. */
  adReplyId?: string;
  answerWithin?: string;
}

export async function offer(stage: Stage, seed: OfferSeed): Promise<string> {
  const { id } = await sendOffer(stage.as(seed.by), {
    ...(seed.applicationId
      ? { applicationId: seed.applicationId }
      : seed.adReplyId
        ? { adReplyId: seed.adReplyId }
        : { creatorOrg: stage.as(seed.to).actor.orgId }),
    ...(seed.answerWithin ? { answerWithin: seed.answerWithin } : {}),
    title: seed.title,
    terms: await termsOf(stage, seed.terms),
    note: seed.note ?? '',
  });
  return id;
}

export async function counter(
  stage: Stage,
  by: string,
  offerId: string,
  terms: TermsSeed,
  note: string,
): Promise<void> {
  const { versions } = await getOffer(stage.as(by), { offerId });
  await counterOffer(stage.as(by), { offerId, n: versions.at(-1)!.n, terms: await termsOf(stage, terms), note });
}

/** Accepts the newest version and answers the contract's id. */
export async function accept(stage: Stage, by: string, offerId: string): Promise<string> {
  const newest = (await getOffer(stage.as(by), { offerId })).versions.at(-1)!;
  const { contractId } = await acceptOffer(stage.as(by), { offerId, n: newest.n, termsHash: newest.termsHash });
  if (!contractId) throw new Error('the accepted offer has no contract');
  return contractId;
}

export async function sign(stage: Stage, by: string, contractId: string): Promise<void> {
  const { documentHash } = await getContract(stage.as(by), { contractId });
  await signContract(stage.as(by), { contractId, documentHash, typedName: stage.as(by).actor.name }, DEVICE);
}

export async function activate(stage: Stage, contractId: string): Promise<void> {
  const { done, state } = await activateContract(stage.system(), { contractId });
  if (!done) throw new Error(`the signed contract stayed ${state}`);
}

export async function milestone(stage: Stage, who: string, contractId: string, seq = 1): Promise<MilestoneDto> {
  const { milestones } = await dealFor(stage.as(who), { contractId });
  const found = milestones.find((m) => m.seq === seq);
  if (!found) throw new Error(`the deal has no milestone ${seq}`);
  return found;
}

/** One part of a deal. */
export interface Target {
  contractId: string;
  /** From 1, the default. */
  seq?: number;
}

export interface Work {
  files: readonly string[];
  caption: string;
  note?: string;
}

/** Uploads files of db/seed/assets, a minute each, and hands them in now. */
export async function deliver(stage: Stage, by: string, { contractId, seq }: Target, work: Work): Promise<void> {
  const now = stage.clock.now();
  const { id: milestoneId, version } = await milestone(stage, by, contractId, seq);
  stage.clock.advance(-MINUTE * (work.files.length + 1));
  const draft = await startSubmission(stage.as(by), { milestoneId });
  for (const name of work.files) {
    stage.clock.advance(MINUTE);
    const body = createReadStream(fileURLToPath(new URL(name, ASSETS)));
    await receiveFile(stage.as(by), { submissionId: draft.id, name, declared: MIME[name.split('.').at(-1)!]!, body });
  }
  stage.clock.set(now);
  await saveSubmission(stage.as(by), { submissionId: draft.id, caption: work.caption, note: work.note ?? '' });
  await submit(stage.as(by), { submissionId: draft.id, version });
}

export async function requestChangesOf(
  stage: Stage,
  by: string,
  { contractId, seq }: Target,
  reason: string,
  ...briefItems: string[]
): Promise<void> {
  const { id: milestoneId, version } = await milestone(stage, by, contractId, seq);
  await requestChanges(stage.as(by), { milestoneId, version, reason, briefItems });
}

export interface Remark {
  by: string;
  body: string;
  /** Name of the file it points into. */
  file?: string;
  atMs?: number;
  pin?: [x: number, y: number];
  briefItem?: string;
}

/** Comments on the newest version; answers the comment's id. */
export async function remark(
  stage: Stage,
  { contractId, seq }: Target,
  { by, body, file, atMs, pin, briefItem }: Remark,
): Promise<string> {
  const { id: milestoneId } = await milestone(stage, by, contractId, seq);
  const { submissions } = await reviewOf(stage.as(by), { milestoneId });
  const newest = submissions.find((s) => s.state !== 'draft');
  if (!newest) throw new Error('there is no work to comment on');
  const fileId = file ? (newest.files.find((f) => f.name === file)?.id ?? null) : null;
  const { id } = await addComment(stage.as(by), {
    submissionId: newest.id,
    fileId,
    atMs: atMs ?? null,
    x: pin?.[0] ?? null,
    y: pin?.[1] ?? null,
    body,
    briefItem: briefItem ?? null,
  });
  return id;
}

export async function settleRemark(stage: Stage, by: string, commentId: string): Promise<void> {
  await setResolved(stage.as(by), { commentId, resolved: true });
}

export async function writeMessage(stage: Stage, by: string, contractId: string, body: string): Promise<void> {
  await sendMessage(stage.as(by), { thread: { contractId }, body });
}

/** Stars and text of one side of a completed deal. */
export type RatingSeed = readonly [by: string, stars: number, body: string];

export async function rateDeal(stage: Stage, contractId: string, [by, stars, body]: RatingSeed): Promise<void> {
  await rate(stage.as(by), { contractId, stars, body });
}
