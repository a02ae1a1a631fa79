import { sql } from 'kysely';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, existsSync } from 'node:fs';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { isAppError } from '../../../../server/core/errors.ts';
import { newId } from '../../../../server/core/ids.ts';
import { zipOf } from '../../../../server/features/content/download.ts';
import { receiveFile, sweepUploads } from '../../../../server/features/content/uploads.ts';
import type { FileDto } from '../../../../server/features/content/schema.ts';
import { helpFiles, requestHelp, openHelp } from '../../../../server/features/help/service.ts';
import { findAttachment, removeAttachment } from '../../../../server/features/conversations/attachments.ts';
import { listMessages, sendMessage } from '../../../../server/features/messages/service.ts';
import { startWorkflow } from '../../../../server/features/outbox/commands.ts';
import { storedObjects } from '../../../../server/features/privacy/erase.ts';
import { fileLimits } from '../../../../server/http/file-limits.ts';
import { registerFileRoutes } from '../../../../server/http/files.ts';
import type { AppDeps } from '../../../../server/http/session.ts';
import { insertDealRows, type DealRows } from '../../../support/deal-rows.ts';
import { allPages } from '../../../support/pages.ts';
import { createOrg, createStaff, createTestWorld, member, type TestWorld } from '../../../support/people.ts';
import { services } from '../../../support/services.ts';
import { docx, heic, jpeg, mp4, office, pdf, png, svg } from './samples.ts';
import { MAX_ATTACHED_FILE, MAX_FILES_PER_MESSAGE } from '../../../../server/features/conversations/rules.ts';
import { FILE_TYPES, MAX_ORG_BYTES } from '../../../../server/features/content/rules.ts';

let world: TestWorld;
let app: FastifyInstance;
let origin: string;
let brand: OrgActor;
let creator: OrgActor;
let stranger: OrgActor;
let submissionId: string;

/** Sessions by their token, without the library around them. */
const AUTH = {
  api: {
    getSession: async ({ headers }: { headers: Headers }) => {
      const token = /session=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1];
      return { response: token ? { session: { token } } : null, headers: new Headers() };
    },
  },
};
const cookies = new Map<string, string>();

/** Real sessions without the sign-in around them. */
async function signInEverybody(): Promise<void> {
  const { rows } = await sql<{
    user: string;
    token: string;
  }>`select "userId" as user, "token" as token from auth."session"`.execute(world.owner);
  for (const { user, token } of rows) cookies.set(user, `session=${token}`);
}
const cookieOf = (who: OrgActor): string => cookies.get(who.userId) ?? '';

async function draft(n = 1, milestoneState: 'funded' | 'delivered' = 'funded'): Promise<string> {
  const deal = await insertDealRows(world, brand, creator, milestoneState);
  const id = newId();
  await world.owner
    .insertInto('submissions')
    .values({
      id,
      milestone_id: deal.milestoneId,
      contract_id: deal.contractId,
      brand_org: brand.orgId,
      creator_org: creator.orgId,
      n,
      state: 'draft',
      created_by: creator.userId,
    })
    .execute();
  return id;
}

