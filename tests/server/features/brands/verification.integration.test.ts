import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { checkDomain } from '../../../../server/features/brands/checks.ts';
import { readPicture, removePicture, savePicture } from '../../../../server/features/brands/pictures.ts';
import { register } from '../../../../server/features/brands/register.ts';
import { brandInput, type BrandInput } from '../../../../server/features/brands/schema.ts';
import { brandPage, listBrands, myBrand, saveBrand } from '../../../../server/features/brands/service.ts';
import { readOwnSite } from '../../../../server/features/brands/site.ts';
import { confirmTransfer, proposeTransfer } from '../../../../server/features/brands/transfers.ts';
import {
  beginVerification,
  checkVerification,
  confirmVerification,
  withdrawVerification,
} from '../../../../server/features/brands/verification.ts';
import { createDraft, saveDraft } from '../../../../server/features/campaigns/drafts.ts';
import { browseCampaigns } from '../../../../server/features/campaigns/market.ts';
import { codeDigits } from '../../../../server/features/codes/digits.ts';
import { createDns } from '../../../../server/integrations/dns/dns.ts';
import { FetchRefused } from '../../../../server/integrations/fetch/guarded.ts';
import { startTestDns, type TestDns } from '../../../support/dns-server.ts';
import { liveCampaign } from '../../../support/negotiation.ts';
import { createOrg, createStaff, createTestWorld, prove, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let dns: TestDns;
let brand: OrgActor;
let rival: OrgActor;
let creator: OrgActor;
const DAY = 86_400_000;
const SECRET = 'code-secret-of-the-verification-tests-0123';

const profile = (slug: string, more: Partial<BrandInput> = {}) =>
  brandInput.parse({
    slug,
    description: 'Breakfast all day.',
    website: 'https://www.lumen.example',
    niches: [],
    colors: [],
    audience: { ageMin: null, ageMax: null, genders: [] },
    claimsAllowed: [],
    claimsForbidden: [],
    locations: [],
    targets: { niches: ['food'], places: [{ city: 'Lyon', country: 'FR' }], followersMin: null, followersMax: 20_000 },
    links: [],
    ...more,
  });

beforeAll(async () => {
  dns = await startTestDns();
  world = await createTestWorld('brand_proof', { codeSecret: SECRET });
  world.integrations.dns = createDns({ servers: [dns.address], timeoutMs: 200, tries: 1 });
  brand = await createOrg(world, 'brand', 'Lumen');
  rival = await createOrg(world, 'brand', 'Ombra');
  creator = await createOrg(world, 'creator', 'Maya');
  await saveBrand(world.as(brand), profile('cafe.lumen'));
  await saveBrand(world.as(rival), profile('ombra'));
}, 120_000);
afterAll(async () => {
  await world?.close();
  await dns?.close();
});

const code = (call: Promise<unknown>) => call.then(() => 'ok').catch((error: { code?: string }) => error.code);
const later = (days: number) => steppedClock(new Date(Date.now() + days * DAY));
const picture = (width: number, height: number, format: 'webp' | 'jpeg' | 'png' = 'webp') =>
  sharp({ create: { width, height, channels: 3, background: '#2f4a3c' } })
    .toFormat(format)
    .toBuffer();
const verified = async (slug = 'cafe.lumen') => (await brandPage(world.as(creator), { slug })).facts.verified;
const idOf = async (orgId: string) =>
  (
    await world.owner
      .selectFrom('brand_verifications')
      .select('id')
      .where('org_id', '=', orgId)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
  ).id;
const digits = async (address: string) => {
  const row = await world.owner
    .selectFrom('one_time_codes')
    .select('id')
    .where('email', '=', address)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return codeDigits(SECRET, row.id, 'domain', address);
};
/** Runs the check that is due `days` from now. */
const checked = async (orgId: string, days: number) => {
  const id = await idOf(orgId);
  await world.owner
    .updateTable('brand_verifications')
    .set({ next_check_at: new Date() })
    .where('id', '=', id)
    .execute();
  return checkDomain(world.system(later(days)), { id });
};

test('a TXT record proves the domain: nothing before it is there, whatever the name server answers', async () => {
  const begun = await beginVerification(world.as(brand), { method: 'dns', address: null });
  expect(begun).toMatchObject({ state: 'pending', domain: 'lumen.example', method: 'dns' });
  const record = begun.record!;
  for (const [behavior, found] of [
    ['none', 'none'],
    [{ records: [['sponsio-verification=stolen']] }, 'other'],
    ['servfail', 'unreachable'],
    ['silent', 'unreachable'],
  ] as const) {
    dns.set(
      'lumen.example',
      typeof behavior === 'string' ? behavior : { records: behavior.records.map((r) => [...r]) },
    );
    await world.owner.updateTable('brand_verifications').set({ checked_at: null }).execute();
    expect(await checkVerification(world.as(brand))).toMatchObject({ state: 'pending', found });
  }
  expect(await code(checkVerification(world.as(brand)))).toBe('brand.look_too_soon');
  expect(await verified()).toBeNull();
  dns.set('lumen.example', { records: [['v=spf1 -all'], [record.slice(0, 10), record.slice(10)]] });
  await world.owner.updateTable('brand_verifications').set({ checked_at: null }).execute();
  expect(await checkVerification(world.as(brand))).toMatchObject({ state: 'verified', found: null });
  expect(await verified()).toMatchObject({ domain: 'lumen.example', method: 'dns' });
  expect(await code(beginVerification(world.as(brand), { method: 'dns', address: null }))).toBe(
    'brand.already_verified',
  );
  const { items } = await listBrands(world.as(creator), { limit: 25, verified: true });
  expect(items.map(({ party }) => party.name)).toEqual(['Lumen']);
});

test('the filter for verified brands leaves the campaigns of others out', async () => {
  const own = await liveCampaign(world, brand);
  const other = await liveCampaign(world, rival);
  const ids = async (verifiedOnly: boolean) =>
    (await browseCampaigns(world.as(creator), { limit: 25, sort: 'newest', verified: verifiedOnly })).items.map(
      ({ id }) => id,
    );
  expect((await ids(false)).toSorted()).toEqual([own, other].toSorted());
  expect(await ids(true)).toEqual([own]);
});

test('a domain that another org has verified opens a case, and stays with its holder', async () => {
  const begun = await beginVerification(world.as(rival), { method: 'mail', address: 'Owner@lumen.example' });
  expect(begun).toMatchObject({ state: 'pending', address: 'owner@lumen.example', record: null });
  const right = await digits('owner@lumen.example');
  expect(await code(confirmVerification(world.as(rival), { code: right === '000000' ? '000001' : '000000' }))).toBe(
    'auth.code_invalid',
  );
  // Another user of the platform cannot enter it.
  expect(await code(confirmVerification(world.as(brand), { code: right }))).toBe('brand.no_attempt');
  expect(await confirmVerification(world.as(rival), { code: right })).toMatchObject({
    state: 'failed',
    reason: 'taken',
  });
  expect(await verified('ombra')).toBeNull();
  expect(await verified()).not.toBeNull();
  const cases = await world.owner.selectFrom('cases').select(['kind', 'org_id', 'details']).execute();
  expect(cases).toEqual([
    { kind: 'domain_claimed', org_id: rival.orgId, details: { domain: 'lumen.example', method: 'mail' } },
  ]);
});

test('shared domains, foreign mailboxes and a profile without a site are refused at their fields', async () => {
  const begin = (address: string | null) =>
    beginVerification(world.as(rival), { method: address ? 'mail' : 'dns', address }).then(
      () => 'ok',
      (error: { code: string; data: { field?: string } }) => [error.code, error.data.field],
    );
  expect(await begin('owner@gmail.com')).toEqual(['brand.address_elsewhere', 'address']);
  await saveBrand(world.as(rival), profile('ombra', { website: 'https://ombra.wixsite.com/home' }));
  expect(await begin(null)).toEqual(['brand.domain_shared', 'website']);
  expect((await myBrand(world.as(rival))).verification.site).toEqual({
    domain: 'ombra.wixsite.com',
    problem: 'shared',
  });
  await saveBrand(world.as(rival), profile('ombra', { website: null }));
  expect(await begin(null)).toEqual(['brand.site_missing', 'website']);
  expect(await code(beginVerification(world.as({ ...brand, role: 'manager' }), { method: 'dns', address: null }))).toBe(
    'auth.not_allowed',
  );
});

test('the daily check counts misses, is repeated without effect, and ends the verification at the third', async () => {
  dns.set('lumen.example', 'servfail');
  expect(await checked(brand.orgId, 1)).toEqual({ outcome: 'verified', found: 'unreachable' });
  dns.set('lumen.example', 'none');
  expect(await checked(brand.orgId, 2)).toEqual({ outcome: 'verified', found: 'none' });
  const id = await idOf(brand.orgId);
  await world.owner
    .updateTable('brand_verifications')
    .set({ next_check_at: new Date() })
    .where('id', '=', id)
    .execute();
  // Two activities at once, as after a crash whose answer was lost: one miss.
  const both = await Promise.all([
    checkDomain(world.system(later(3)), { id }),
    checkDomain(world.system(later(3)), { id }),
  ]);
  expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['not due', 'verified']);
  expect((await myBrand(world.as(brand))).verification).toMatchObject({ state: 'verified', misses: 2 });
  expect(await checked(brand.orgId, 5)).toEqual({ outcome: 'failed', found: 'none' });
  expect((await myBrand(world.as(brand))).verification).toMatchObject({ state: 'failed', reason: 'record_gone' });
  expect(await verified()).toBeNull();
  const notices = await world.owner
    .selectFrom('notices')
    .select(['kind', 'data'])
    .where('org_id', '=', brand.orgId)
    .execute();
  expect(notices.filter(({ kind }) => kind.startsWith('brand_'))).toMatchObject([
    { kind: 'brand_unverified', data: { name: 'lumen.example' } },
  ]);
});

