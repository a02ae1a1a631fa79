import { expect, test } from 'vitest';
import { writeEvidence, type EvidenceFacts } from '../../../../server/features/payments/evidence/rules.ts';

const at = new Date('2026-11-20T10:00:00.000Z');
const facts: EvidenceFacts = {
  dealTitle: 'Autumn menu',
  milestoneTitle: 'Reel',
  brandName: 'Café Lumen',
  creatorName: 'Maya Laurent',
  amount: '€400.00',
  paid: '€424.00',
  documentHash: 'd0c',
  signedAt: at,
  serviceAt: at,
  signatures: [{ side: 'brand', name: 'Nadia', hash: 'd0c', ip: '192.0.2.7', device: 'Firefox', at }],
  deliveries: [{ n: 1, state: 'auto_approved', at, files: [{ name: 'reel.mp4', sha256: 'f11e' }] }],
  post: {
    url: 'https://www.instagram.com/p/Cx12ab9/',
    by: 'maya',
    linkedAt: at,
    passedAt: new Date('2026-11-20T11:00:00.000Z'),
    digest: 'd19e57',
  },
  looks: [
    { at: new Date('2026-11-20T11:00:00.000Z'), outcome: 'live', digest: 'd19e57' },
    { at: new Date('2026-11-21T10:00:00.000Z'), outcome: 'no_disclosure', digest: 'c4a9' },
  ],
  events: [{ seq: 1, type: 'auto_approved', by: 'system', at, hash: 'e7e' }],
  messages: [{ by: 'brand Nadia', body: 'Looks\n great', at }],
};

test('a pack has the contract, its certificate, the hashes of the work, the proof of the live post, the approvals and the messages', () => {
  const pack = writeEvidence(facts);
  for (const part of [
    'SHA-256 of the signed text d0c',
    'brand: Nadia signed d0c',
    'File reel.mp4, SHA-256 f11e',
    'https://www.instagram.com/p/Cx12ab9/ by maya, link given 2026-11-20T10:00:00.000Z.',
    'Live since 2026-11-20T11:00:00.000Z, SHA-256 of its text d19e57.',
    'Looked at 2026-11-21T10:00:00.000Z: no disclosure, SHA-256 c4a9.',
    'auto approved by system, e7e',
    'brand Nadia: Looks great',
  ])
    expect(pack.uncategorized_text).toContain(part);
  expect(pack.access_activity_log).toContain('address 192.0.2.7, device Firefox');
  expect(pack.product_description).toContain('Price €400.00, charged €424.00');
  expect(pack).toMatchObject({ customer_name: 'Café Lumen', service_date: '2026-11-20' });
});

test('a bank reads that work was delivered only where it was', () => {
  expect(writeEvidence(facts).product_description).toContain('agreed and delivered on Sponsio');
  const { product_description: description, service_date: date } = writeEvidence({
    ...facts,
    serviceAt: null,
    deliveries: [],
    post: null,
    looks: [],
  });
  expect(description).toContain('agreed on Sponsio');
  expect(description).not.toContain('delivered');
  expect(date).toBe('not delivered yet');
});

test('work without a link has no proof of a post, and a post that was never live none of its time', () => {
  const text = (more: Partial<EvidenceFacts>) => writeEvidence({ ...facts, ...more }).uncategorized_text;
  expect(text({ post: null, looks: [] })).not.toContain('LIVE POST');
  const unseen = text({ post: { ...facts.post!, passedAt: null, digest: null }, looks: [] });
  expect(unseen).toContain('LIVE POST');
  expect(unseen).not.toContain('Live since');
});

test('a long history is cut at a line, and says how much is left out', () => {
  const events = Array.from({ length: 2_000 }, (_, i) => ({ ...facts.events[0]!, seq: i + 1 }));
  const { uncategorized_text: text } = writeEvidence({ ...facts, events });
  expect(text.length).toBeLessThanOrEqual(20_000);
  expect(text).toMatch(/\(\d+ more lines\)$/u);
});

test('a message is cut between characters: half an emoji could be neither stored nor sent', () => {
  for (const letters of [298, 299, 300]) {
    const body = `${'a'.repeat(letters)}\u{1f600}b`;
    const { uncategorized_text: text } = writeEvidence({ ...facts, messages: [{ by: 'brand Nadia', body, at }] });
    expect(() => encodeURIComponent(text)).not.toThrow();
    expect(text).toContain('a'.repeat(letters));
    expect(text.includes('\u{1f600}'), `${letters} letters before it`).toBe(letters === 298);
  }
  const brandName = `${'a'.repeat(499)}\u{1f600}`;
  expect(writeEvidence({ ...facts, brandName }).customer_name).toBe('a'.repeat(499));
});
