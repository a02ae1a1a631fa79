import { TRPCClientError } from '@trpc/client';
import { newId } from '../../server/core/ids.ts';
import { payHostedPage } from '../../scripts/lib/hosted-pages.ts';
import { eventually, type PersonaClient } from '../../scripts/lib/persona-client.ts';
import { briefOf } from './brief.ts';

/** The coded refusal of a failed call, or null when it got no answer. */
export function refusalOf(error: unknown): string | null {
  if (!(error instanceof TRPCClientError)) return null;
  const app = (error.data as { app?: { code?: string } | null } | undefined)?.app;
  return app?.code ?? null;
}

/**
 * Repeats one act with the same request key until it is answered, as a patient person would while servers die and come
 * back. A refusal listed in `fine` means an earlier try went through although its answer was lost.
 */
export async function persist<T>(
  what: string,
  act: (context: { context: { requestKey: string } }) => Promise<T>,
  fine: readonly string[] = [],
  timeoutMs = 90_000,
): Promise<T | null> {
  const context = { context: { requestKey: newId() } };
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await act(context);
    } catch (error) {
      const code = refusalOf(error);
      if (code && fine.includes(code)) return null;
      if (code && !['service.unavailable', 'payment.provider_unavailable', 'rate.limited'].includes(code))
        throw new Error(`${what} was refused: ${code}`, { cause: error });
      if (Date.now() > end) throw new Error(`${what} got no answer in ${timeoutMs / 1000} s`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

export interface PlayedDeal {
  contractId: string;
  milestoneId: string;
}

/** From the brief to two signatures. */
export async function agree(brand: PersonaClient, creator: PersonaClient, price: number): Promise<PlayedDeal> {
  const draft = (await persist('create', (o) => brand.api.campaigns.create.mutate(undefined, o)))!;
  const { campaignId, version } = await persistDraft(brand, draft.id, price);
  await persist('publish', (o) => brand.api.campaigns.publish.mutate({ campaignId, version }, o), [
    'campaign.locked',
    'state.changed',
    'state.wrong',
  ]);
  await persist('age', (o) => creator.api.privacy.confirmAge.mutate({ birthDate: '1996-03-02' }, o), []);
  await persist(
    'apply',
    (o) =>
      creator.api.campaigns.sendApplication.mutate(
        { campaignId, pitch: 'I shoot breakfast places in Lyon every week.', price, links: [] },
        o,
      ),
    ['application.duplicate'],
  );
  const detail = (await persist('detail', () => brand.api.campaigns.detail.query({ campaignId })))!;
  const applicationId = detail.applicants[0]!.applicationId;
  const start = (await persist('start', () => brand.api.offers.start.query({ applicationId })))!;
  await persist(
    'send',
    (o) => brand.api.offers.send.mutate({ applicationId, title: start.title, terms: start.terms, note: '' }, o),
    ['offer.exists'],
  );
  const offerId = (await persist('offer of the application', () => brand.api.campaigns.detail.query({ campaignId })))!
    .applicants[0]!.offerId!;
  const offer = (await persist('offer', () => creator.api.offers.get.query({ offerId })))!;
  const newest = offer.versions.reduce((a, b) => (a.n > b.n ? a : b));
  await persist(
    'accept',
    (o) => creator.api.offers.accept.mutate({ offerId, n: newest.n, termsHash: newest.termsHash }, o),
    ['offer.closed', 'state.already_decided'],
  );
  const contractId = (await persist('accepted offer', () => creator.api.offers.get.query({ offerId })))!.contractId!;
  for (const person of [brand, creator]) {
    const contract = (await persist('contract', () => person.api.contracts.get.query({ contractId })))!;
    await persist(
      'sign',
      (o) =>
        person.api.contracts.sign.mutate(
          { contractId, documentHash: contract.documentHash, typedName: person.name },
          o,
        ),
      ['contract.already_signed'],
    );
  }
  const milestoneId = await eventually(
    'the milestone to await funding',
    async () => {
      const deal = await brand.api.escrow.deal.query({ contractId });
      return deal.milestones[0]?.state === 'awaiting_funding' ? deal.milestones[0].id : null;
    },
    90_000,
  );
  return { contractId, milestoneId };
}

async function persistDraft(
  brand: PersonaClient,
  campaignId: string,
  price: number,
): Promise<{ campaignId: string; version: number }> {
  const current = (await persist('draft', () => brand.api.campaigns.draft.query({ campaignId })))!;
  const saved = await persist(
    'save draft',
    (o) =>
      brand.api.campaigns.saveDraft.mutate({ campaignId, step: 6, version: current.version, patch: briefOf(price) }, o),
    ['state.changed'],
  );
  const version =
    saved?.version ?? (await persist('draft', () => brand.api.campaigns.draft.query({ campaignId })))!.version;
  return { campaignId, version };
}

/**
 * Pays the milestone on the provider's hosted page and waits until the money is held. Who is sent away from a page opens the
 * payment again, which shows the same page or, where that one has ended, another.
 */
export async function fund(brand: PersonaClient, deal: PlayedDeal): Promise<void> {
  const { milestoneId, contractId } = deal;
  await eventually(
    'the hosted page to take the card',
    async () => {
      const { milestones } = await brand.api.escrow.deal.query({ contractId });
      if (!['awaiting_funding', 'funding'].includes(milestones[0]!.state)) return true;
      const quote = (await persist('quote', () => brand.api.payments.quote.query({ milestoneId })))!;
      const { url } = (await persist('pay', (o) =>
        brand.api.payments.pay.mutate({ milestoneId, quoteId: quote.id }, o),
      ))!;
      await payHostedPage(url);
      return true;
    },
    90_000,
  );
  await stateOf(brand, contractId, ['funded']);
}

/** Waits until the first milestone of the deal is in one of `states`. */
export async function stateOf(
  person: PersonaClient,
  contractId: string,
  states: readonly string[],
  timeoutMs = 120_000,
) {
  return eventually(
    `the milestone to be ${states.join(' or ')}`,
    async () => {
      const deal = await person.api.escrow.deal.query({ contractId });
      const milestone = deal.milestones[0];
      return milestone && states.includes(milestone.state) ? milestone : null;
    },
    timeoutMs,
  );
}

/** Uploads `bytes` and submits them. */
export async function deliver(
  creator: PersonaClient,
  deal: PlayedDeal,
  name: string,
  mime: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const draft = (await persist('start submission', (o) =>
    creator.api.content.startSubmission.mutate({ milestoneId: deal.milestoneId }, o),
  ))!;
  await eventually('the upload', () => creator.upload(draft.id, name, mime, bytes), 60_000);
  const milestone = (await persist('deal', () => creator.api.escrow.deal.query({ contractId: deal.contractId })))!
    .milestones[0]!;
  await persist(
    'submit',
    (o) => creator.api.content.submit.mutate({ submissionId: draft.id, version: milestone.version }, o),
    ['state.already_decided', 'state.changed'],
  );
  await stateOf(creator, deal.contractId, ['delivered']);
}

export async function approve(brand: PersonaClient, deal: PlayedDeal): Promise<void> {
  const milestone = await stateOf(brand, deal.contractId, ['delivered']);
  await persist(
    'approve',
    (o) => brand.api.escrow.approve.mutate({ milestoneId: deal.milestoneId, version: milestone.version }, o),
    ['state.already_decided', 'state.changed'],
  );
}
