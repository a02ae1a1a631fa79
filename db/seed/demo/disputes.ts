import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { offer, send } from '../../../server/features/disputes/acts.ts';
import { announce } from '../../../server/features/disputes/announce.ts';
import { receiveEvidence } from '../../../server/features/disputes/evidence.ts';
import { open } from '../../../server/features/disputes/opening.ts';
import { close, endPhase, execute } from '../../../server/features/disputes/phases.ts';
import type { DisputeReason } from '../../../server/features/disputes/schema.ts';
import { confirmTermination, proposeTermination } from '../../../server/features/disputes/termination.ts';
import { refund } from '../../../server/features/escrow/refund/refund.ts';
import { settleParked } from '../../../server/features/payments/suspense/parked-money.ts';
import { saveTaxProfile } from '../../../server/features/tax-profiles/service.ts';
import { deliver, milestone, proveAgain, proveStaff, type Target } from '../stage/acts.ts';
import { agree, type Deal } from '../stage/deal.ts';
import { expectState, fund, reverseTransfer, ruled } from '../stage/money.ts';
import type { Stage } from '../stage/stage.ts';
import type { Story } from '../stage/timeline.ts';

const ASSETS = new URL('../assets/', import.meta.url);

/** Opens a dispute about what is held, and does what its workflow does first. Answers the dispute's id. */
async function openDispute(
  stage: Stage,
  by: string,
  { contractId, seq }: Target,
  reason: DisputeReason,
  text: string,
): Promise<string> {
  const { id, version } = await milestone(stage, by, contractId, seq);
  const { dispute } = await open(stage.as(by), { milestoneId: id, version, reason, text });
  await announce(stage.system(), { disputeId: dispute!.id });
  return dispute!.id;
}

