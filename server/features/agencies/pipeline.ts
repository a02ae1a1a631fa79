import { withTx, withTxAs, type OrgContext } from '../../context.ts';
import { everyPage } from '../../core/pagination.ts';
import { roleMay } from '../orgs/rules.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { payoutOverview } from '../payouts/service.ts';
import { actingActor } from '../representations/acting.ts';
import { openRepresentations } from '../representations/service.ts';
import type { RepresentationDto } from '../representations/schema.ts';
import { upcomingVisits } from '../visits/upcoming.ts';
import { addressOf } from '../visits/notify.ts';
import { clashesOf } from './rules.ts';
import { requireAgency } from './service.ts';
import type { AgencyHome, CalendarClash, PipelineItem, RosterEntry } from './schema.ts';
import { runningWork } from './work.ts';

const RUNNING: readonly string[] = ['active', 'ending'];

const represented = (list: readonly RepresentationDto[], now: Date): RepresentationDto[] =>
  list.filter(({ state, from, to }) => RUNNING.includes(state) && from <= now && (!to || to > now));

/** What runs for every creator that the agency represents now. */
async function boards(tx: OrgContext, list: readonly RepresentationDto[]): Promise<Map<string, PipelineItem[]>> {
  const found = new Map<string, PipelineItem[]>();
  for (const { id, creator } of represented(list, tx.clock.now()))
    if (creator) found.set(id, await runningWork(tx, await actingActor(tx, tx.actor, creator.orgId)));
  return found;
}

/** The creators whose work the agency looks after now; `work` reads the work of one. */
export async function pipeline(ctx: OrgContext): Promise<PartyDto[]> {
  requireAgency(ctx);
  return withTx(ctx, async (tx) =>
    represented(await openRepresentations(tx), tx.clock.now()).flatMap(({ creator }) => creator ?? []),
  );
}

function figuresOf(items: readonly PipelineItem[]): NonNullable<RosterEntry['figures']> {
  const held = new Map<PipelineItem['currency'], number>();
  for (const item of items) if (item.held > 0) held.set(item.currency, (held.get(item.currency) ?? 0) + item.held);
  const time = ({ deadlineAt }: PipelineItem) => deadlineAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return {
    active: items.filter(({ stage }) => stage !== 'applied' && stage !== 'offer' && stage !== 'done').length,
    offers: items.filter(({ stage }) => stage === 'offer').length,
    due: items
      .filter(({ turn, stage }) => turn === 'creator' && stage !== 'done')
      .toSorted((a, b) => time(a) - time(b)),
    held: [...held].map(([currency, amount]) => ({ amount, currency })),
  };
}

/** Deliveries and visits of each creator that come too close together. */
async function clashesIn(
  tx: OrgContext,
  list: readonly RepresentationDto[],
  work: ReadonlyMap<string, readonly PipelineItem[]>,
): Promise<CalendarClash[]> {
  const found: CalendarClash[] = [];
  for (const { id, creator } of list) {
    const items = work.get(id);
    if (!creator || !items) continue;
    const actor = await actingActor(tx, tx.actor, creator.orgId);
    const visits = await withTxAs(tx, actor, (as) => everyPage((place) => upcomingVisits(as, place)));
    const engagements = [
      ...items
        .filter(({ stage, turn, deadlineAt }) => stage === 'producing' && turn === 'creator' && deadlineAt !== null)
        .map(({ deadlineAt, title, brand, link }) => ({
          kind: 'delivery' as const,
          at: deadlineAt ?? tx.clock.now(),
          until: null,
          title,
          brand,
          link,
        })),
      ...visits
        .filter(({ state }) => state === 'booked')
        .map(({ slot, title, brand, subject }) => ({
          kind: 'visit' as const,
          at: slot.startsAt,
          until: slot.endsAt,
          title,
          brand,
          link: addressOf(subject, 'creator'),
        })),
    ];
    for (const group of clashesOf(engagements, tx.clock.now()))
      found.push({
        creator,
        kind: group[0]?.kind ?? 'delivery',
        items: group.map(({ at, until, title, brand, link }) => ({ at, until, title, brand, link })),
      });
  }
  return found;
}

/** The roster with what is due, and the agency's commission. */
export async function home(ctx: OrgContext): Promise<AgencyHome> {
  requireAgency(ctx);
  return withTx(ctx, async (tx) => {
    const list = await openRepresentations(tx);
    const work = await boards(tx, list);
    const clashes = await clashesIn(tx, list, work);
    const perCurrency = roleMay(tx.actor.role, 'money.view') ? (await payoutOverview(tx)).perCurrency : [];
    return {
      roster: list
        .map((representation) => {
          const items = work.get(representation.id);
          return { representation, figures: items ? figuresOf(items) : null };
        })
        // Open invitations after the creators that the agency works for.
        .toSorted((a, b) => Number(a.figures === null) - Number(b.figures === null)),
      clashes,
      commission: perCurrency.map(({ currency, held, inReview, clearing, onHold, available, inTransit, paid }) => ({
        currency,
        held: held + inReview + clearing + onHold,
        earned: available + inTransit,
        paid,
      })),
      serverNow: tx.clock.now(),
    };
  });
}