beforeAll(async () => {
  world = await createTestWorld('files');
  brand = await createOrg(world, 'brand', 'Lumen');
  creator = await createOrg(world, 'creator', 'Maya');
  stranger = await createOrg(world, 'creator', 'Stranger');
  await signInEverybody();
  app = Fastify({ logger: false });
  app.setErrorHandler((error, request, reply) => {
    if (isAppError(error))
      return reply.code(error.status).send({ error: error.code, data: error.data, requestId: request.id });
    return reply.code(500).send({ error: 'internal', message: String(error) });
  });
  await registerFileRoutes(
    app,
    {
      db: world.app,
      auth: AUTH as unknown as AppDeps['auth'],
      integrations: world.integrations,
      live: null as unknown as AppDeps['live'],
    },
    fileLimits('test'),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await app?.close();
  await world?.close();
});

beforeEach(async () => {
  submissionId = await draft();
});

const form = (name: string, mime: string, bytes: Buffer) => {
  const data = new FormData();
  data.append('file', new File([new Uint8Array(bytes)], name, { type: mime }));
  return data;
};
const upload = (who: OrgActor | null, name: string, mime: string, bytes: Buffer, to = submissionId) =>
  fetch(`${origin}/api/files?submission=${to}`, {
    method: 'POST',
    body: form(name, mime, bytes),
    headers: who ? { cookie: cookieOf(who) } : {},
  });
const get = (who: OrgActor, file: { url: string }, headers: Record<string, string> = {}, query = '') =>
  fetch(`${origin}${file.url}${query}`, { headers: { cookie: cookieOf(who), ...headers } });
const refused = async (answer: Response) => ({
  status: answer.status,
  error: ((await answer.json()) as { error: string }).error,
});
const rows = (to = submissionId) =>
  world.owner.selectFrom('files').select(['id', 'state', 'storage_key']).where('submission_id', '=', to).execute();
const stored = (to = submissionId): string[] => {
  const folder = `${services().runFolder}/files-${world.database.name}/work/${to}`;
  return existsSync(folder) ? readdirSync(folder) : [];
};
async function nothingLeft(to = submissionId): Promise<void> {
  await expect
    .poll(async () => (await rows(to)).filter((r) => r.state !== 'rejected').length, { timeout: 10_000 })
    .toBe(0);
  await expect.poll(() => stored(to), { timeout: 10_000 }).toEqual([]);
}
async function uploaded(name: string, mime: string, bytes: Buffer): Promise<FileDto> {
  const answer = await upload(creator, name, mime, bytes);
  expect(answer.status).toBe(201);
  return (await answer.json()) as FileDto;
}

/** One bit in the middle turned over. */
function broken(bytes: Buffer): Buffer {
  const at = bytes.length >> 1;
  bytes[at] = bytes[at]! ^ 1;
  return bytes;
}

describe('an upload is refused', () => {
  test('into the draft of a part that is over', async () => {
    for (const state of ['refunded', 'released', 'delivered'] as const) {
      await sql`update milestones set state = ${state} where id = (select milestone_id from submissions where id = ${submissionId})`.execute(
        world.owner,
      );
      expect([state, await refused(await upload(creator, 'late.jpg', 'image/jpeg', jpeg(100, 100, 20_000)))]).toEqual([
        state,
        { status: 409, error: 'state.wrong' },
      ]);
    }
    await nothingLeft();
  });

  test('of an org on hold, unless it is evidence of its dispute', async () => {
    const { milestoneId, contractId } = await insertDealRows(world, brand, creator, 'disputed');
    const disputeId = newId();
    const at = Date.now();
    const after = (days: number) => new Date(at + days * 86_400_000);
    await withTx(world.system(), async (tx) => {
      await startWorkflow(tx, 'disputeCase', disputeId);
      await tx.db
        .insertInto('disputes')
        .values({
          id: disputeId,
          milestone_id: milestoneId,
          contract_id: contractId,
          brand_org: brand.orgId,
          creator_org: creator.orgId,
          currency: 'EUR',
          amount: 40_000,
          step: 1,
          state: 'talk',
          reason: 'late',
          opened_side: 'brand',
          opened_by: brand.userId,
          opened_at: after(0),
          prior_state: 'delivered',
          prior_deadline_at: after(1),
          talk_ends_at: after(1),
          evidence_ends_at: after(2),
          decision_ends_at: after(3),
          appeal_ms: 86_400_000,
          execution_ms: 86_400_000,
          limit_at: after(15),
          phase_ends_at: after(1),
          updated_at: after(0),
        })
        .execute();
    });
    const hold = (suspended_at: Date | null) =>
      world.owner.updateTable('orgs').set({ suspended_at }).where('id', '=', creator.orgId).execute();
    const picture = jpeg(100, 100, 20_000);
    const show = (who: OrgActor) =>
      fetch(`${origin}/api/files?dispute=${disputeId}`, {
        method: 'POST',
        body: form('proof.jpg', 'image/jpeg', picture),
        headers: { cookie: cookieOf(who) },
      });
    await hold(new Date());
    expect(await refused(await upload(creator, 'work.jpg', 'image/jpeg', picture))).toEqual({
      status: 403,
      error: 'org.suspended',
    });
    await nothingLeft();
    expect((await show(creator)).status).toBe(201);
    const answered = await world.owner
      .selectFrom('disputes')
      .select('creator_answered_at')
      .where('id', '=', disputeId)
      .executeTakeFirstOrThrow();
    expect(answered.creator_answered_at, 'it counts as an answer').not.toBeNull();
    expect((await refused(await show(stranger))).status).toBe(404);
    await hold(null);
  });

  test('once an org has as many bytes as it may, at its beginning and at its end, and another org’s is not', async () => {
    const other = await draft();
    const id = newId();
    const fill = (size: number) =>
      world.owner
        .insertInto('files')
        .values({
          id,
          org_id: creator.orgId,
          submission_id: other,
          brand_org: brand.orgId,
          creator_org: creator.orgId,
          name: 'big.mp4',
          mime: 'video/mp4',
          size,
          storage_key: `work/${other}/${id}`,
          state: 'ready',
          created_by: creator.userId,
        })
        .onConflict((c) => c.column('id').doUpdateSet({ size }))
        .execute();
    for (const left of [0, 10_000]) {
      await fill(MAX_ORG_BYTES - left);
      expect(await refused(await upload(creator, 'more.jpg', 'image/jpeg', jpeg(100, 100, 20_000)))).toEqual({
        status: 413,
        error: 'file.quota',
      });
      await nothingLeft();
    }
    await fill(1);
    await uploaded('more.jpg', 'image/jpeg', jpeg(100, 100, 20_000));
  });
});

describe('taking files in', () => {
  test('a picture comes back with its size, hash and address', async () => {
    const bytes = jpeg(1200, 900, 60_000);
    const file = await uploaded('Three drinks.jpg', 'image/jpeg', bytes);
    expect(file).toMatchObject({
      name: 'Three drinks.jpg',
      mime: 'image/jpeg',
      size: bytes.length,
      width: 1200,
      height: 900,
      durationMs: null,
      url: `/files/${file.id}`,
    });
    expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(await rows()).toMatchObject([{ state: 'ready' }]);
    expect(stored()).toEqual([file.id]);
  });

  test('the same file sent again, after a lost answer or at the same moment, is the one that is there', async () => {
    const bytes = jpeg(1200, 900, 60_000);
    const first = await uploaded('Three drinks.jpg', 'image/jpeg', bytes);
    const again = await Promise.all([
      uploaded('Three drinks.jpg', 'image/jpeg', bytes),
      uploaded('Three drinks.jpg', 'image/jpeg', bytes),
    ]);
    expect(again.map(({ id }) => id)).toEqual([first.id, first.id]);
    expect((await rows()).filter(({ state }) => state !== 'rejected')).toHaveLength(1);
    expect(stored()).toEqual([first.id]);
    const other = await uploaded('Three drinks, darker.jpg', 'image/jpeg', bytes);
    expect(other.id).not.toBe(first.id);
  });

  test('the duration of a video is read though its index comes last', async () => {
    const file = await uploaded('reel.mp4', 'video/mp4', mp4({ seconds: 28, indexLast: true, mediaBytes: 700_000 }));
    expect(file).toMatchObject({ durationMs: 28_000, width: 1080, height: 1920 });
  });

  test.each<[string, string, string, Buffer, number, string]>([
    ['svg', 'drawing.svg', 'image/svg+xml', svg(), 415, 'file.type'],
    ['svg dressed as png', 'drawing.png', 'image/png', svg(), 422, 'file.mismatch'],
    ['another extension than the declared type', 'reel.mp4', 'image/png', png(), 422, 'file.mismatch'],
    ['another content than the declared type', 'reel.mp4', 'video/mp4', png(), 422, 'file.mismatch'],
    ['HEIC called mp4', 'photo.mp4', 'video/mp4', heic(), 422, 'file.mismatch'],
    ['no bytes at all', 'empty.png', 'image/png', Buffer.alloc(0), 422, 'file.empty'],
    ['three bytes', 'tiny.png', 'image/png', png().subarray(0, 3), 422, 'file.mismatch'],
    ['a picture that was cut off', 'half.jpg', 'image/jpeg', jpeg().subarray(0, -3), 422, 'file.damaged'],
    ['a picture with a broken part', 'broken.png', 'image/png', broken(png()), 422, 'file.damaged'],
  ])('refuses %s and leaves nothing behind', async (_what, name, mime, bytes, status, error) => {
    expect(await refused(await upload(creator, name, mime, bytes))).toEqual({ status, error });
    await nothingLeft();
  });

  test('stops reading a picture that is too large', async () => {
    let sent = 0;
    const head = png();
    const endless = Readable.from(
      (async function* () {
        yield head;
        for (; sent < 3 * FILE_TYPES['image/png'].max; sent += 1024 ** 2) yield Buffer.alloc(1024 ** 2);
      })(),
    );
    await expect(
      receiveFile(world.as(creator), { submissionId, name: 'wall.png', declared: 'image/png', body: endless }),
    ).rejects.toMatchObject({ code: 'file.too_large' });
    expect(sent).toBeLessThan(FILE_TYPES['image/png'].max + 3 * 1024 ** 2);
    await nothingLeft();
  });

  test('answers file.too_large over the wire, too', async () => {
    const bytes = Buffer.concat([png(), Buffer.alloc(FILE_TYPES['image/png'].max)]);
    expect(await refused(await upload(creator, 'wall.png', 'image/png', bytes))).toEqual({
      status: 413,
      error: 'file.too_large',
    });
    await nothingLeft();
  });

  test('a sender that goes away in the middle leaves nothing behind', async () => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="reel.mp4"\r\ncontent-type: video/mp4\r\n\r\n`;
    socket.write(
      `POST /api/files?submission=${submissionId} HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${cookieOf(creator)}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 9000000\r\n\r\n${head}`,
    );
    socket.write(mp4());
    socket.write(randomBytes(500_000));
    await expect.poll(async () => (await rows()).length).toBe(1);
    socket.destroy();
    await nothingLeft();
    expect(await rows()).toMatchObject([{ state: 'rejected' }]);
  });

  test('a form that ends before its file does is incomplete', async () => {
    const body = Buffer.concat([
      Buffer.from(
        '--x\r\ncontent-disposition: form-data; name="file"; filename="reel.mp4"\r\ncontent-type: video/mp4\r\n\r\n',
      ),
      mp4({ mediaBytes: 200_000 }),
    ]);
    const answer = await fetch(`${origin}/api/files?submission=${submissionId}`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { cookie: cookieOf(creator), 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(await refused(answer)).toEqual({ status: 422, error: 'file.incomplete' });
    await nothingLeft();
  });

  test('a body without a file, or no form at all', async () => {
    const data = new FormData();
    data.append('note', 'hello');
    const send = (body: BodyInit, headers: Record<string, string> = {}) =>
      fetch(`${origin}/api/files?submission=${submissionId}`, {
        method: 'POST',
        body,
        headers: { cookie: cookieOf(creator), ...headers },
      });
    expect((await refused(await send(data))).error).toBe('file.incomplete');
    expect((await refused(await send('{}', { 'content-type': 'application/json' }))).error).toBe('input.invalid');
  });

  test('only the maker of a draft may add to it', async () => {
    const send = (who: OrgActor | null) => upload(who, 'a.png', 'image/png', png()).then(refused);
    expect(await send(null)).toEqual({ status: 401, error: 'auth.sign_in_required' });
    expect(await send(stranger)).toEqual({ status: 404, error: 'not_found' });
    expect((await send(brand)).error).toBe('not_found');
    const viewer = await member(world, brand, 'viewer', 'Vera');
    await signInEverybody();
    expect((await send(viewer)).error).toBe('auth.not_allowed');
    await world.owner.updateTable('submissions').set({ state: 'submitted' }).where('id', '=', submissionId).execute();
    expect((await send(creator)).error).toBe('state.wrong');
    expect(await rows()).toEqual([]);
  });

  test('a draft that is submitted during the upload keeps its files as they were', async () => {
    const body = Readable.from(
      (async function* () {
        yield png();
        await world.owner
          .updateTable('submissions')
          .set({ state: 'submitted' })
          .where('id', '=', submissionId)
          .execute();
        yield Buffer.alloc(1000);
      })(),
    );
    await expect(
      receiveFile(world.as(creator), { submissionId, name: 'late.png', declared: 'image/png', body }),
    ).rejects.toMatchObject({ code: 'state.changed' });
    await nothingLeft();
  });

  test('twenty files and no more, also when they come at once', async () => {
    const put = (_: unknown, n: number) =>
      receiveFile(world.as(creator), {
        submissionId,
        name: `${n}.png`,
        declared: 'image/png',
        body: Readable.from([png()]),
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 24 }, put));
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(20);
    expect(stored()).toHaveLength(20);
  });

  test('what a killed process left is swept after six hours, and a file that cannot be removed stops no other', async () => {
    const left = async (): Promise<string> => {
      const id = newId();
      await world.owner
        .insertInto('files')
        .values({
          id,
          org_id: creator.orgId,
          submission_id: submissionId,
          brand_org: brand.orgId,
          creator_org: creator.orgId,
          name: 'x.png',
          mime: 'image/png',
          size: 0,
          storage_key: `work/${submissionId}/${id}`,
          state: 'uploading',
          created_by: creator.userId,
          created_at: new Date(Date.now() - 7 * 3_600_000),
        })
        .execute();
      return id;
    };
    const stuck = await left();
    await left();
    const { storage } = world.integrations;
    const remove = async (key: string): Promise<void> => {
      if (key.endsWith(stuck)) throw new Error('the storage gives no answer');
      await storage.remove(key);
    };
    const system = world.system();
    const failing = { ...system, integrations: { ...system.integrations, storage: { ...storage, remove } } };
    expect(await sweepUploads(failing)).toBe(1);
    expect(await sweepUploads(failing)).toBe(0);
    expect(await sweepUploads(world.system())).toBe(1);
    expect(await sweepUploads(world.system())).toBe(0);
    await nothingLeft();
  });
});

describe('giving files out', () => {
  test('the maker always, the brand once it is submitted, no other org', async () => {
    const bytes = png();
    const file = await uploaded('a.png', 'image/png', bytes);
    const status = async (who: OrgActor) => (await get(who, file)).status;
    expect([await status(creator), await status(brand), await status(stranger)]).toEqual([200, 404, 404]);
    await world.owner.updateTable('submissions').set({ state: 'submitted' }).where('id', '=', submissionId).execute();
    expect([await status(creator), await status(brand), await status(stranger)]).toEqual([200, 200, 404]);
    expect((await fetch(`${origin}${file.url}`)).status).toBe(401);
    expect((await get(creator, { url: `/files/${newId()}` })).status).toBe(404);
    expect((await get(creator, { url: '/files/not-an-id' })).status).toBe(404);
  });

  test('headers keep it from running, being sniffed or cached for others', async () => {
    const bytes = png();
    const file = await uploaded('Été final.png', 'image/png', bytes);
    const answer = await get(creator, file);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    const { headers } = answer;
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('content-disposition')).toMatch(
      /^inline; filename="\?t\? final.png"; filename\*=UTF-8''%C3%89t%C3%A9%20final.png$/,
    );
    expect(headers.get('etag')).toBe(`"${file.sha256}"`);
    expect((await get(creator, file, { 'if-none-match': `"${file.sha256}"` })).status).toBe(304);
    expect((await get(creator, file, {}, '?download')).headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await get(creator, file, {}, '?download=1&download=2')).status).toBe(200);
  });

  test('a pdf is handed over as a download', async () => {
    const file = await uploaded('rights.pdf', 'application/pdf', pdf());
    expect((await get(creator, file)).headers.get('content-disposition')).toMatch(/^attachment/);
  });

  test('ranges, for seeking in a video', async () => {
    const bytes = mp4({ mediaBytes: 5_000 });
    const file = await uploaded('reel.mp4', 'video/mp4', bytes);
    const fetchRange = async (range: string, more: Record<string, string> = {}) => {
      const answer = await get(creator, file, { range, ...more });
      return {
        status: answer.status,
        range: answer.headers.get('content-range'),
        body: Buffer.from(await answer.arrayBuffer()),
      };
    };
    const size = bytes.length;
    expect(await fetchRange('bytes=10-19')).toEqual({
      status: 206,
      range: `bytes 10-19/${size}`,
      body: bytes.subarray(10, 20),
    });
    expect(await fetchRange('bytes=100-')).toEqual({
      status: 206,
      range: `bytes 100-${size - 1}/${size}`,
      body: bytes.subarray(100),
    });
    expect(await fetchRange('bytes=-7')).toEqual({
      status: 206,
      range: `bytes ${size - 7}-${size - 1}/${size}`,
      body: bytes.subarray(-7),
    });
    expect(await fetchRange('bytes=-999999')).toMatchObject({ status: 206, range: `bytes 0-${size - 1}/${size}` });
    for (const none of ['bytes=-0', `bytes=${size}-${size + 5}`])
      expect(await fetchRange(none)).toMatchObject({ status: 416 });
    for (const unknown of ['bytes=x-y', 'bytes=-', 'lines=1-2', 'bytes'])
      expect(await fetchRange(unknown), unknown).toMatchObject({ status: 200 });
    expect(await fetchRange('bytes=0-999999')).toMatchObject({ status: 206, range: `bytes 0-${size - 1}/${size}` });
    expect(await fetchRange(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` });
    expect(await fetchRange('bytes=0-1,5-6')).toMatchObject({ status: 200 });
    expect(await fetchRange('bytes=10-19', { 'if-range': '"older"' })).toMatchObject({ status: 200 });
    expect(await fetchRange('bytes=10-19', { 'if-range': `"${file.sha256}"` })).toMatchObject({ status: 206 });
  });

  test('to a brand that has not approved the work: no picture as it was uploaded, nothing as a download', async () => {
    const [picture, video] = [
      await uploaded('a.png', 'image/png', png()),
      await uploaded('reel.mp4', 'video/mp4', mp4({ mediaBytes: 5_000 })),
    ];
    await world.owner.updateTable('submissions').set({ state: 'submitted' }).where('id', '=', submissionId).execute();
    const asked: Record<string, string>[] = [{}, { range: 'bytes=0-99' }, { 'if-none-match': `"${picture.sha256}"` }];
    for (const headers of asked) {
      const seen = await get(brand, picture, headers);
      expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
    for (const file of [picture, video])
      expect(await refused(await get(brand, file, {}, '?download=1'))).toEqual({
        status: 403,
        error: 'file.before_approval',
      });
    expect((await get(brand, video, { range: 'bytes=0-9' })).status, 'a video is played').toBe(206);
    expect((await get(creator, picture, {}, '?download=1')).status).toBe(200);
    await world.owner
      .updateTable('submissions')
      .set({ state: 'approved', decided_at: new Date() })
      .where('id', '=', submissionId)
      .execute();
    const whole = await get(brand, picture, { 'if-none-match': `"preview-${picture.sha256}"` }, '?download=1');
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/png']);
  });
});

