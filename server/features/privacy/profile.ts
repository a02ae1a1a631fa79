import type { z } from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { FALLBACK_LOCALE, isTimeZone, matchLocale } from '../../core/locale.ts';
import { audit } from '../audit/audit.ts';
import { NOTICE_SWITCHES } from '../../core/notices.ts';
import type { hiddenInput, identityInput, noticesInput, PersonalSettings } from './schema.ts';

/** What the person chose on the profile page. */
export async function personalSettings(ctx: OrgContext): Promise<PersonalSettings> {
  return withTx(ctx, async (tx) => {
    const row = await tx.db
      .selectFrom('profiles')
      .select(['display_name', 'email', 'locale', 'time_zone', 'notices_off'])
      .where('id', '=', tx.actor.userId)
      .executeTakeFirst();
    if (!row) throw new AppError('not_found');
    const creator = await tx.db
      .selectFrom('creator_profiles')
      .select('hidden_at')
      .where('org_id', '=', tx.actor.orgId)
      .executeTakeFirst();
    return {
      displayName: row.display_name,
      email: row.email,
      locale: matchLocale(row.locale) ?? FALLBACK_LOCALE,
      timeZone: row.time_zone,
      noticesOff: NOTICE_SWITCHES.filter((cell) => row.notices_off.includes(cell)),
      hidden: creator ? creator.hidden_at !== null : null,
    };
  });
}

/**
 * A creator's org is the person, so it carries the person's name. On hold the name is frozen: language and time zone
 * can be saved, another name throws org.suspended. Throws input.invalid for an unknown time zone.
 */
export async function saveIdentity(ctx: OrgContext, input: z.output<typeof identityInput>): Promise<PersonalSettings> {
  if (!isTimeZone(input.timeZone)) throw new AppError('input.invalid', { field: 'timeZone', problem: 'unknown' });
  return withTx(ctx, async (tx) => {
    const { userId, orgId, orgKind, name, suspended } = tx.actor;
    if (suspended && input.displayName !== name) throw new AppError('org.suspended', { field: 'displayName' });
    await tx.db
      .updateTable('profiles')
      .set({ display_name: input.displayName, locale: input.locale, time_zone: input.timeZone })
      .where('id', '=', userId)
      .execute();
    if (orgKind === 'creator')
      await tx.db.updateTable('orgs').set({ name: input.displayName }).where('id', '=', orgId).execute();
    await audit(tx, 'account.identity_saved', `user:${userId}`);
    return personalSettings(tx);
  });
}

export async function saveNotices(ctx: OrgContext, input: z.output<typeof noticesInput>): Promise<PersonalSettings> {
  return withTx(ctx, async (tx) => {
    await tx.db
      .updateTable('profiles')
      .set({ notices_off: [...new Set(input.off)] })
      .where('id', '=', tx.actor.userId)
      .execute();
    return personalSettings(tx);
  });
}

/** Hides a creator from search, or shows it again; brands with an application or offer of theirs still see the page. */
export async function setHidden(ctx: OrgContext, { hidden }: z.output<typeof hiddenInput>): Promise<PersonalSettings> {
  return withTx(ctx, async (tx) => {
    await tx.db
      .updateTable('creator_profiles')
      .set({ hidden_at: hidden ? tx.clock.now() : null })
      .where('org_id', '=', tx.actor.orgId)
      .execute();
    await audit(tx, hidden ? 'creator.hidden' : 'creator.shown', `org:${tx.actor.orgId}`);
    return personalSettings(tx);
  });
}
