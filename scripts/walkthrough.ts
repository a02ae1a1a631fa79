import { formatMoney } from '../server/core/money.ts';
import type { DealTerms } from '../server/features/terms/schema.ts';
import { pictureOf } from '../server/integrations/social/sandbox/engine/picture.ts';
import { explain, StartFailure } from './lib/failure.ts';
import { readFlags } from './lib/flags.ts';
import { runningAt } from './stack/instance.ts';
import { createPersona, eventually, type PersonaClient } from './lib/persona-client.ts';
import { completeOnboarding, payHostedPage } from './lib/hosted-pages.ts';

const HELP = `npm run walkthrough -- [--url http://127.0.0.1:3000] [--mailbox http://127.0.0.1:8025]

Plays the main job against a running Sponsio through its public interface: a brand and a creator sign up (their codes are
read from the mailbox), agree, sign, fund, deliver, approve, release and pay out; then a second deal: two milestones funded
with one payment, one canceled, the other disputed and divided where two offers meet. Prints every step, the ledger
postings and the workflow's address. Exits with 1 as soon as anything differs from what is expected.`;

const { values } = readFlags({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    mailbox: { type: 'string', default: 'http://127.0.0.1:8025' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

let step = 0;
const started = Date.now();
const print = (text: string) =>
  console.log(`${String((step += 1)).padStart(2)}. ${text}  (${((Date.now() - started) / 1000).toFixed(1)} s)`);

function expect<T>(what: string, actual: T, wanted: T): void {
  if (actual !== wanted) throw new Error(`${what}: expected ${String(wanted)}, found ${String(actual)}`);
}

async function publishCampaign(brand: PersonaClient): Promise<{ campaignId: string; price: number }> {
  const price = 45_000;
  const day = 24 * 3600_000;
  const draft = await brand.api.campaigns.create.mutate();
  const saved = await brand.api.campaigns.saveDraft.mutate({
    campaignId: draft.id,
    step: 6,
    version: draft.version,
    patch: {
      title: 'Autumn menu in Croix-Rousse',
      summary: 'Three warm drinks, one reel that makes people walk in on a cold morning.',
      product: 'Chestnut latte, cardamom mocha, spiced apple',
      goal: 'visits',
      country: 'FR',
      city: 'Lyon',
      currency: 'EUR',
      slots: 1,
      wanted: {
        niches: ['food', 'coffee'],
        city: 'Lyon',
        radiusKm: 30,
        followersMin: 1000,
        followersMax: 100_000,
        engagementMinBps: 200,
        languages: ['fr'],
      },
      pay: { kind: 'fixed', min: price, max: price },
      applicationDeadline: new Date(Date.now() + 5 * day),
      deliverables: [
        {
          id: 'reel',
          platform: 'instagram',
          format: 'reel',
          count: 1,
          notes: 'Vertical, 30 to 45 seconds',
          brief: ['Names the shop in the first five seconds', 'All three drinks shown'],
        },
      ],
      milestones: [
        { title: 'Reel, 38 seconds', amount: price, dueAt: new Date(Date.now() + 12 * day), deliverableIds: ['reel'] },
      ],
      rights: { use: 'organic', days: 90, territory: 'France' },
      exclusivity: { days: 14, category: 'coffee shops' },
      revisions: 2,
      killFeeBps: 0,
      disclosureCountry: 'FR',
      disclosureText: 'Collaboration commerciale',
    },
  });
  expect('nothing missing in the brief', saved.missing.length, 0);
  const live = await brand.api.campaigns.publish.mutate({ campaignId: draft.id, version: saved.version });
  expect('campaign state', live.state, 'live');
  return { campaignId: draft.id, price };
}

/** A second deal of two milestones, funded with one payment; one of them is canceled and refunded by its share. Returns its contract. */
async function payTogether(
  brand: PersonaClient,
  creator: PersonaClient,
  { creatorOrg, terms }: { creatorOrg: string; terms: DealTerms },
): Promise<string> {
  const [first] = terms.milestones;
  if (!first) throw new Error('the offer has no milestone');
  const offer = await brand.api.offers.send.mutate({
    creatorOrg,
    title: 'Two more cups',
    terms: {
      ...terms,
      milestones: [
        { ...first, title: 'First cup', amount: 30_001 },
        { ...first, title: 'Second cup', amount: 20_003 },
      ],
    },
  });
  const version = offer.versions.at(-1)!;
  const { contractId } = await creator.api.offers.accept.mutate({
    offerId: offer.id,
    n: version.n,
    termsHash: version.termsHash,
  });
  if (!contractId) throw new Error('acceptance made no contract');
  for (const person of [brand, creator]) {
    const contract = await person.api.contracts.get.query({ contractId });
    await person.api.contracts.sign.mutate({ contractId, documentHash: contract.documentHash, typedName: person.name });
  }
  const [one, two] = await eventually('two milestones to fund', async () => {
    const rows = await brand.api.payments.toFund.query({ contractIds: [contractId] });
    return rows.length === 2 ? rows : null;
  });
  const together = { milestoneId: one!.milestoneId, also: [two!.milestoneId] };
  const quote = await brand.api.payments.quote.query(together);
  expect('the quote is the sum of its lines', one!.total + two!.total, quote.total);
  const payment = await brand.api.payments.pay.mutate({ ...together, quoteId: quote.id });
  await payHostedPage(payment.url);
  const held = await eventually('both milestones to be funded', async () => {
    const deal = await creator.api.escrow.deal.query({ contractId });
    return deal.milestones.every((m) => m.state === 'funded') ? deal : null;
  });
  expect('held by one payment', held.balances.held, 50_004);
  print(
    `Brand funded two milestones with one payment of ${formatMoney({ amount: quote.total, currency: quote.currency }, 'en')}`,
  );

  const returned = held.milestones.find((m) => m.amount === 20_003)!;
  await creator.api.escrow.cancel.mutate({ milestoneId: returned.id, version: returned.version, reason: 'No time' });
  const rest = await eventually('the share of one milestone to be refunded', async () => {
    const deal = await brand.api.escrow.deal.query({ contractId });
    return deal.milestones.find((m) => m.id === returned.id)?.state === 'refunded' ? deal : null;
  });
  expect('still held', rest.balances.held, 30_001);
  const line = quote.lines.find((one) => one.milestoneId === returned.id);
  const refunded = rest.milestones.find((m) => m.id === returned.id)?.refunds.reduce((sum, r) => sum + r.amount, 0);
  expect('refunded by its share of the charge', refunded, line?.total);
  print('One of them was canceled, and its share of the payment refunded');
  return contractId;
}

/** Both sides dispute the money that is left and make an offer that the other does not see; where they meet, it is divided. */
async function dispute(brand: PersonaClient, creator: PersonaClient, contractId: string): Promise<void> {
  const before = await brand.api.escrow.deal.query({ contractId });
  const { id: milestoneId, version } = before.milestones.find((m) => m.state === 'funded')!;
  const opened = await brand.api.disputes.open.mutate({
    milestoneId,
    version,
    reason: 'late',
    text: 'Nothing has arrived, and the season is almost over.',
  });
  const disputeId = opened.dispute!.id;
  expect('disputed', opened.dispute!.amount, 30_001);
  print('Brand opened a dispute about the rest');

  await brand.api.disputes.offer.mutate({ disputeId, creatorGets: 12_000 });
  const seen = await creator.api.disputes.room.query({ milestoneId });
  expect("the brand's offer is hidden from the creator", JSON.stringify(seen).includes('12000'), false);
  const agreed = await creator.api.disputes.offer.mutate({ disputeId, creatorGets: 11_001 });
  expect('settled halfway, rounded up', agreed.dispute?.creatorGets, 11_501);
  print('Two hidden offers met halfway');

  const after = await eventually('both shares to be paid', async () => {
    const deal = await brand.api.escrow.deal.query({ contractId });
    return deal.milestones.find((m) => m.id === milestoneId)?.state === 'settled_split' ? deal : null;
  });
  expect('held after the dispute', after.balances.held + after.balances.disputed, 0);
  expect("the creator's share", after.balances.released - before.balances.released, 11_501);
  expect('returned of the price', after.balances.refunded - before.balances.refunded, 30_001 - 11_501);
  print(`Creator was paid ${formatMoney({ amount: 11_501, currency: after.currency }, 'en')}, the rest was refunded`);
}

async function main({ url, mailboxUrl }: { url: string; mailboxUrl: string }): Promise<void> {
  const brand = createPersona({ url, mailboxUrl, name: 'Walkthrough Café' });
  const creator = createPersona({ url, mailboxUrl, name: 'Wanda Walker' });
  await brand.signUp('business');
  print(`Brand signed up and proved its mailbox: ${brand.email}`);
  await creator.signUp('influencer');
  print(`Creator signed up and proved her mailbox: ${creator.email}`);
  await brand.prove();
  await creator.prove();
  await brand.api.orgs.saveBilling.mutate({
    legalName: 'Walkthrough Café SARL',
    country: 'FR',
    taxId: null,
    address: '1 rue du Test, Lyon',
    invoiceEmail: null,
    poNumber: null,
  });

  const onboarding = await creator.api.payouts.startOnboarding.mutate({ country: 'FR' });
  await completeOnboarding(onboarding.url);
  await eventually(
    'the payout account to be enabled',
    async () => (await creator.api.payouts.refreshAccount.mutate()).state === 'enabled',
  );
  print('Creator connected a bank account');

  const { campaignId, price } = await publishCampaign(brand);
  print(`Campaign is live: ${url}/my-campaigns/${campaignId}`);
  await creator.api.privacy.confirmAge.mutate({ birthDate: '1996-03-02' });
  await creator.api.campaigns.sendApplication.mutate({
    campaignId,
    pitch: 'I shoot breakfast places in Lyon every week and would love to tell this one.',
    price,
    links: [],
  });
  print('Creator applied');

  const detail = await brand.api.campaigns.detail.query({ campaignId });
  const applicant = detail.applicants[0];
  if (!applicant) throw new Error('the application did not arrive');
  const start = await brand.api.offers.start.query({ applicationId: applicant.applicationId });
  const offer = await brand.api.offers.send.mutate({
    applicationId: applicant.applicationId,
    title: start.title,
    terms: start.terms,
    note: 'We would love to work with you.',
  });
  print('Brand sent an offer');

  const seen = await creator.api.offers.get.query({ offerId: offer.id });
  const first = seen.versions.at(-1)!;
  const terms: DealTerms = { ...first.terms, rights: { ...first.terms.rights, days: 60 } };
  const countered = await creator.api.offers.counter.mutate({
    offerId: offer.id,
    n: first.n,
    terms,
    note: 'Sixty days of rights, please.',
  });
  expect('field-level changes of the counter-offer', countered.changes.map((c) => c.path).join(), 'rights.days');
  const newest = countered.versions.find((v) => v.n === first.n + 1)!;
  const accepted = await brand.api.offers.accept.mutate({
    offerId: offer.id,
    n: newest.n,
    termsHash: newest.termsHash,
  });
  const contractId = accepted.contractId;
  if (!contractId) throw new Error('acceptance made no contract');
  print('Creator countered one field, brand accepted exactly that version');

  for (const person of [brand, creator]) {
    const contract = await person.api.contracts.get.query({ contractId });
    await person.api.contracts.sign.mutate({ contractId, documentHash: contract.documentHash, typedName: person.name });
  }
  const waiting = await eventually('the milestone to await funding', async () => {
    const deal = await brand.api.escrow.deal.query({ contractId });
    return deal.milestones[0]?.state === 'awaiting_funding' ? deal : null;
  });
  const milestoneId = waiting.milestones[0]!.id;
  print('Both signed; the milestone awaits its money');

  const quote = await brand.api.payments.quote.query({ milestoneId });
  expect('quote adds up', quote.price + quote.fee + quote.tax, quote.total);
  const payment = await brand.api.payments.pay.mutate({ milestoneId, quoteId: quote.id });
  await payHostedPage(payment.url);
  const funded = await eventually('the money to be held', async () => {
    const deal = await creator.api.escrow.deal.query({ contractId });
    return deal.milestones[0]?.state === 'funded' ? deal : null;
  });
  expect('held', funded.balances.held, price);
  print(
    `Brand paid ${formatMoney({ amount: quote.total, currency: quote.currency }, 'en')}; ${formatMoney({ amount: price, currency: quote.currency }, 'en')} is held`,
  );

  const draft = await creator.api.content.startSubmission.mutate({ milestoneId });
  await creator.upload(draft.id, 'autumn-menu.png', 'image/png', new Uint8Array(pictureOf('autumn menu')));
  await creator.api.content.saveSubmission.mutate({
    submissionId: draft.id,
    caption: 'Collaboration commerciale · Three new cups for cold mornings.',
    note: '',
  });
  const toSubmit = await creator.api.escrow.deal.query({ contractId });
  await creator.api.content.submit.mutate({ submissionId: draft.id, version: toSubmit.milestones[0]!.version });
  print('Creator delivered the work with a real picture');

  const review = await brand.api.escrow.deal.query({ contractId });
  expect('milestone under review', review.milestones[0]!.state, 'delivered');
  await brand.api.escrow.approve.mutate({ milestoneId, version: review.milestones[0]!.version });
  print('Brand approved; the second deal is played while the payment clears');
  const second = await payTogether(brand, creator, { creatorOrg: review.creator.orgId, terms: start.terms });
  await dispute(brand, creator, second);
  const released = await eventually(
    'the release (clearing runs on the demo clock)',
    async () => {
      const deal = await brand.api.escrow.deal.query({ contractId });
      return deal.milestones[0]?.state === 'released' ? deal : null;
    },
    120_000,
  );
  expect('released', released.balances.released, price);
  expect('held after release', released.balances.held, 0);
  print('The first payment was released to the creator');

  const payout = await eventually(
    'the payout to be possible',
    async () => {
      const overview = await creator.api.payouts.overview.query();
      return overview.perCurrency.find((c) => c.currency === 'EUR')?.can.payOut === true;
    },
    90_000,
  ).then(() => creator.api.payouts.payOut.mutate({ currency: 'EUR' }));
  expect('payout amount', payout.amount, price + 11_501);
  await eventually('the payout to leave', async () => {
    const overview = await creator.api.payouts.overview.query();
    return overview.payouts.some((p) => p.id === payout.id && ['in_transit', 'paid'].includes(p.state));
  });
  print("Paid out to the creator's bank");

  console.log('\nLedger postings of the milestone');
  const postings = await brand.api.escrow.postings.query({ milestoneId });
  for (const tx of postings) {
    console.log(`  ${tx.kind.padEnd(4)} ${tx.opId}`);
    let balance = 0;
    for (const e of tx.entries) {
      balance += e.debit - e.credit;
      const side = e.debit > 0 ? 'debit ' : 'credit';
      console.log(
        `       ${side} ${formatMoney({ amount: e.debit || e.credit, currency: e.currency }, 'en').padStart(12)}  ${e.account}`,
      );
    }
    expect(`posting ${tx.kind} balances`, balance, 0);
  }
  if (postings.length < 4) throw new Error(`only ${postings.length} postings found`);

  const events = released.timeline.map((e) => e.type);
  for (const wanted of ['contract_signed', 'funded', 'submitted', 'approved', 'released'] as const)
    if (!events.includes(wanted)) throw new Error(`the timeline lacks ${wanted}`);
  console.log(`\nDeal      ${url}/smart-contracts/${contractId}`);
  console.log(`Workflow  ${released.workflowUrl ?? `escrow/${milestoneId}`}`);
  console.log(`\nAll ${step} steps as expected in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

runningAt(values)
  .then(main)
  .catch((error: unknown) => {
    console.error(
      error instanceof StartFailure
        ? explain(error)
        : `\nThe walkthrough stopped at step ${step + 1}: ${explain(error)}`,
    );
    process.exit(1);
  });
