import type { Kysely } from 'kysely';
import { createAccounts } from '../baseline/accounts.ts';
import { createAuth } from '../baseline/auth.ts';
import { createCampaigns } from '../baseline/campaigns.ts';
import { createContracts } from '../baseline/contracts.ts';
import { createDocuments } from '../baseline/documents.ts';
import { createFunctions } from '../baseline/functions.ts';
import { createLedger } from '../baseline/ledger.ts';
import { createNotifications } from '../baseline/notifications.ts';
import { createOffers } from '../baseline/offers.ts';
import { createOperators } from '../baseline/operators.ts';
import { createOrgs } from '../baseline/orgs.ts';
import { createPayments } from '../baseline/payments.ts';
import { createPrivacy } from '../baseline/privacy.ts';
import { createReference } from '../baseline/reference.ts';
import { createSchemas } from '../baseline/roles.ts';
import { createWork } from '../baseline/work.ts';
import { createWorkflows } from '../baseline/workflows.ts';

/** The whole schema. A table refers to tables of its own file or of those before it. There is no way down from here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSchemas(db);
  await createFunctions(db);
  await createAuth(db);
  await createOrgs(db);
  await createAccounts(db);
  await createReference(db);
  await createCampaigns(db);
  await createOffers(db);
  await createContracts(db);
  await createWork(db);
  await createPayments(db);
  await createLedger(db);
  await createDocuments(db);
  await createOperators(db);
  await createNotifications(db);
  await createPrivacy(db);
  await createWorkflows(db);
}