/** The dispute of a milestone that has not ended. */
async function disputeOf(stage: Stage, milestoneId: string): Promise<string> {
  const { id } = await stage.worker
    .selectFrom('disputes')
    .select('id')
    .where('milestone_id', '=', milestoneId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return id;
}

const write = (stage: Stage, by: string, disputeId: string, text: string) => send(stage.as(by), { disputeId, text });

const show = (stage: Stage, by: string, disputeId: string, name: string) =>
  receiveEvidence(stage.as(by), {
    disputeId,
    name,
    declared: 'image/webp',
    body: createReadStream(fileURLToPath(new URL(name, ASSETS))),
  });

/** The phase has ended; the workflow begins the next one. */
async function nextPhase(stage: Stage, disputeId: string): Promise<void> {
  await endPhase(stage.system(), { disputeId });
  await announce(stage.system(), { disputeId });
}

/** Five days of talk and one of the three for evidence have passed: two are left. */
export async function* disputeOfOpeningNight(stage: Stage, deal: Deal & Target): AsyncGenerator<Date, void, void> {
  const { ago } = stage;
  yield ago(6);
  const id = await openDispute(
    stage,
    'nadia',
    deal,
    'not_as_agreed',
    'Eight photos of the evening were agreed. There are four, and one shows the street instead of the room. We ask for half back.',
  );
  yield ago(5, 13);
  await write(
    stage,
    'romain',
    id,
    'Your staff asked me to stop taking photos at ten because of the band. I delivered all that I could take until then.',
  );
  yield ago(3, 6);
  await show(stage, 'nadia', id, 'bowls.webp');
  yield ago(2, 20);
  await show(stage, 'romain', id, 'stems.webp');
  yield ago(1);
  await nextPhase(stage, id);
  yield ago(0, 14);
  await proveAgain(stage, 'romain');
  await offer(stage.as('romain'), { disputeId: id, creatorGets: 18_000 });
}

/**
 * The provider takes back what he was paid twice. One ruling to keep it has taken effect; against the other one he may
 * appeal.
 */
async function* paidTwice(stage: Stage, deal: Deal): AsyncGenerator<Date, void, void> {
  const { ago } = stage;
  yield ago(28);
  const advance = await reverseTransfer(stage, deal, 2_500);
  yield* ruled(
    stage,
    { caseId: advance, decision: 'platform', by: ['diego', 'nora'], at: ago(27) },
    'You asked for an advance of £25.00, and we sent it to your bank a week before this payment. The payment was sent in full all the same, so you had the £25.00 twice.',
  );
  yield ago(12);
  await settleParked(stage.system());
  yield ago(4);
  const twice = await reverseTransfer(stage, deal, 6_000);
  yield* ruled(
    stage,
    { caseId: twice, decision: 'platform', by: ['nora', 'sam'], at: ago(3) },
    'Our bank transfer of £60.00 came back as "account closed", so we sent the £60.00 again with this payment. Your bank credited the first one after all: you had the £60.00 twice, and the payment provider took them back once.',
  );
}

/**
 * Disputes of Forno Rosso, one that waits for staff, with money that may still be disputed; one that both sides settled; and
 * a milestone that staff ended.
 */
export function disputeStories(stage: Stage): Record<string, () => Story> {
  const { ago } = stage;

  async function* fundedDeal(title: string, creator: string, part: string): AsyncGenerator<Date, Deal, void> {
    const deal = yield* agree(stage, {
      title,
      brand: 'paolo',
      creator,
      offeredAt: ago(18),
      terms: {
        currency: 'EUR',
        country: 'IT',
        disclosure: 'Pubblicità',
        parts: [
          {
            title: part,
            amount: 30_000,
            dueAt: ago(-8),
            platform: 'instagram',
            format: 'reel',
            brief: ['Il forno acceso nei primi tre secondi', 'L’insegna di via Sarpi'],
          },
        ],
      },
    });
    yield ago(16);
    await fund(stage, 'paolo', deal);
    return deal;
  }

  async function* disputeToDecide(): Story {
    const deal = yield* fundedDeal('La notte della pizza', 'camille', 'Reel della notte');
    yield ago(12);
    await deliver(stage, 'camille', deal, {
      files: ['reel-second-cut.mp4'],
      caption: 'Pubblicità · La dernière pizza de la nuit.',
    });
    yield ago(9, 6);
    const id = await openDispute(
      stage,
      'paolo',
      deal,
      'not_as_agreed',
      'Il forno si vede solo alla fine e l’insegna manca. Chiediamo un terzo indietro.',
    );
    yield ago(8);
    await write(
      stage,
      'camille',
      id,
      'The sign was covered by scaffolding that evening, and Paolo saw the cut before I delivered it.',
    );
    await show(stage, 'camille', id, 'loaf.webp');
    yield ago(4, 6);
    await nextPhase(stage, id);
    yield ago(1, 6);
    await nextPhase(stage, id);
  }

  async function* toDispute(): Story {
    yield* fundedDeal('Impasto lento', 'bastien', 'Reel dell’impasto');
  }
  async function* toDisputeAsWell(): Story {
    yield* fundedDeal('Teglia della domenica', 'jade', 'Reel della domenica');
  }

  /** Settled by crossing offers: sixty to the photographer, forty back. */
  async function* settledSplit(): Story {
    // Registered for tax, which his invoices and what corrects them contain.
    yield ago(60);
    await proveAgain(stage, 'ivan');
    await saveTaxProfile(stage.as('ivan'), {
      selfBilling: true,
      taxStatus: 'registered',
      taxBps: 1_900,
      bornOn: '1987-05-14',
      registerNumber: null,
    });
    const deal = yield* agree(stage, {
      title: 'Studio at dawn',
      brand: 'harriet',
      creator: 'ivan',
      offeredAt: ago(52),
      terms: {
        currency: 'GBP',
        country: 'GB',
        disclosure: '#ad',
        parts: [
          {
            title: 'Twelve photographs',
            amount: 35_000,
            dueAt: ago(36),
            platform: 'instagram',
            format: 'photos',
            brief: ['Empty studio, first light', 'Twelve photographs'],
          },
        ],
      },
    });
    yield ago(50);
    await fund(stage, 'harriet', deal);
    yield ago(38);
    await deliver(stage, 'ivan', deal, {
      files: ['stems.webp', 'wool.webp', 'bowls.webp'],
      caption: '#ad · Northlight before the first class.',
    });
    yield ago(36);
    const id = await openDispute(
      stage,
      'harriet',
      deal,
      'not_as_agreed',
      'Twelve photographs of the empty studio were agreed. Seven of these show the street and the stairs.',
    );
    yield ago(35, 4);
    await write(
      stage,
      'ivan',
      id,
      'The heating had failed and the caretaker let me in for forty minutes. I took what the light gave.',
    );
    yield ago(34, 2);
    await proveAgain(stage, 'ivan');
    await offer(stage.as('ivan'), { disputeId: id, creatorGets: 20_500 });
    yield ago(33, 20);
    await proveAgain(stage, 'harriet');
    await offer(stage.as('harriet'), { disputeId: id, creatorGets: 21_500 });
    const { id: milestoneId } = await milestone(stage, 'ivan', deal.contractId);
    await announce(stage.system(), { disputeId: id });
    await execute(stage.system(), { disputeId: id });
    await refund(stage.system(), { milestoneId });
    await close(stage.system(), { disputeId: id });
    await expectState(stage, deal, 'settled_split');
    yield* paidTwice(stage, deal);
  }

  /** Staff end it, so that the creator does not climb for a film; both sides may appeal for almost two more days. */
  async function* endedByStaff(): Story {
    const deal = yield* agree(stage, {
      title: 'First snow on the ridge',
      brand: 'dana',
      creator: 'marcus',
      offeredAt: ago(12),
      terms: {
        currency: 'USD',
        country: 'US',
        disclosure: '#ad',
        parts: [
          {
            title: 'Ridge film',
            amount: 64_000,
            dueAt: ago(-5),
            platform: 'youtube',
            format: 'video',
            brief: ['The shell jacket in wind', 'The last hour before the summit'],
          },
        ],
      },
    });
    yield ago(11);
    await fund(stage, 'dana', deal);
    yield ago(1, 6);
    const { id: milestoneId } = await milestone(stage, 'marcus', deal.contractId);
    await proveStaff(stage, 'ruth');
    const { id: proposalId } = await proposeTermination(stage.asStaff('ruth'), {
      milestoneId,
      creatorGets: 16_000,
      reason: 'safety',
      text: 'The rangers closed the ridge after an avalanche, and Marcus had hired his guide by then. The guide is paid, and nobody goes up for a film.',
    });
    yield ago(1, 2);
    await proveStaff(stage, 'diego');
    await confirmTermination(stage.asStaff('diego'), { proposalId });
    await announce(stage.system(), { disputeId: await disputeOf(stage, milestoneId) });
    await expectState(stage, deal, 'disputed');
  }

  return { disputeToDecide, toDispute, toDisputeAsWell, settledSplit, endedByStaff };
}
