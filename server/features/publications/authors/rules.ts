import type { OwnAccount } from '../../connections/schema.ts';
import type { PostPlatform } from '../links/rules.ts';

/** Accounts that a post may be by, in small letters. */
export interface Accounts {
  /** Of the signature, and those that are connected now. */
  handles: string[];
  /** Entered after the signature: whether they are the creator's, the brand decides. */
  claimed: string[];
  /** The creator has proven one of its accounts there, so that one that is only entered counts for nothing. */
  proven: boolean;
}

/**
 * The accounts on a platform that a post may be by. What a creator enters in its profile it can change after the signature, so
 * that what stood there then counts; a connected account is proven, whenever it was connected. `signed` is null of a contract
 * that was signed before accounts were kept with the signature: what is entered now counts.
 */
export function accountsFor(
  platform: PostPlatform,
  { signed, now }: { signed: readonly OwnAccount[] | null; now: readonly OwnAccount[] },
): Accounts {
  const on = (accounts: readonly OwnAccount[]) => {
    const there = accounts.filter((account) => account.platform === platform);
    const connected = there.filter((account) => account.connected).map(({ handle }) => handle);
    return { connected, counting: connected.length > 0 ? connected : there.map(({ handle }) => handle) };
  };
  const [then, today] = [on(signed ?? now), on(now)];
  const proven = then.connected.length > 0 || today.connected.length > 0;
  const handles = [...new Set([...today.connected, ...then.counting])];
  return { handles, claimed: proven ? [] : today.counting.filter((handle) => !handles.includes(handle)), proven };
}
