import type * as z from 'zod';
import { withTx, type OrgActor, type OrgContext, type ServiceContext, type StaffActor } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { receiveInto, runningSince, type Incoming } from '../content/uploads.ts';
import { visibleCreator } from '../creators/page.ts';
import { profileLink } from '../creators/rules.ts';
import { checkText } from '../moderation/rules.ts';
import { requireReachable } from './links.ts';
import {
  countWorks,
  deleteWork,
  insertWork,
  lockPortfolio,
  setOrder,
  updateWork,
  workFile,
  workLike,
  worksOf,
  type WorkRow,
} from './queries.ts';
import { FOLDER, MAX_PINNED, MAX_WORKS, sameIds, titleOf, WORK_TYPES, workUrl } from './rules.ts';
import type { arrangeInput, changeWorkInput, pinWorkInput, WorkDto, workInput, worksInput } from './schema.ts';

const toWork = (row: WorkRow): WorkDto => ({
  id: row.id,
  title: row.title,
  link: row.link,
  brand: row.brand,
  pinned: row.pinned,
  url: workUrl(row.id),
  mime: row.mime,
  width: row.width,
  height: row.height,
  durationMs: row.duration_ms,
});

const ownWorks = async (tx: OrgContext): Promise<WorkDto[]> => (await worksOf(tx.db, tx.actor.orgId)).map(toWork);

/** The creator's own works. */
export const myWorks = (ctx: OrgContext): Promise<WorkDto[]> => withTx(ctx, ownWorks);

/** Works of a creator whose page the reader may open, the pinned ones first. Throws not_found. */
export async function worksOfCreator(
  ctx: ServiceContext<OrgActor | StaffActor>,
  input: z.output<typeof worksInput>,
): Promise<WorkDto[]> {
  return withTx(ctx, async (tx) => {
    const { org_id: orgId } = await visibleCreator(tx, input);
    return (await worksOf(tx.db, orgId)).map(toWork);
  });
}

/**
 * Streams a picture or video into storage and adds it as the last work; the same file again is the same work. Throws what
 * `receiveInto` throws, and portfolio.full.
 */
export async function receiveWork(ctx: OrgContext, file: Incoming): Promise<WorkDto> {
  requireRight(ctx, 'profile.edit');
  if (ctx.actor.orgKind !== 'creator') throw new AppError('auth.wrong_account_type');
  const { orgId } = ctx.actor;
  let known: string | null = null;
  const stored = await receiveInto(ctx, file, {
    types: WORK_TYPES,
    folder: `${FOLDER}/${orgId}`,
    async admit(tx) {
      await lockPortfolio(tx.db, orgId);
      if ((await countWorks(tx.db, { orgId, since: runningSince(tx.clock.now()) })) >= MAX_WORKS)
        throw new AppError('portfolio.full', { field: 'file', max: MAX_WORKS });
      return { submissionId: null, offerId: null, brandOrg: null, creatorOrg: orgId, agencyOrg: null };
    },
    async same(tx, { sha256 }) {
      known = await workLike(tx.db, { orgId, sha256 });
      return known ? 'gone' : undefined;
    },
  }).catch((error: unknown) => {
    if (known) return null;
    throw error;
  });
  return withTx(ctx, async (tx) => {
    const at = tx.clock.now();
    const id = known ?? newId(at.getTime());
    if (stored) {
      await lockPortfolio(tx.db, orgId);
      await insertWork(tx.db, { id, orgId, fileId: stored.id, title: titleOf(stored.name), at });
      await audit(tx, 'portfolio.added', `work:${id}`);
    }
    const work = (await ownWorks(tx)).find((one) => one.id === id);
    if (!work) throw new AppError('state.changed');
    return work;
  });
}

/** Throws portfolio.text_not_allowed at the field that moderation would hold, with the rule and the place in the text. */
function requireAllowedTexts(texts: Readonly<Record<string, string>>): void {
  for (const [field, text] of Object.entries(texts)) {
    const { verdict, findings } = checkText(text, 'name');
    const [first] = findings;
    if (verdict === 'hold' && first)
      throw new AppError('portfolio.text_not_allowed', {
        field,
        rule: first.rule,
        text: text.slice(first.start, first.end),
      });
  }
}

/** Changes title, link and brand. Throws not_found, portfolio.text_not_allowed, portfolio.link. */
export async function changeWork(
  ctx: OrgContext,
  { id, title, link, brand }: z.output<typeof changeWorkInput>,
): Promise<WorkDto[]> {
  requireRight(ctx, 'profile.edit');
  requireAllowedTexts({ title, brand });
  const address = link === '' ? null : profileLink('blog', link);
  if (link !== '' && address === null) throw new AppError('portfolio.link', { field: 'link' });
  if (address) await requireReachable(ctx, address);
  return withTx(ctx, async (tx) => {
    if (!(await updateWork(tx.db, { id, orgId: tx.actor.orgId, title, link: address, brand })))
      throw new AppError('not_found');
    return ownWorks(tx);
  });
}

/** Puts a work before the others, at most three. Throws not_found, portfolio.pins. */
export async function pinWork(ctx: OrgContext, { id, pinned }: z.output<typeof pinWorkInput>): Promise<WorkDto[]> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    await lockPortfolio(tx.db, orgId);
    const others = (await worksOf(tx.db, orgId)).filter((work) => work.pinned && work.id !== id).length;
    if (pinned && others >= MAX_PINNED) throw new AppError('portfolio.pins', { max: MAX_PINNED });
    if (!(await updateWork(tx.db, { id, orgId, pinned }))) throw new AppError('not_found');
    return ownWorks(tx);
  });
}

/** Puts the works in this order. Throws state.changed where it names others than there are. */
export async function arrangeWorks(ctx: OrgContext, { ids }: z.output<typeof arrangeInput>): Promise<WorkDto[]> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    await lockPortfolio(tx.db, orgId);
    const works = await worksOf(tx.db, orgId);
    if (
      !sameIds(
        ids,
        works.map(({ id }) => id),
      )
    )
      throw new AppError('state.changed');
    await setOrder(tx.db, { orgId, ids });
    return ownWorks(tx);
  });
}

/** Takes a work out; the upkeep deletes its file. Throws not_found. */
export async function removeWork(ctx: OrgContext, { id }: z.output<typeof workInput>): Promise<WorkDto[]> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    if (!(await deleteWork(tx.db, { id, orgId: tx.actor.orgId }))) throw new AppError('not_found');
    await audit(tx, 'portfolio.removed', `work:${id}`);
    return ownWorks(tx);
  });
}

/** The stored file of a work, for those who may open its creator's page; not_found for others. */
export async function findWork(ctx: ServiceContext<OrgActor | StaffActor>, { id }: { id: string }) {
  const file = await withTx(ctx, (tx) => workFile(tx.db, id));
  if (!file) throw new AppError('not_found');
  return file;
}
