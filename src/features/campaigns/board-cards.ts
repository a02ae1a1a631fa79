import type { ApplicantDto } from '../../../server/features/campaigns/schema.ts';
import type { DealListItem } from '../../../server/features/escrow/schema.ts';

export const BOARD_STAGES = [
  'applied',
  'shortlisted',
  'offer',
  'contract',
  'funding',
  'producing',
  'review',
  'clearing',
  'live',
  'done',
] as const;
export type BoardStage = (typeof BOARD_STAGES)[number];

interface CardFacts {
  key: string;
  name: string;
  orgId: string;
  avatarUrl: string | null;
  handle: string;
  stage: BoardStage;
  /** The brand must act; such cards come first. */
  needsYou: boolean;
  /** As the creator states them. */
  followers: number | null;
}
export type BoardCard = CardFacts &
  ({ kind: 'applicant'; applicant: ApplicantDto } | { kind: 'deal'; deal: DealListItem });

const APPLICANT_STAGE: Partial<Record<ApplicantDto['state'], BoardStage>> = {
  submitted: 'applied',
  shortlisted: 'shortlisted',
  offered: 'offer',
  accepted: 'offer',
};

/** A deal whose work is done for the brand has its place by its post, while that is looked at. */
function stageOfDeal({ stage, live, milestone }: DealListItem): BoardStage {
  // Money that waits for a post.
  if (milestone?.state === 'awaiting_live' || milestone?.state === 'retention') return 'live';
  const paid = stage === 'clearing' || stage === 'done';
  return paid && live !== null && live !== 'kept' && live !== 'ended' ? 'live' : stage;
}

/** Whose act or signature a deal waits for. */
export const turnOf = ({ turn, toSign }: Pick<DealListItem, 'turn' | 'toSign'>): DealListItem['turn'] => turn ?? toSign;

/** Every running application and deal of a campaign as one card; an application that became a deal is that deal's card. */
export function boardCards(applicants: readonly ApplicantDto[], deals: readonly DealListItem[]): BoardCard[] {
  const inDeals = new Set(deals.map(({ contractId }) => contractId));
  const cards: BoardCard[] = [];
  for (const applicant of applicants) {
    const stage = APPLICANT_STAGE[applicant.state];
    if (!stage || (applicant.contractId && inDeals.has(applicant.contractId))) continue;
    const { orgId, name, slug, avatarUrl } = applicant.creator;
    cards.push({
      kind: 'applicant',
      key: applicant.applicationId,
      name,
      orgId,
      avatarUrl,
      handle: slug,
      stage,
      needsYou: applicant.state === 'submitted',
      followers: applicant.followers,
      applicant,
    });
  }
  for (const deal of deals) {
    const { orgId, name, slug, avatarUrl } = deal.creator;
    cards.push({
      kind: 'deal',
      key: deal.contractId,
      name,
      orgId,
      avatarUrl,
      handle: slug,
      stage: stageOfDeal(deal),
      needsYou: turnOf(deal) === 'brand' || deal.live === 'undecided',
      followers: applicants.find(({ contractId }) => contractId === deal.contractId)?.followers ?? null,
      deal,
    });
  }
  return cards.sort(
    (a, b) => Number(b.needsYou) - Number(a.needsYou) || BOARD_STAGES.indexOf(a.stage) - BOARD_STAGES.indexOf(b.stage),
  );
}

/** Neither answered with no nor taken back. */
export const isRunning = (state: ApplicantDto['state']): boolean => APPLICANT_STAGE[state] !== undefined;
/** What the brand can still decide about. */
export const isOpenApplication = (state: ApplicantDto['state']): boolean =>
  state === 'submitted' || state === 'shortlisted';