test('a new attempt replaces the one before, and another domain of the site ends it', async () => {
  await beginVerification(world.as(brand), { method: 'mail', address: 'a@lumen.example' });
  await beginVerification(world.as(brand), { method: 'dns', address: null });
  expect(await code(confirmVerification(world.as(brand), { code: '123456' }))).toBe('brand.no_attempt');
  await saveBrand(world.as(brand), profile('cafe.lumen', { website: 'https://lumen-cafe.example' }));
  expect((await myBrand(world.as(brand))).verification).toMatchObject({
    state: 'failed',
    reason: 'site_changed',
    site: { domain: 'lumen-cafe.example' },
  });
  await saveBrand(world.as(brand), profile('cafe.lumen'));
  await beginVerification(world.as(brand), { method: 'dns', address: null });
  expect(await withdrawVerification(world.as(brand))).toMatchObject({ state: 'failed', reason: 'withdrawn' });
  expect(await code(withdrawVerification(world.as(brand)))).toBe('brand.no_attempt');
});

test('pictures pass the upload checks, the logo shows for the brand, and a campaign takes only an own cover', async () => {
  const save = async (kind: 'logo' | 'cover', bytes: Buffer) => code(savePicture(world.as(brand), kind, bytes));
  expect(await save('logo', Buffer.alloc(0))).toBe('file.empty');
  expect(await save('logo', await picture(64, 64, 'png'))).toBe('file.type');
  expect(await save('logo', (await picture(256, 256)).subarray(0, 60))).toBe('file.damaged');
  expect(await save('logo', await picture(900, 900))).toBe('file.pixels');
  expect(await save('cover', await picture(640, 100))).toBe('brand.picture_small');
  expect(await code(savePicture(world.as(creator), 'logo', await picture(64, 64)))).toBe('auth.wrong_account_type');
  await savePicture(world.as(brand), 'logo', await picture(256, 256));
  const logo = await savePicture(world.as(brand), 'logo', await picture(128, 128, 'jpeg'));
  const covers = [];
  for (let n = 0; n < 6; n += 1) covers.push(await savePicture(world.as(brand), 'cover', await picture(640, 320 + n)));
  expect(await save('cover', await picture(640, 320))).toBe('brand.too_many_covers');
  const { kit, completeness } = await myBrand(world.as(brand));
  expect(kit).toEqual({ logo, covers });
  expect(completeness.missing).not.toContain('logo');
  expect((await brandPage(world.as(creator), { slug: 'cafe.lumen' })).party.avatarUrl).toBe(logo.url);
  expect((await readPicture(world.as(creator), logo.id)).mime).toBe('image/jpeg');

  const draft = await createDraft(world.as(brand));
  expect(draft.wanted).toMatchObject({ niches: ['food'], city: 'Lyon', followersMax: 20_000 });
  const choose = (coverId: string, version = draft.version) =>
    saveDraft(world.as(brand), { campaignId: draft.id, step: 1, version, patch: { coverId } });
  const theirs = await savePicture(world.as(rival), 'cover', await picture(640, 320));
  expect(await code(choose(theirs.id))).toBe('input.invalid');
  expect(await code(choose(logo.id))).toBe('input.invalid');
  expect((await choose(covers[0]!.id)).coverId).toBe(covers[0]!.id);
  await removePicture(world.as(brand), { pictureId: covers[0]!.id });
  const row = await world.owner
    .selectFrom('campaigns')
    .select('cover_id')
    .where('id', '=', draft.id)
    .executeTakeFirst();
  expect(row).toEqual({ cover_id: null });
  expect(await code(removePicture(world.as(brand), { pictureId: theirs.id }))).toBe('not_found');
});

