import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { offer, send } from '../../../server/features/disputes/acts.ts';
import { announce } from '../../../server/features/disputes/announce.ts';
import { receiveEvidence } from '../../../server/features/disputes/evidence.ts';
import { open } from '../../../server/features/disputes/opening.ts';
import { endPhase } from '../../../server/features/disputes/phases.ts';
import type { DisputeReason } from '../../../server/features/disputes/schema.ts';
import { deliver, milestone, proveAgain, type Target } from '../stage/acts.ts';
import { agree, type Deal } from '../stage/deal.ts';
import { fund } from '../stage/money.ts';
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

/** Disputes of Forno Rosso: one that waits for staff, and money that may still be disputed. */
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

  return { disputeToDecide, toDispute, toDisputeAsWell };
}