describe('giving out what was approved', () => {
  const accept = async (id: string, state: 'approved' | 'auto_approved' = 'approved') => {
    await world.owner.updateTable('submissions').set({ state, decided_at: new Date() }).where('id', '=', id).execute();
    return world.owner
      .selectFrom('submissions')
      .select(['milestone_id as milestoneId', 'contract_id as contractId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  };
  const unzip = async (answer: Response) =>
    Object.fromEntries(
      Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer()))).map(([name, bytes]) => [
        name,
        Buffer.from(bytes),
      ]),
    );

  test('one file as it is, several of a milestone as a zip with the caption, the whole deal with a folder for each milestone', async () => {
    const [first, second] = [png(), jpeg(300, 200, 9_000)];
    await uploaded('Reel.png', 'image/png', first);
    const { milestoneId, contractId } = await accept(submissionId);
    const milestoneUrl = { url: `/files/milestones/${milestoneId}` };
    const single = await get(brand, milestoneUrl);
    expect(single.headers.get('content-disposition')).toBe('attachment; filename=Reel.png');
    expect(Buffer.from(await single.arrayBuffer()).equals(first)).toBe(true);

    await world.owner
      .updateTable('submissions')
      .set({ state: 'draft', caption: 'Collaboration commerciale' })
      .where('id', '=', submissionId)
      .execute();
    await uploaded('reel.png', 'image/png', png(12, 12));
    await uploaded('still.jpg', 'image/jpeg', second);
    await accept(submissionId);
    const several = await get(brand, milestoneUrl);
    expect([several.status, several.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(several.headers.get('content-disposition')).toContain('filename=Reel.zip');
    const inside = await unzip(several);
    expect(Object.keys(inside).toSorted()).toEqual(['Reel.png', 'caption.txt', 'reel (2).png', 'still.jpg'].toSorted());
    expect(inside['still.jpg']!.equals(second)).toBe(true);
    expect(strFromU8(inside['caption.txt']!)).toBe('Collaboration commerciale');

    const whole = await get(creator, { url: `/files/deals/${contractId}` });
    expect(whole.headers.get('content-disposition')).toContain('filename="Autumn menu.zip"');
    const length = Number(whole.headers.get('content-length'));
    const bytes = new Uint8Array(await whole.arrayBuffer());
    expect(bytes.length).toBe(length);
    expect(Object.keys(unzipSync(bytes)).toSorted()).toEqual(
      ['01 Reel/Reel.png', '01 Reel/caption.txt', '01 Reel/reel (2).png', '01 Reel/still.jpg'].toSorted(),
    );
  });

  test('to the parties alone, and only what was approved', async () => {
    await uploaded('a.png', 'image/png', png());
    const { milestoneId, contractId } = await world.owner
      .selectFrom('submissions')
      .select(['milestone_id as milestoneId', 'contract_id as contractId'])
      .where('id', '=', submissionId)
      .executeTakeFirstOrThrow();
    const statuses = async (who: OrgActor) => [
      (await get(who, { url: `/files/milestones/${milestoneId}` })).status,
      (await get(who, { url: `/files/deals/${contractId}` })).status,
    ];
    await world.owner.updateTable('submissions').set({ state: 'submitted' }).where('id', '=', submissionId).execute();
    expect([await statuses(brand), await statuses(creator)]).toEqual([
      [404, 404],
      [404, 404],
    ]);
    await accept(submissionId, 'auto_approved');
    expect([await statuses(brand), await statuses(creator), await statuses(stranger)]).toEqual([
      [200, 200],
      [200, 200],
      [404, 404],
    ]);
    expect((await fetch(`${origin}/files/deals/${contractId}`)).status).toBe(401);
    expect((await get(brand, { url: '/files/deals/nonsense' })).status).toBe(404);
  });

  test('opens one stored file at a time, and closes it when the reader goes away', async () => {
    let [opened, closed] = [0, 0];
    const storage = {
      ...world.integrations.storage,
      async get() {
        opened += 1;
        const endless = new Readable({
          read() {
            this.push(Buffer.alloc(64 * 1024));
          },
        });
        return endless.on('close', () => (closed += 1));
      },
    };
    const at = new Date();
    const { stream, size } = await zipOf(
      storage,
      ['a.mp4', 'b.mp4'].map((path) => ({ path, at, storageKey: path, size: 5 * 1024 ** 3 })),
    );
    expect(size).toBeGreaterThan(10 * 1024 ** 3);
    stream.read();
    await expect.poll(() => opened).toBe(1);
    stream.destroy();
    await expect.poll(() => closed).toBe(1);
    expect(opened).toBe(1);
  });

  test('a file that is missing from the storage ends the download as failed, never as a zip that looks whole', async () => {
    await uploaded('a.png', 'image/png', png());
    await uploaded('b.png', 'image/png', png(12, 12));
    const { milestoneId } = await accept(submissionId);
    const [row] = await rows();
    await world.integrations.storage.remove(row!.storage_key);
    await expect(
      get(brand, { url: `/files/milestones/${milestoneId}` }).then((answer) => answer.arrayBuffer()),
    ).rejects.toThrow();
  });
});

describe('files of a conversation', () => {
  const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  let deal: DealRows;
  let thread: { contractId: string };
  beforeAll(async () => {
    deal = await insertDealRows(world, brand, creator);
    thread = { contractId: deal.contractId };
  });
  const attach = (who: OrgActor | null, name: string, mime: string, bytes: Buffer, to = `deal=${deal.contractId}`) =>
    fetch(`${origin}/api/files?${to}`, {
      method: 'POST',
      body: form(name, mime, bytes),
      headers: who ? { cookie: cookieOf(who) } : {},
    });
  const attached = async (who: OrgActor, name: string, mime: string, bytes: Buffer): Promise<FileDto> => {
    const answer = await attach(who, name, mime, bytes);
    expect(answer.status).toBe(201);
    return (await answer.json()) as FileDto;
  };
  const objects = () => readdirSync(`${services().runFolder}/files-${world.database.name}/messages/${deal.offerId}`);

  test('go with the message, with or without words, as downloads for both sides alone; before that only their sender has them', async () => {
    const picture = await attached(creator, 'Shop front.jpg', 'image/jpeg', jpeg(1200, 900, 30_000));
    expect(picture).toMatchObject({ url: `/files/messages/${picture.id}`, width: 1200, height: 900 });
    expect((await get(brand, picture)).status).toBe(404);
    expect((await get(creator, picture)).status).toBe(200);
    const list = await attached(creator, 'plan.csv', 'application/vnd.ms-excel', Buffer.from('day;shot\n1;front\n'));
    const sent = await sendMessage(world.as(creator), { thread, body: '', fileIds: [picture.id, list.id] });
    expect(sent).toMatchObject({
      body: '',
      files: [
        { name: 'Shop front.jpg', gone: false },
        { name: 'plan.csv', mime: 'text/csv' },
      ],
    });
    expect((await listMessages(world.as(brand), { ...thread, limit: 25 })).items[0]).toMatchObject({
      unread: true,
      files: [{ id: picture.id }, { id: list.id }],
    });
    const answer = await get(brand, picture);
    expect([
      answer.status,
      answer.headers.get('content-disposition'),
      answer.headers.get('x-content-type-options'),
      answer.headers.get('content-security-policy'),
    ]).toEqual([200, `attachment; filename="Shop front.jpg"`, 'nosniff', "default-src 'none'; sandbox"]);
    expect((await get(stranger, picture)).status).toBe(404);
    expect((await fetch(`${origin}${picture.url}`)).status).toBe(401);
    // Neither is it a file of the work, nor the other way round.
    expect((await get(brand, { url: `/files/${picture.id}` })).status).toBe(404);
  });

  test('are read by operators only while a help case of the deal is open', async () => {
    const file = await attached(brand, 'brief.docx', DOCX, docx());
    await sendMessage(world.as(brand), { thread, body: 'The brief', fileIds: [file.id] });
    const staff = await createStaff(world);
    const read = () => findAttachment({ ...world.as(staff), actor: staff }, { fileId: file.id });
    await expect(read()).rejects.toMatchObject({ code: 'not_found' });
    await requestHelp(world.as(brand), {
      contractId: deal.contractId,
      message: 'The caption is not what we agreed on.',
    });
    expect(await read()).toMatchObject({ name: 'brief.docx', mime: DOCX });
    expect(
      (await openHelp({ ...world.as(staff), actor: staff }, { limit: 100 })).items
        .find((one) => one.contractId === deal.contractId)!
        .files.items.map((f) => f.name),
    ).toContain('brief.docx');
    const { sent } = await world.owner
      .selectFrom('files')
      .select((eb) => eb.fn.countAll<number>().as('sent'))
      .where('offer_id', '=', deal.offerId)
      .where('message_id', 'is not', null)
      .where('state', '=', 'ready')
      .executeTakeFirstOrThrow();
    await sql`
      insert into files select (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid(), 'storage_key', 'copy ' || k))).*
        from files f, generate_series(1, 30) k where f.id = ${file.id}`.execute(world.owner);
    const one = (await openHelp(world.as(staff), { limit: 100 })).items.find((c) => c.contractId === deal.contractId)!;
    const rest = await allPages((after = one.files.next!) =>
      helpFiles(world.as(staff), { caseId: one.caseId, limit: 7, after }),
    );
    const all = [...one.files.items, ...rest].map((f) => f.id);
    expect([all.length, new Set(all).size]).toEqual([sent + 30, sent + 30]);
  });

  test.each<[string, string, string, Buffer, number, string]>([
    ['HTML', 'page.html', 'text/html', Buffer.from('<h1>hello</h1>'), 415, 'file.type'],
    ['SVG', 'drawing.svg', 'image/svg+xml', svg(), 415, 'file.type'],
    ['a program called text', 'notes.txt', 'text/plain', Buffer.from([0x4d, 0x5a, 0, 1, 2, 3]), 422, 'file.mismatch'],
    ['a picture called text', 'notes.txt', 'text/plain', jpeg(), 422, 'file.mismatch'],
    ['any zip called a document', 'brief.docx', DOCX, office('setup.exe'), 422, 'file.mismatch'],
    [
      'a table called a document',
      'brief.docx',
      DOCX,
      office('[Content_Types].xml', 'xl/workbook.xml'),
      422,
      'file.mismatch',
    ],
    [
      'a document with macros',
      'brief.docx',
      DOCX,
      office('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin'),
      422,
      'file.mismatch',
    ],
    ['a document that was cut off', 'brief.docx', DOCX, docx().subarray(0, -30), 422, 'file.mismatch'],
    ['a picture that was cut off', 'half.jpg', 'image/jpeg', jpeg().subarray(0, -3), 422, 'file.damaged'],
    [
      'a picture over the limit of messages',
      'wall.png',
      'image/png',
      Buffer.concat([png(), Buffer.alloc(MAX_ATTACHED_FILE)]),
      413,
      'file.too_large',
    ],
  ])('%s is refused and leaves nothing behind', async (_what, name, mime, bytes, status, error) => {
    const before = objects();
    expect(await refused(await attach(creator, name, mime, bytes))).toEqual({ status, error });
    await expect.poll(objects).toEqual(before);
  });

  test('are taken from parties alone, and only as many as one message holds', async () => {
    const bytes = Buffer.from('plain words');
    expect((await refused(await attach(stranger, 'a.txt', 'text/plain', bytes))).error).toBe('not_found');
    expect((await refused(await attach(null, 'a.txt', 'text/plain', bytes))).error).toBe('auth.sign_in_required');
    const viewer = await member(world, brand, 'viewer', 'Vera');
    await signInEverybody();
    expect((await refused(await attach(viewer, 'a.txt', 'text/plain', bytes))).error).toBe('auth.not_allowed');
    const own = await insertDealRows(world, brand, creator);
    const to = `offer=${own.offerId}`;
    const answers = await Promise.all(
      Array.from({ length: MAX_FILES_PER_MESSAGE + 2 }, (_, i) =>
        attach(brand, `${i}.txt`, 'text/plain', Buffer.from(`file ${i}`), to),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(MAX_FILES_PER_MESSAGE);
    // The same file again, after a lost answer, is the one that is there; one taken back makes room.
    const files = await Promise.all(
      answers.filter((answer) => answer.status === 201).map(async (answer) => (await answer.json()) as FileDto),
    );
    expect(await removeAttachment(world.as(brand), { fileId: files[0]!.id })).toEqual({ removed: true });
    const again = (await (
      await attach(brand, files[1]!.name, 'text/plain', Buffer.from(`file ${files[1]!.name.replace('.txt', '')}`), to)
    ).json()) as FileDto;
    expect(again.id).toBe(files[1]!.id);
    await expect(removeAttachment(world.as(creator), { fileId: again.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('a message with a deleted file, or one of another user or deal, is not written, and a repeated one is written once', async () => {
    const file = await attached(creator, 'once.txt', 'text/plain', Buffer.from('once'));
    const own = await insertDealRows(world, brand, creator);
    const count = async () => (await listMessages(world.as(creator), { ...thread, limit: 100 })).items.length;
    const before = await count();
    for (const [actor, to, fileIds] of [
      [creator, thread, [file.id, newId()]],
      [brand, thread, [file.id]],
      [creator, { contractId: own.contractId }, [file.id]],
    ] as const) {
      await expect(
        sendMessage(world.as(actor), { thread: to, body: 'With a file', fileIds: [...fileIds] }),
      ).rejects.toMatchObject({ code: 'file.gone' });
    }
    expect(await count()).toBe(before);
    const sent = await Promise.all(
      Array.from({ length: 4 }, () =>
        sendMessage(world.as(creator, { requestKey: 'once-with-file' }), { thread, body: 'Once', fileIds: [file.id] }),
      ),
    );
    expect(new Set(sent.map((m) => m.id)).size).toBe(1);
    expect(sent.map((m) => m.files.map((f) => f.id))).toEqual(Array.from({ length: 4 }, () => [file.id]));
    expect(await count()).toBe(before + 1);
    await expect(removeAttachment(world.as(creator), { fileId: file.id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that were never sent are cleared away after a day, those that were stay', async () => {
    const [unsent, sent] = [
      await attached(creator, 'unsent.txt', 'text/plain', Buffer.from('unsent')),
      await attached(creator, 'sent.txt', 'text/plain', Buffer.from('sent')),
    ];
    await sendMessage(world.as(creator), { thread, body: '', fileIds: [sent.id] });
    await world.owner
      .updateTable('files')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', 'in', [unsent.id, sent.id])
      .execute();
    await sweepUploads(world.system());
    expect([objects().includes(unsent.id), objects().includes(sent.id)]).toEqual([false, true]);
    await expect(sendMessage(world.as(creator), { thread, body: '', fileIds: [unsent.id] })).rejects.toMatchObject({
      code: 'file.gone',
    });
    expect((await get(brand, sent)).status).toBe(200);
  });

  test('go with the account of their sender, and the message says so', async () => {
    const leaver = await createOrg(world, 'creator', 'Leaver');
    const own = await insertDealRows(world, brand, leaver);
    await signInEverybody();
    const file = (await (
      await attach(leaver, 'me.txt', 'text/plain', Buffer.from('my own words'), `deal=${own.contractId}`)
    ).json()) as FileDto;
    await sendMessage(world.as(leaver), { thread: { contractId: own.contractId }, body: 'Mine', fileIds: [file.id] });
    expect(
      await storedObjects({ ...world.system(), db: world.owner }, { userId: leaver.userId, orgIds: [leaver.orgId] }),
    ).toEqual([`messages/${own.offerId}/${file.id}`]);
    await withTx(world.system(), (tx) => sql`select erase_person(${leaver.userId}, 'Deleted account')`.execute(tx.db));
    expect((await listMessages(world.as(brand), { contractId: own.contractId, limit: 25 })).items[0]).toMatchObject({
      authorName: 'Deleted account',
      files: [{ name: 'file', gone: true }],
    });
    expect((await get(brand, file)).status).toBe(404);
  });
});