test('a held text stays hidden until staff release it, a slug is refused at its field', async () => {
  const saved = await saveBrand(
    world.as(brand),
    profile('cafe.lumen', {
      description: 'Coffee. Write me at hello@lumen.example.',
      claimsAllowed: ['Roasted in Lyon', 'Pay me via Western Union to IBAN DE89370400440532013000'],
    }),
  );
  expect(saved.held).toEqual(['claimsAllowed']);
  expect(saved.notes.map(({ field, rule }) => `${field} ${rule}`)).toEqual(
    expect.arrayContaining(['description contact_data', 'claimsAllowed off_platform_pay']),
  );
  for (const { field, start, end, words } of saved.notes) {
    const text = field === 'description' ? saved.description : saved[field].join('\n');
    expect(text.slice(start, end)).toContain(words);
  }
  const page = () => brandPage(world.as(creator), { slug: 'cafe.lumen' });
  expect(await page()).toMatchObject({ description: saved.description, claimsAllowed: [] });
  await world.owner.transaction().execute(async (db) => {
    const staff = { db, clock: world.system().clock } as never;
    await register.heldTexts!.brand_claims!.release(staff, { subjectId: brand.orgId, text: 'Roasted in Lyon' });
  });
  expect((await page()).claimsAllowed).toEqual(['Roasted in Lyon']);
  expect(await code(saveBrand(world.as(brand), profile('ombra')))).toBe('brand.slug_taken');
  expect(await code(saveBrand(world.as(brand), profile('sponsio.help')))).toBe('brand.text_refused');
  expect((await saveBrand(world.as(brand), profile('lumen-lyon'))).slug).toBe('lumen-lyon');
  expect(await code(page())).toBe('not_found');
});

