import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { FALLBACK_LOCALE, isTimeZone, matchLocale } from '../../core/locale.ts';
import { changeProfile } from '../accounts/service.ts';
import { audit } from '../audit/audit.ts';
import { hideCreator } from '../creators/service.ts';
import { NOTICE_SWITCHES } from '../../core/notices.ts';
import { requireAllowedName } from '../moderation/names.ts';
import { changeOrg } from '../orgs/changes.ts';
import { personalRow } from './queries/accounts.ts';
import type { hiddenInput, identityInput, noticesInput, PersonalSettings } from './schema.ts';

/** What the person chose on the profile page. */
export async function personalSettings(ctx: OrgContext): Promise<PersonalSettings> {
  return withTx(ctx, async (tx) => {
    const row = await personalRow(tx.db, tx.actor);
    if (!row) throw new AppError('not_found');
    return {
      displayName: row.display_name,
      email: row.email,
      locale: matchLocale(row.locale) ?? FALLBACK_LOCALE,
      timeZone: row.time_zone,
      noticesOff: NOTICE_SWITCHES.filter((cell) => row.notices_off.includes(cell)),
      hidden: row.hidden,
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
    if (input.displayName !== name) requireAllowedName(input.displayName, 'displayName');
    if (suspended && input.displayName !== name) throw new AppError('org.suspended', { field: 'displayName' });
    await changeProfile(tx, userId, {
      display_name: input.displayName,
      locale: input.locale,
      time_zone: input.timeZone,
    });
    if (orgKind === 'creator') await changeOrg(tx, orgId, { name: input.displayName });
    await audit(tx, 'account.identity_saved', `user:${userId}`);
    return personalSettings(tx);
  });
}

export async function saveNotices(ctx: OrgContext, input: z.output<typeof noticesInput>): Promise<PersonalSettings> {
  return withTx(ctx, async (tx) => {
    await changeProfile(tx, tx.actor.userId, { notices_off: [...new Set(input.off)] });
    return personalSettings(tx);
  });
}

/** Hides a creator from search, or shows it again; brands with an application or offer of theirs still see the page. */
export async function setHidden(ctx: OrgContext, { hidden }: z.output<typeof hiddenInput>): Promise<PersonalSettings> {
  return withTx(ctx, async (tx) => {
    await hideCreator(tx, { orgId: tx.actor.orgId, hidden });
    await audit(tx, hidden ? 'creator.hidden' : 'creator.shown', `org:${tx.actor.orgId}`);
    return personalSettings(tx);
  });
}
