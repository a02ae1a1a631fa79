import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clockPolicyAt, feeScheduleAt } from '../../../../server/features/policies/queries.ts';
import { newId } from '../../../../server/core/ids.ts';
import { SHIPPED_FEE, SHIPPED_FEE_BPS } from '../../../../server/features/policies/fees/rules.ts';
import { COMMISSION_MAX_BPS, SHIPPED_CLOCKS, SHIPPED_POST_CLOCKS } from '../../../../server/features/policies/rules.ts';
import type { OrgActor } from '../../../../server/context.ts';
import { LOCALES } from '../../../../server/core/locale.ts';
import { AGREEING_PROCEDURES } from '../../../../server/features/agreements/rules.ts';
import { acceptTerms, pendingTerms, requireTerms, storedText } from '../../../../server/features/agreements/service.ts';
import { sha256Of, termsText } from '../../../../server/features/agreements/texts.ts';
import { acceptedTerms, createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await createTestWorld('shipped');
});
afterAll(() => world.close());

describe('fees and deadlines on public pages', () => {
  it('is the fee schedule that a new database has in force', async () => {
    for (const payer of ['brand', 'creator'] as const)
      await expect(
        feeScheduleAt(world.owner, { payer, country: 'FR', currency: 'EUR', at: new Date() }),
      ).resolves.toMatchObject({ bps: SHIPPED_FEE_BPS[payer], fixed: 0, minimum: null, maximum: null });
  });

  it('is the clock policy "standard" of a new database, with every range', async () => {
    await expect(clockPolicyAt(world.owner, 'standard', new Date())).resolves.toEqual(SHIPPED_CLOCKS);
  });

  it('is when the policy "standard" of a new database has posts looked at', async () => {
    const { ranges } = await world.owner
      .selectFrom('clock_policies')
      .select('ranges')
      .where('name', '=', 'posts:standard')
      .executeTakeFirstOrThrow();
    expect(ranges).toEqual(SHIPPED_POST_CLOCKS);
  });

  it('is the commission that the database takes at most', async () => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'c' and conrelid in ('representations'::regclass, 'contracts'::regclass) and pg_get_constraintdef(oid) like '%commission_bps%'`.execute(
      world.owner,
    );
    expect(rows).toHaveLength(2);
    for (const { definition } of rows) expect(definition).toContain(`<= ${COMMISSION_MAX_BPS}`);
  });
});

describe('a person of older terms', () => {
  const OLD = '2025-01-01';
  const ofOldTerms = async (kind: 'brand' | 'creator'): Promise<OrgActor> => {
    const actor = await createOrg(world, kind, `Old terms ${kind}`);
    await world.owner.deleteFrom('policy_acceptances').where('user_id', '=', actor.userId).execute();
    await acceptedTerms(world, actor, OLD);
    return actor;
  };
  const acceptancesOf = ({ userId }: OrgActor) =>
    world.owner
      .selectFrom('policy_acceptances')
      .select(['version', 'language', 'act', 'text_sha256'])
      .where('user_id', '=', userId)
      .orderBy('at')
      .execute();

  it('is required by every act that agrees, accepts once in Arabic while paying from two tabs, and reads the text again by its hash', async () => {
    const actor = await ofOldTerms('brand');
    const ctx = () => world.as(actor);
    for (const act of new Set(Object.values(AGREEING_PROCEDURES)))
      await expect(requireTerms(ctx(), act)).rejects.toMatchObject({
        code: 'agreements.terms_not_accepted',
        data: { act },
      });
    const { version, sha256, ...pending } = await pendingTerms(ctx(), { language: 'ar' });
    expect(pending).toMatchObject({ accepted: false, before: { version: OLD, sha256: null } });
    const accept = () => acceptTerms(ctx(), { language: 'ar', version, sha256, act: 'pay' });
    const both = await Promise.all([accept(), accept()]);
    expect(both.map(({ accepted }) => accepted)).toEqual([true, true]);
    expect(await acceptancesOf(actor)).toEqual([
      { version: OLD, language: 'en', act: 'sign_up', text_sha256: null },
      { version, language: 'ar', act: 'pay', text_sha256: sha256 },
    ]);
    await expect(requireTerms(ctx(), 'sign')).resolves.toBeUndefined();
    const text = await storedText(world.as({ kind: 'anonymous' }), { sha256 });
    expect(text).toMatchObject({ policy: 'terms', version, language: 'ar' });
    expect(sha256Of(text.body)).toBe(sha256);
    expect(text.body).toBe(termsText(world.integrations.settings.operator, 'ar').body);
    expect(text.body).toMatch(/\p{Script=Arabic}/u);
  });

  it('accepts no other text than the one in force, and nothing is stored then', async () => {
    const actor = await ofOldTerms('creator');
    const { version } = await pendingTerms(world.as(actor), { language: 'fr' });
    const { sha256 } = termsText(world.integrations.settings.operator, 'en');
    for (const wrong of [
      { version, sha256, language: 'fr' as const },
      { version: OLD, sha256, language: 'en' as const },
    ])
      await expect(acceptTerms(world.as(actor), { ...wrong, act: 'apply' })).rejects.toMatchObject({
        code: 'agreements.text_changed',
      });
    expect(await acceptancesOf(actor)).toHaveLength(1);
  });

  it('names the fee that two staff members confirmed: the text before it is accepted no more', async () => {
    const actor = await ofOldTerms('brand');
    const read = () => pendingTerms(world.as(actor), { language: 'en' });
    const before = await read();
    await world.owner
      .insertInto('fee_schedules')
      .values({ id: newId(), payer: 'brand', bps: 730, valid_from: new Date(Date.now() - 1000) })
      .execute();
    try {
      const raised = { ...SHIPPED_FEE, bps: 730 };
      const { sha256 } = termsText(world.integrations.settings.operator, 'en', raised);
      expect(await read()).toMatchObject({ version: before.version, sha256 });
      const accept = (text: string) =>
        acceptTerms(world.as(actor), { language: 'en', version: before.version, sha256: text, act: 'pay' });
      await expect(accept(before.sha256)).rejects.toMatchObject({ code: 'agreements.text_changed' });
      expect((await accept(sha256)).accepted).toBe(true);
    } finally {
      await world.owner.deleteFrom('fee_schedules').where('bps', '=', 730).execute();
    }
  });

  it('has a text of its own in every language', () => {
    const texts = LOCALES.map((locale) => termsText(world.integrations.settings.operator, locale).sha256);
    expect(new Set(texts).size).toBe(LOCALES.length);
  });
});