test('the site is read through the guarded fetch, each failure has its code, and nothing is stored', async () => {
  const jpeg = await picture(1_800, 900, 'jpeg');
  const html = `<title>Lumen</title><meta property="og:image" content="https://lumen.example/front.jpg">
    <link rel="apple-touch-icon" href="/icon.gif"><meta name="description" content="Coffee in Lyon">`;
  const answer = (contentType: string, body: Buffer, status = 200) => ({
    url: 'https://lumen.example/',
    status,
    contentType,
    charset: null,
    body,
  });
  world.integrations.fetch = async (address) =>
    address.endsWith('.jpg')
      ? answer('image/jpeg', jpeg)
      : address.endsWith('.gif')
        ? answer('image/gif', Buffer.from('GIF89a'))
        : answer('text/html', Buffer.from(html));
  const read = () => readOwnSite(world.as(brand), { website: 'lumen.example' });
  const found = await read();
  expect(found).toMatchObject({
    name: 'Lumen',
    description: 'Coffee in Lyon',
    logo: { data: null, problem: 'file.type' },
  });
  const drawn = Buffer.from(found.cover!.data!.split(',')[1]!, 'base64');
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 1_600, height: 800 });
  expect((await myBrand(world.as(brand))).description).toBe('Breakfast all day.');
  for (const [reason, expected] of [
    ['address', 'brand.site_private'],
    ['type', 'brand.site_not_html'],
    ['size', 'brand.site_too_large'],
    ['timeout', 'brand.site_timeout'],
    ['unreachable', 'brand.site_unreachable'],
    ['scheme', 'brand.site_address'],
  ] as const) {
    world.integrations.fetch = async () => {
      throw new FetchRefused(reason, reason);
    };
    expect(await code(read())).toBe(expected);
  }
  world.integrations.fetch = async () => answer('text/html', Buffer.from('gone'), 404);
  expect(await code(read())).toBe('brand.site_status');
});

