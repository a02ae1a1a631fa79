import type { ServiceContext } from '../../context.ts';
import { ownAccounts } from './queries/own-accounts.ts';
import type { OwnAccount } from './schema.ts';

/** The accounts that a creator has connected or entered now. */
export const accountsOfOwner = (tx: ServiceContext, creatorOrg: string): Promise<OwnAccount[]> =>
  ownAccounts(tx.db, creatorOrg);