test('erasing the only member of a brand deletes pictures and proofs', async () => {
  await withTx(world.system(), (tx) => register.erase!(tx, { userId: brand.userId, name: 'Deleted account' }));
  for (const table of ['brand_pictures', 'brand_verifications', 'brand_profiles'] as const)
    expect(await world.owner.selectFrom(table).select('org_id').where('org_id', '=', brand.orgId).execute()).toEqual(
      [],
    );
});

test('two staff members move a claimed domain: one proof ends, the other holds with a workflow of its own', async () => {
  const [holder, claimant] = [await createOrg(world, 'brand', 'Alba'), await createOrg(world, 'brand', 'Brina')];
  const proof = async (of: OrgActor, slug: string) => {
    await saveBrand(world.as(of), profile(slug, { website: 'https://alba.example' }));
    const address = `${slug}@alba.example`;
    await beginVerification(world.as(of), { method: 'mail', address });
    return confirmVerification(world.as(of), { code: await digits(address) });
  };
  expect(await proof(holder, 'alba')).toMatchObject({ state: 'verified' });
  expect(await proof(claimant, 'brina')).toMatchObject({ state: 'failed', reason: 'taken' });
  const { id: caseId } = await world.owner
    .selectFrom('cases')
    .select('id')
    .where('org_id', '=', claimant.orgId)
    .executeTakeFirstOrThrow();
  const [first, second] = [await createStaff(world, 'trust'), await createStaff(world, 'super')];
  const support = await createStaff(world, 'support');
  for (const who of [first, second]) await prove(world, who);
  const note = 'The commercial register names Brina.';
  expect(await code(proposeTransfer(world.as(support), { caseId, note }))).toBe('auth.not_allowed');
  const { id: proposalId } = await proposeTransfer(world.as(first), { caseId, note });
  expect(await code(proposeTransfer(world.as(second), { caseId, note }))).toBe('approval.open');
  expect(await code(confirmTransfer(world.as(first), { proposalId }))).toBe('approval.same_person');
  expect(await verified('alba')).not.toBeNull();

  await confirmTransfer(world.as(second), { proposalId });
  expect(await verified('alba')).toBeNull();
  expect(await verified('brina')).toMatchObject({ domain: 'alba.example' });
  expect((await myBrand(world.as(holder))).verification).toMatchObject({ state: 'failed', reason: 'reassigned' });
  expect((await myBrand(world.as(claimant))).verification).toMatchObject({ state: 'verified', method: 'mail' });
  expect(
    await world.owner.selectFrom('cases').select(['state', 'outcome']).where('id', '=', caseId).executeTakeFirst(),
  ).toEqual({ state: 'closed', outcome: 'domain_moved' });
  expect(await code(confirmTransfer(world.as(second), { proposalId }))).toBe('state.already_decided');
  const notices = await world.owner
    .selectFrom('notices')
    .select(['org_id', 'kind'])
    .where('org_id', 'in', [holder.orgId, claimant.orgId])
    .execute();
  expect(
    notices.map(({ org_id, kind }) => `${org_id === holder.orgId ? 'holder' : 'claimant'} ${kind}`).sort(),
  ).toEqual(['claimant brand_verified', 'holder brand_unverified']);
});
